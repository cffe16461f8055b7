import { spawnSync } from 'node:child_process'
import { scratchFile } from '../disk/index.ts'

/** Opens a copy in the person's editor; what they leave there goes through the same door as every other change. */
export function editText(
  name: string,
  text: string,
  env: Readonly<Record<string, string | undefined>>,
): { readonly text: string } | 'cancelled' {
  // By a shell, as git does it: the variable may hold a command with flags.
  const command = `${env['VISUAL'] || env['EDITOR'] || 'vi'} "$1"`
  const edited = scratchFile(name, text, path => {
    const { status } = spawnSync('sh', ['-c', command, 'editor', path], { stdio: ['inherit', 2, 'inherit'] })
    return status === 0 ? 'done' : 'given-up'
  })
  return edited === undefined ? 'cancelled' : { text: edited }
}
