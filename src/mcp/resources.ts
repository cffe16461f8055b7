import { ResourceNotFoundError } from '@modelcontextprotocol/server'
import { type Host, openApp, type Scope } from '../app/index.ts'
import { say } from '../languages/index.ts'
import { DreamError } from '../model/index.ts'
import { originIn, showText } from '../text/index.ts'
import { originOf } from './get-note.ts'
import { type NoteFile, noteFiles, textOfFile } from './note-files.ts'

const PAGE = 200

/** The notes of the project; none where its folder went away. */
export async function notesOf(host: Host, scope: Scope): Promise<NoteFile[]> {
  const { where } = await openApp(host, scope, 'where-readable')
  try {
    return noteFiles(where)
  } catch (error) {
    if (error instanceof DreamError) return []
    throw error
  }
}

export async function listResources(host: Host, scope: Scope, cursor: string | undefined) {
  const from = cursor !== undefined && /^\d{1,9}$/.test(cursor) ? Number(cursor) : 0
  const files = await notesOf(host, scope)
  const next = from + PAGE
  return {
    resources: files.slice(from, next).map(resourceOf),
    ...(next < files.length && { nextCursor: String(next) }),
  }
}

function resourceOf({ uri, label, file, kind, modified }: NoteFile) {
  return {
    uri,
    name: file,
    title: `${label}/${file}`,
    ...(kind !== 'note' && { description: say().mcp.resources[kind] }),
    mimeType: 'text/markdown',
    annotations: { lastModified: new Date(modified / 1000).toISOString() },
  }
}

/** Only what is listed can be read, so an address leads nowhere else. */
export async function readResource(host: Host, scope: Scope, uri: string) {
  const file = (await notesOf(host, scope)).find(each => each.uri === uri)
  const text = file && textOfFile(file)
  if (file === undefined || text === undefined) throw new ResourceNotFoundError(showText(uri.slice(0, 200)))
  const { originWords, untrusted } = originOf(file.kind === 'note' ? originIn(text) : undefined)
  const label = untrusted ? `[${originWords}]\n\n` : ''
  return { contents: [{ uri, mimeType: 'text/markdown', text: `${label}${text}` }] }
}
