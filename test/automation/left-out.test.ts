import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runDream } from '../cli/run-dream.ts'
import { desk } from './auto-place.ts'

let place: ReturnType<typeof desk>
beforeEach(() => {
  place = desk()
  place.sessions(5)
})
afterEach(() => place.remove())

const dream = (...argv: string[]) => runDream(argv, { cwd: place.cwd, home: place.home, env: place.env })
const configure = (autoDream: object) => {
  mkdirSync(join(place.home, '.config/dream'), { recursive: true })
  writeFileSync(join(place.home, '.config/dream/config.json'), JSON.stringify({ autoDream }))
}
/** What the gates say, without starting anything. */
const next = async () => JSON.parse((await dream('status', '--json')).stdout).auto.next as string

describe('projects that are left out', () => {
  it('A11 by .dreamignore in the folder, as long as it is there', async () => {
    expect(await next()).toContain('open')
    writeFileSync(join(place.cwd, '.dreamignore'), '')
    expect(await next()).toContain(`left out by ${join(place.cwd, '.dreamignore')}`)
    expect((await dream('auto')).stdout).toContain('left out')
    expect(place.dreams()).toEqual([])
    rmSync(join(place.cwd, '.dreamignore'))
    expect(await next()).toContain('open')
  })

  it('A11 by autoDream.exclude, with all that lies below; a run by hand goes on working', async () => {
    configure({ exclude: [place.top] })
    expect(await next()).toContain('left out by autoDream.exclude')
    expect((await dream('auto')).stdout).toContain('left out')
    expect((await dream('--yes')).code).toBe(0)
    configure({ exclude: ['~/elsewhere', `${place.cwd}-other`] })
    expect(await next()).not.toContain('left out')
  })

  it('A6 A11 a list of something else than folders is refused with what was expected', async () => {
    configure({ exclude: [7] })
    expect((await dream('config')).stderr + (await dream('config')).stdout).toContain('a list of folders')
  })
})
