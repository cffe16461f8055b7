/** The texts that make an operating system call Dream every ten minutes. Pure: writing them is somebody else's. */
interface UnitFile {
  readonly path: string
  readonly text: string
}

export interface Units {
  readonly system: 'systemd' | 'launchd'
  readonly files: readonly UnitFile[]
  /** What the user runs to begin, and to end. Dream never runs them itself. */
  readonly enable: readonly string[]
  readonly disable: readonly string[]
}

export interface UnitRequest {
  readonly home: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** Node and the file to start with it. */
  readonly program: readonly string[]
  readonly scanMinutes: number
  /** Carried over into the unit: a timer knows nothing of a shell's variables. */
  readonly environment: string | undefined
}

const LAUNCHD_LABEL = 'dream.daemon'

export function unitsFor(platform: string, request: UnitRequest): Units {
  return platform === 'darwin' ? launchd(request) : systemd(request)
}

const KEPT_VARIABLES = ['CLAUDE_CONFIG_DIR', 'XDG_CONFIG_HOME', 'XDG_STATE_HOME', 'DREAM_VAULT_PATH', 'PATH']

function variables({ env, environment }: UnitRequest): [string, string][] {
  const kept = KEPT_VARIABLES.flatMap((name): [string, string][] => (env[name] ? [[name, env[name]]] : []))
  return environment === undefined ? kept : [...kept, ['DREAM_ENV', environment]]
}

function systemd(request: UnitRequest): Units {
  const xdg = request.env['XDG_CONFIG_HOME']
  const folder = `${xdg?.startsWith('/') ? xdg : `${request.home}/.config`}/systemd/user`
  const command = [...request.program, 'daemon', '--once'].map(systemdWord).join(' ')
  const service = `[Unit]
Description=Dream: tends the memory of AI agents

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
  return {
    system: 'systemd',
    files: [
      { path: `${folder}/dream.service`, text: service },
      { path: `${folder}/dream.timer`, text: timer },
    ],
    enable: ['systemctl --user daemon-reload', 'systemctl --user enable --now dream.timer'],
    disable: ['systemctl --user disable --now dream.timer', 'systemctl --user daemon-reload'],
  }
}

/** Quotes as systemd reads them; `%` and `$` mean something there. */
function systemdWord(text: string): string {
  const plain = text.replaceAll('%', '%%').replaceAll('$', '$$$$')
  if (/^[\w./:=@%$,+-]+$/.test(plain)) return plain
  return `"${plain.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`
}

function launchd(request: UnitRequest): Units {
  const path = `${request.home}/Library/LaunchAgents/${LAUNCHD_LABEL}.plist`
  const words = [...request.program, 'daemon', '--once']
  const text = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>Label</key>
  <string>${LAUNCHD_LABEL}</string>
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
  return {
    system: 'launchd',
    files: [{ path, text }],
    enable: [`launchctl load -w ${shellWord(path)}`],
    disable: [`launchctl unload -w ${shellWord(path)}`],
  }
}

const xmlText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const shellWord = (text: string): string =>
  /^[\w.,:@%+/~-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
