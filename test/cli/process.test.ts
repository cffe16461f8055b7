import { spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { VERSION } from '../../src/version.ts'
import { builtCommand } from '../built.ts'

const bin = builtCommand()

describe('the program itself', () => {
  it('I1 --version answers before anything is loaded', () => {
    const imports = [...readFileSync(bin, 'utf8').matchAll(/^import .*from "([^"]+)"/gm)].map(
      match => match[1],
    )
    expect(imports.filter(path => !path?.includes('version'))).toEqual([])
    for (const flag of ['--version', '-V']) {
      const { stdout, status } = spawnSync(process.execPath, [bin, flag], { encoding: 'utf8' })
      expect([stdout, status]).toEqual([`${VERSION}\n`, 0])
    }
  })

  it('I1 a reader that leaves early is no error', () => {
    const line = `"${process.execPath}" "${bin}" demo | head -n 1; echo "\${PIPESTATUS[0]}"`
    const { stdout, stderr } = spawnSync('bash', ['-c', line], { encoding: 'utf8' })
    expect(stderr).toBe('')
    expect(stdout.trim().split('\n').at(-1)).toBe('0')
  })

  it('I1 an interruption ends with 130, and the demonstration clears up', async () => {
    const child = spawn(process.execPath, [bin, 'demo'], { stdio: ['ignore', 'pipe', 'pipe'] })
    child.stdout.once('data', () => child.kill('SIGINT'))
    const code = await new Promise(resolve => child.once('exit', resolve))
    expect(code).toBe(130)
  })

  it('D26 the exit code is that of the report', () => {
    const { status } = spawnSync(process.execPath, [bin, './nowhere'], { encoding: 'utf8' })
    expect(status).toBe(2)
  })
})
