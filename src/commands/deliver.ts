import { dirname, resolve } from 'node:path'
import type { Plan, Report } from '../model/index.ts'
import type { TerminalOptions } from '../report/index.ts'
import type { Call } from './command.ts'
import { Refusal } from './errors.ts'
import { lookOf } from './look.ts'

/** Puts a report where it was asked for and in the form that was asked for; answers with its exit code. */
export async function deliver(
  call: Call,
  report: Report,
  options: Pick<TerminalOptions, 'detail' | 'place'>,
): Promise<number> {
  const { exitCode } = await import('../model/exit-code.ts')
  const { renderJson } = await import('../report/json.ts')
  const { renderMarkdown } = await import('../report/markdown.ts')
  const { renderTerminal } = await import('../report/terminal.ts')
  const { io, flags } = call
  const code = exitCode(report)
  const look = { ...lookOf(io, io.stdout, flags), verbose: flags.verbose === true, ...options }
  const show = (detail: TerminalOptions['detail'] = 'whole') =>
    io.stdout.write(renderTerminal(report, { ...look, detail }))
  if (flags.output !== undefined) {
    const text = flags.json === true ? renderJson(report) : renderMarkdown(report)
    try {
      await save(call, flags.output, text, report.plan)
    } catch (error) {
      show()
      throw error
    }
    if (flags.quiet !== true) show('headline')
  } else if (flags.json === true) io.stdout.write(renderJson(report))
  else if (flags.markdown === true) io.stdout.write(renderMarkdown(report))
  else if (isNews(call, report, code)) show(isBrief(call) ? 'headline' : options.detail)
  return code
}

const isBrief = ({ flags }: Call): boolean => flags.quiet === true || flags.scheduled === true

/** A clock that finds nothing to do keeps quiet. */
const isNews = ({ flags }: Call, report: Report, code: number): boolean =>
  flags.scheduled !== true || code !== 0 || report.results.some(result => result.outcomes.length > 0)

/** Writes what a person asked for to the file they named, and says so on stderr. */
export async function save(call: Call, file: string, text: string, plan: Plan): Promise<void> {
  refuseMemoryFolder(call, plan)
  const { showText } = await import('../text/text.ts')
  const { writeTextFile } = await import('../disk/text-file.ts')
  writeTextFile(resolve(call.io.cwd, file), text)
  if (call.flags.quiet !== true) call.io.stderr.write(`written to ${showText(file)}\n`)
}

/** A report inside a memory folder would be read as a memory, and `-o MEMORY.md` would be the end of an index. */
export function refuseMemoryFolder({ io, flags }: Call, plan: Plan): void {
  if (flags.output === undefined) return
  const folder = dirname(resolve(io.cwd, flags.output))
  const hit = plan.folders.find(one => one.root === folder)
  if (hit !== undefined)
    throw new Refusal(`${flags.output} lies in the memory folder ${hit.label}; choose a place outside it.`)
}
