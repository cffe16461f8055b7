import { says } from '../languages/index.ts'
import { asFileName, type Finding, type Proposal, type Snapshot } from '../model/index.ts'
import { newNameFault, normaliseSentence } from '../text/index.ts'
import { questionOf } from './question.ts'

/** D36: a line without a file that is the only copy of a rule: the note that it asks for, made from it. */
export function lineNotes(snapshot: Snapshot, findings: readonly Finding[]): Proposal[] {
  const lines = snapshot.folder.index?.lines ?? []
  const names = snapshot.folder.memories.map(({ file }) => file)
  const said = normaliseSentence(snapshot.folder.memories.map(({ head, body }) => head + body).join('\n'))
  return findings.flatMap((finding): Proposal[] => {
    if (finding.kind !== 'index-entry-gone' || finding.proof !== 'none') return []
    const { entry } = lines[finding.line - 1] ?? {}
    const file = asFileName(finding.target)
    if (entry?.file === undefined || entry.file !== file) return []
    if (newNameFault(file, names) !== undefined) return []
    const rule = [entry.hook, entry.title].map(text => text.replace(/\s+/g, ' ').trim()).find(statesRule)
    if (rule === undefined || said.includes(normaliseSentence(rule))) return []
    return [
      {
        ...questionOf(finding, snapshot),
        finding,
        actions: [
          {
            kind: 'write',
            file,
            expect: 'absent',
            needs: [],
            reason: { why: 'reviewed' },
            pieces: [{ text: noteFrom(entry.title, rule) }],
          },
        ],
        because: `line ${finding.line} is all there is of it: accepting writes ${file} from it`,
      },
    ]
  })
}

/** A title and a pointer say where to look; an order says what to do. */
const statesRule = says(({ cues }) => cues?.rule?.inIndexLine)

function noteFrom(title: string, rule: string): string {
  const name = JSON.stringify(title.replace(/\s+/g, ' '))
  return `---\nname: ${name}\ndescription: ${JSON.stringify(rule)}\ntype: feedback\n---\n\n${rule}\n`
}
