import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { bashCompletion, optionsOf } from '../../src/cli/completion.ts'
import { allCommands } from './all-commands.ts'
import { runDream } from './run-dream.ts'

const COMMANDS = await allCommands()

/** What bash would offer for these words, the last of which is being typed. */
function offered(...words: string[]): string[] {
  const script = `${bashCompletion(COMMANDS)}
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
_dream
printf '%s\\n' "\${COMPREPLY[@]}"`
  const out = execFileSync('bash', ['-c', script, 'bash', ...words], {
    cwd: import.meta.dirname,
    encoding: 'utf8',
  })
  return out.split('\n').filter(line => line !== '')
}

describe('completion', () => {
  it.each(['bash', 'zsh', 'fish'])('I1 %s knows every command and every flag', async shell => {
    const { stdout, code } = await runDream(['completion', shell], { cwd: '/', home: '/' })
    expect(code).toBe(0)
    for (const command of COMMANDS) {
      expect(stdout).toContain(command.name.split(' ').at(-1))
      for (const [long] of optionsOf(command).map(({ names }) => names))
        expect(stdout).toContain(shell === 'fish' ? `-l ${long!.slice(2)}` : long)
    }
  })

  it('I1 bash completes commands, flags of a command, values and folders', () => {
    expect(offered('dream', 'hi')).toEqual(['history'])
    expect(offered('dream', '--dr')).toEqual(['--dry-run'])
    expect(offered('dream', 'undo', '--f')).toEqual(['--folder'])
    expect(offered('dream', 'undo', '--dr')).toEqual([])
    expect(offered('dream', '--rules', 's')).toEqual(['seed'])
    expect(offered('dream', 'completion', 'z')).toEqual(['zsh'])
    expect(offered('dream', 'journal', 'rev')).toEqual(['review'])
    expect(offered('dream', 'journal', 'review', '--sch')).toEqual(['--scheduled'])
    expect(offered('dream', 'setup', 'tim')).toEqual(['timer'])
    expect(offered('dream', 'rollb')).toEqual([])
    expect(offered('dream', 'status', 'sess')).toEqual(['sessions'])
  })
})
