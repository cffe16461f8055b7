import { readRegularFile } from '../disk/index.ts'
import { sayEarly } from '../languages/index.ts'
import { ConfigError, type ConfigPlace, dotted, type Layer, leavesOf, parsedFile } from './layers.ts'
import { mayUntrustedSet } from './settings.ts'

/** Rules for everybody on this machine; whoever may write there is in charge of it. */
const ON_LINUX = '/etc/dream/config.json'
const ON_MACOS = '/Library/Application Support/dream/config.json'

const PLACES: readonly string[] = process.platform === 'darwin' ? [ON_MACOS, ON_LINUX] : [ON_LINUX]

const LARGEST = 1_000_000

/** Where the rules of the machine may stand; the first that is there counts. */
export const machineFiles = ({ machineFile }: Pick<ConfigPlace, 'machineFile'>): readonly string[] =>
  machineFile === undefined ? PLACES : [machineFile]

/** The settings of the machine: the lowest layer, and a floor under all others. One that cannot be read stops Dream. */
export function machineLayer(place: Pick<ConfigPlace, 'machineFile'>): Layer | undefined {
  for (const path of machineFiles(place)) {
    const read = readRegularFile(path, LARGEST, 'follow')
    if (read.kind === 'gone') continue
    if (read.kind !== 'read')
      throw new ConfigError(sayEarly().builds.machine.unreadable(path, 'why' in read ? read.why : read.kind))
    const { $schema: _, ...settings } = parsedFile(path, read.bytes.toString('utf8')).data
    if (Object.hasOwn(settings, 'environments'))
      throw new ConfigError(sayEarly().builds.machine.environments(path))
    return { origin: 'machine', from: path, leaves: leavesOf(settings), untrusted: false }
  }
  return undefined
}

/** A value that the machine's rules do not allow, and the one that holds instead. */
export interface Overruled {
  readonly path: string
  readonly value: unknown
  /** Where it stands. */
  readonly from: string
  readonly rule: unknown
}

/** What the machine says about each setting that it names. */
export class Floor {
  private readonly rules: ReadonlyMap<string, unknown>
  readonly file: string

  constructor(layers: readonly Layer[]) {
    const machine = layers.find(({ origin }) => origin === 'machine')
    this.rules = new Map(machine?.leaves.map(({ path, value }) => [dotted(path), value]))
    this.file = machine?.from ?? ''
  }

  /** Where the value is looser than the machine's own: what that one is. Nothing where it may be set. */
  against(name: string, value: unknown): { readonly rule: unknown } | undefined {
    if (!this.rules.has(name)) return undefined
    const rule = this.rules.get(name)
    return mayUntrustedSet(name.split('.'), value, rule) === 'follow' ? undefined : { rule }
  }

  /** A flag that asks for more than the machine allows is refused: whoever typed it would expect to get it. */
  refuse(flags: readonly { readonly path: string; readonly value: unknown; readonly from?: string }[]): void {
    for (const { path, value, from = path } of flags) {
      const found = this.against(path, value)
      if (found === undefined) continue
      const rule = `${path}: ${JSON.stringify(found.rule)}`
      throw new ConfigError(sayEarly().builds.machine.refused(from, rule, this.file))
    }
  }
}
