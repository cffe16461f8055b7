import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { SCHEDULERS, type Scheduler, schedulerFor } from '../../src/automation/schedulers.ts'

const request = {
  home: '/home/me',
  env: { PATH: '/usr/bin', XDG_STATE_HOME: '/home/me/my state', SECRET_KEY: 'k3y' },
  program: ['/opt/node', "/home/me/100% mine's/bin.js"],
  scanMinutes: 10,
  environment: 'production',
}

/** What every scheduler has to hold, whatever the operating system. */
function schedulerContract(name: string, scheduler: Scheduler): void {
  describe(`A8 the scheduler ${name}`, () => {
    const files = scheduler.files(request)

    it('is called by its name', () => expect(scheduler.system).toBe(name))

    it('writes its own files below the home directory, each as a whole text', () => {
      expect(files.length).toBeGreaterThan(0)
      for (const { path, text } of files) {
        expect(path).toMatch(/^\/home\/me\/.*dream/)
        expect(text.endsWith('\n')).toBe(true)
      }
      expect(scheduler.files(request)).toEqual(files)
    })

    it('starts one step of the daemon, with the variables that say where things lie and no others', () => {
      const text = files.map(file => file.text).join('')
      for (const word of [
        '/opt/node',
        'bin.js',
        'auto',
        'daemon',
        '--once',
        '/home/me/my state',
        'production',
      ])
        expect(text).toContain(word)
      expect(text).not.toContain('k3y')
      expect(scheduler.files({ ...request, scanMinutes: 20 })).not.toEqual(files)
    })

    it('is begun and ended by commands that a shell can read', () => {
      const odd = { ...request, home: "/home/me & mine's" }
      for (const line of [...scheduler.enable(odd), ...scheduler.disable(odd)]) {
        expect(line).not.toContain('\n')
        execFileSync('sh', ['-n', '-c', line])
      }
      expect(scheduler.enable(request)).not.toEqual(scheduler.disable(request))
    })
  })
}

for (const [name, scheduler] of Object.entries(SCHEDULERS)) schedulerContract(name, scheduler)

describe('what each platform reads', () => {
  it('A8 a unit and a timer for systemd, quoted as it reads them', () => {
    const files = schedulerFor('linux').files(request)
    expect(files.map(file => file.path)).toEqual([
      '/home/me/.config/systemd/user/dream.service',
      '/home/me/.config/systemd/user/dream.timer',
    ])
    expect(files[0]!.text).toContain(`ExecStart=/opt/node "/home/me/100%% mine's/bin.js" auto daemon --once`)
    expect(files[0]!.text).toContain('Environment="XDG_STATE_HOME=/home/me/my state"')
    expect(files[0]!.text).toContain('Environment=DREAM_ENV=production')
    expect(files[1]!.text).toMatch(/OnUnitActiveSec=10min\nOnCalendar=\*-\*-\* 03:30:00\nPersistent=true/)
    expect(schedulerFor('linux').enable(request).at(-1)).toBe('systemctl --user enable --now dream.timer')
  })

  it('A8 an agent for launchd', () => {
    const { files, enable } = schedulerFor('darwin')
    const [file] = files({ ...request, program: ['/opt/node', '/a&b/bin.js'] })
    expect(file!.path).toBe('/home/me/Library/LaunchAgents/dream.daemon.plist')
    expect(file!.text).toContain('<string>/a&amp;b/bin.js</string>')
    expect(file!.text).toContain('<key>StartInterval</key>\n  <integer>600</integer>')
    expect(enable(request)).toEqual(['launchctl load -w /home/me/Library/LaunchAgents/dream.daemon.plist'])
  })

  it('A8 a line for cron, which is found again by its end', () => {
    const { files, enable, disable } = schedulerFor('freebsd')
    const [file] = files(request)
    expect(file!.path).toBe('/home/me/.config/dream/crontab')
    expect(file!.text).toMatch(/^\*\/10 \* \* \* \* env .*100\\% mine.* daemon --once # dream\.daemon\n$/)
    expect(enable(request)[0]).toContain('cat /home/me/.config/dream/crontab')
    expect(disable(request)).toEqual(["crontab -l 2>/dev/null | grep -v '# dream.daemon$' | crontab -"])
  })
})
