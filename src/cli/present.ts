import { dirname, resolve } from 'node:path'
import { type App, openApp, type Progress } from '../app/index.ts'
import type { Command, Inputs, Talk, Values, View } from '../commands/index.ts'
import { namesIn, writeTextFile } from '../disk/index.ts'
import { inLanguage, type Language, languageOfLocale, say } from '../languages/index.ts'
import { DreamError, INDEX_FILE } from '../model/index.ts'
import { newPage, shownJson } from '../report/index.ts'
import { showText } from '../text/index.ts'
import { type Busy, hostOf, type Io, lookOf, type Out, someoneIsThere } from './io.ts'
import type { Parsed, PrintOptions } from './parse.ts'

/** Options of commands that decide how much is said beside the result. */
type Silence = { readonly quiet?: boolean; readonly scheduled?: boolean; readonly output?: string }

interface Shown {
  readonly command: Command
  readonly result: unknown
  readonly values: Values<Inputs> & Silence & { readonly markdown?: boolean }
  readonly print: PrintOptions
  readonly io: Io
}

/** Runs a command for whoever is at the terminal: settings, questions, progress, result. Answers with the exit code. */
export async function present(command: Command, { values, print }: Parsed, io: Io): Promise<number> {
  const silence: Silence = values
  const app = await openApp(hostOf(io), values, command.settings)
  if (silence.quiet !== true && silence.scheduled !== true) sayWhatWaits(command, app, io)
  const busy = silence.quiet === true ? undefined : io.busy
  if (command.progress !== 'own') busy?.say(`dream ${command.name}`)
  try {
    const result = await inLanguage(languageFor(app, print), () =>
      command.run(app, values, talkOn(io, busy, print)),
    )
    inLanguage(languageFor(app, print, command.language?.(result)), () =>
      write({ command, result, values, print, io }, app.place),
    )
    return command.exitCode?.(result, values) ?? 0
  } finally {
    busy?.clear()
  }
}

/** A flag decides, then the setting, the language of the journals, the locale. Programs read English. */
const languageFor = (app: App, { lang, json }: PrintOptions, journals?: Language): Language =>
  lang ?? (json === true ? 'en' : (app.language ?? journals ?? languageOfLocale(app.host.env)))

function sayWhatWaits({ settings }: Command, app: App, io: Io): void {
  if (settings === 'none' || app.where.settings === undefined) return
  const { waiting } = app.settings
  if (waiting.length === 0) return
  const names = waiting.map(each => each.path).join(', ')
  io.stderr.write(`dream: ${say().cli.waitsForTrust(names)}\n`)
}

function talkOn(io: Io, busy: Io['busy'], print: PrintOptions): Talk {
  return {
    ...(someoneIsThere(io) && { ask: io.ask }),
    say: text => {
      busy?.clear()
      io.stderr.write(text)
    },
    look: lookOf(io, io.stderr, print),
    progress: progressOn(busy),
    form: print.json === true ? 'json' : 'text',
    ...(io.pipes !== undefined && { pipes: io.pipes }),
    ...(print.color !== undefined && { color: print.color }),
    ...(print.lang !== undefined && { lang: print.lang }),
  }
}

function write(shown: Shown, place: string): void {
  const { values, print, io } = shown
  const look = { ...lookOf(io, io.stdout, print), place }
  const text = (output: View['output']) => textOf(shown, { input: values, place, look, output })
  const file = values.output === undefined ? undefined : fileOf(shown)
  if (file !== undefined) {
    try {
      save(shown, file)
    } catch (error) {
      io.stdout.write(text('terminal'))
      throw error
    }
    io.stdout.write(text('file'))
  } else if (print.json === true) io.stdout.write(jsonOf(shown))
  else if (values.markdown === true) io.stdout.write(shown.command.markdown!(shown.result))
  else io.stdout.write(text('terminal'))
}

const fileOf = ({ command, result, values, print }: Shown): string | undefined =>
  command.file?.(result, print.json === true ? 'json' : 'text', values)

/** Writes what a person asked for to the file they named, and says so on stderr. */
function save({ values, io }: Shown, text: string): void {
  const { output = '' } = values
  const path = resolve(io.cwd, output)
  // It would be read as a memory, or be the end of one.
  if (/\.md$/i.test(path) && namesIn(dirname(path)).includes(INDEX_FILE))
    throw new DreamError(say().review.inMemoryFolder(output, dirname(path)), 2)
  writeTextFile(path, text)
  if (values.quiet !== true) io.stderr.write(`${say().cli.writtenTo(showText(output))}\n`)
}

function textOf({ command, result }: Shown, view: View): string {
  const rendered = command.render(result, newPage(view.look), view)
  return typeof rendered === 'string' ? rendered : rendered.end()
}

function jsonOf({ command, result, values }: Shown): string {
  if (command.json !== undefined) return command.json(result, values)
  const format = typeof command.format === 'function' ? command.format(result) : command.format
  return shownJson({ format: `dream-${format}`, version: 1, ...(result as object) })
}

/** Shows how far long work has come, where a person watches. */
function progressOn(busy: Busy | undefined): Progress {
  return ({ what, done, of }) => {
    const share = done === undefined ? '' : ` ${done}${of === undefined ? '' : ` of ${of}`}`
    busy?.say(`${what}${share}`)
  }
}

const CLEAR_LINE = '\r\u001b[K'

/** One line that each step writes over. A line that wraps could not be taken away, so it is cut. */
export function progressLine(terminal: Out): Busy {
  let state: 'shown' | 'clear' = 'clear'
  return {
    say(what) {
      state = 'shown'
      terminal.write(`${CLEAR_LINE}${what.slice(0, Math.max(10, (terminal.columns ?? 80) - 4))} …`)
    },
    clear() {
      if (state === 'shown') terminal.write(CLEAR_LINE)
      state = 'clear'
    },
  }
}
