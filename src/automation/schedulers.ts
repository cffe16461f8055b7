import { SOURCES } from '../sources/index.ts'

/** What makes an operating system call Dream every few minutes. Pure: writing the files is somebody else's. */
export interface Scheduler {
  readonly system: 'systemd' | 'launchd' | 'cron'
  files(request: ScheduleRequest): readonly ScheduleFile[]
  /** What the user runs to begin, and to end. Dream never runs them itself. */
  enable(request: ScheduleRequest): readonly string[]
  disable(request: ScheduleRequest): readonly string[]
}

interface ScheduleFile {
  readonly path: string
  readonly text: string
}

interface ScheduleRequest {
  readonly home: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** Node and the file to start with it. */
  readonly program: readonly string[]
  readonly scanMinutes: number
  /** Carried over: a timer knows nothing of a shell's variables. */
  readonly environment: string | undefined
}

/** The one of this platform; where there is no other, cron is. */
export function schedulerFor(platform: string): Scheduler {
  return SCHEDULERS[platform === 'darwin' ? 'launchd' : platform === 'linux' ? 'systemd' : 'cron']
}

const LABEL = 'dream.daemon'

const KEPT_VARIABLES = [
  ...SOURCES.flatMap(({ variables }) => variables ?? []),
  'XDG_CONFIG_HOME',
  'XDG_STATE_HOME',
  'DREAM_VAULT_PATH',
  'PATH',
]

function variables({ env, environment }: ScheduleRequest): [string, string][] {
  const kept = KEPT_VARIABLES.flatMap((name): [string, string][] => (env[name] ? [[name, env[name]]] : []))
  return environment === undefined ? kept : [...kept, ['DREAM_ENV', environment]]
}

const configFolder = ({ home, env }: ScheduleRequest): string =>
  env['XDG_CONFIG_HOME']?.startsWith('/') ? env['XDG_CONFIG_HOME'] : `${home}/.config`

const systemd: Scheduler = {
  system: 'systemd',
  files(request) {
    const folder = `${configFolder(request)}/systemd/user`
    const command = [...request.program, 'auto', 'daemon', '--once'].map(systemdWord).join(' ')
    const service = `[Unit]
Description=Dream: checks the memory of AI agents

[Service]
Type=oneshot
ExecStart=${command}
Nice=10
IOSchedulingClass=idle
${variables(request)
  .map(([name, value]) => `Environment=${systemdWord(`${name}=${value}`)}`)
  .join('\n')}
`
    const timer = `[Unit]
Description=Dream: asks every ${request.scanMinutes} minutes whether it is time

[Timer]
OnBootSec=2min
OnUnitActiveSec=${request.scanMinutes}min
OnCalendar=*-*-* 03:30:00
Persistent=true

[Install]
WantedBy=timers.target
`
    return [
      { path: `${folder}/dream.service`, text: service },
      { path: `${folder}/dream.timer`, text: timer },
    ]
  },
  enable: () => ['systemctl --user daemon-reload', 'systemctl --user enable --now dream.timer'],
  disable: () => ['systemctl --user disable --now dream.timer', 'systemctl --user daemon-reload'],
}

/** Quotes as systemd reads them; `%` and `$` mean something there. */
function systemdWord(text: string): string {
  const plain = text.replaceAll('%', '%%').replaceAll('$', '$$$$')
  if (/^[\w./:=@%$,+-]+$/.test(plain)) return plain
  return `"${plain.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`
}

const plist = ({ home }: ScheduleRequest): string => `${home}/Library/LaunchAgents/${LABEL}.plist`

const launchd: Scheduler = {
  system: 'launchd',
  files(request) {
    const words = [...request.program, 'auto', 'daemon', '--once']
    const text = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>Label</key>
  <string>${LABEL}</string>
  <key>ProgramArguments</key>
  <array>
${words.map(word => `    <string>${xmlText(word)}</string>`).join('\n')}
  </array>
  <key>EnvironmentVariables</key>
  <dict>
${variables(request)
  .map(([name, value]) => `    <key>${name}</key>\n    <string>${xmlText(value)}</string>`)
  .join('\n')}
  </dict>
  <key>StartInterval</key>
  <integer>${request.scanMinutes * 60}</integer>
  <key>StartCalendarInterval</key>
  <dict>
    <key>Hour</key>
    <integer>3</integer>
    <key>Minute</key>
    <integer>30</integer>
  </dict>
  <key>RunAtLoad</key>
  <true/>
  <key>ProcessType</key>
  <string>Background</string>
  <key>LowPriorityIO</key>
  <true/>
</dict>
</plist>
`
    return [{ path: plist(request), text }]
  },
  enable: request => [`launchctl load -w ${shellWord(plist(request))}`],
  disable: request => [`launchctl unload -w ${shellWord(plist(request))}`],
}

const xmlText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const shellWord = (text: string): string =>
  /^[\w.,:@%+/~-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`

/** The line has a mark of its own at its end, by which it is found again. */
const WITHOUT_OURS = `crontab -l 2>/dev/null | grep -v '# ${LABEL}$'`

const crontab = (request: ScheduleRequest): string => `${configFolder(request)}/dream/crontab`

const cron: Scheduler = {
  system: 'cron',
  files(request) {
    const set = variables(request).map(([name, value]) => `${name}=${value}`)
    const words = ['env', ...set, ...request.program, 'auto', 'daemon', '--once'].map(shellWord).join(' ')
    // In a crontab a percent sign is a line break, and a line cannot hold one.
    const command = words.replaceAll('\n', ' ').replaceAll('%', '\\%')
    const text = `*/${Math.min(59, request.scanMinutes)} * * * * ${command} # ${LABEL}\n`
    return [{ path: crontab(request), text }]
  },
  enable: request => [`(${WITHOUT_OURS}; cat ${shellWord(crontab(request))}) | crontab -`],
  disable: () => [`${WITHOUT_OURS} | crontab -`],
}

export const SCHEDULERS = { systemd, launchd, cron }
