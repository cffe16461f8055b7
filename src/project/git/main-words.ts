import { findHashes, hashesOfWord, WordList } from '../word-scan.ts'
import { outputOf } from './git.ts'
import { type GitHead, mainBranchSide } from './head.ts'

/** Which of the words stand in the files that the main branch has otherwise: there they are, here they are not. */
export function wordsOfMainBranch(
  root: string,
  head: GitHead,
  words: ReadonlySet<string>,
): ReadonlySet<string> {
  const { blobs } = mainBranchSide(root, head)
  if (blobs.length === 0) return new Set()
  const list = new WordList()
  for (const blob of blobsIn(outputOf(root, ['cat-file', '--batch'], `${[...new Set(blobs)].join('\n')}\n`)))
    list.addFile(blob, blob.length - 1)
  return new Set([...words].filter(word => findHashes(list.view(), hashesOfWord(word)).every(Boolean)))
}

/** `<blob> blob <size>\n<bytes>\n` each. The closing line end is part of what is given back: a byte to spare. */
function* blobsIn(out: Buffer): Generator<Buffer> {
  for (let at = 0; at < out.length; ) {
    const lineEnd = out.indexOf(0x0a, at)
    const size = Number(out.toString('latin1', at, lineEnd).split(' ')[2])
    if (!Number.isInteger(size)) {
      at = lineEnd + 1
      continue
    }
    yield out.subarray(lineEnd + 1, lineEnd + 2 + size)
    at = lineEnd + 2 + size
  }
}
