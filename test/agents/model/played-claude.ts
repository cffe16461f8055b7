import { chmodSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'

/**
 * A `claude` that says what the model server says: it asks the server with what it was given and prints the answer as
 * `claude -p --output-format json` does. What is no answer is printed as it came; what never ends never ends here either.
 */
const SCRIPT = `
const flag = name => process.argv[process.argv.indexOf(name) + 1]
let input = ''
process.stdin.on('data', piece => { input += piece }).on('end', async () => {
  const system = flag('--system-prompt')
  const schema = /JSON Schema, and with nothing else:\\n(.*)/.exec(system)
  const offered = [...system.matchAll(/^- (\\w+): /gm)].map(([, name]) => ({ function: { name } }))
  const body = {
    messages: [{ role: 'system', content: system }, { role: 'user', content: input }],
    ...(schema !== null && { response_format: { json_schema: { schema: JSON.parse(schema[1]) } } }),
    tools: system.includes('You can ask for tools to be run') ? offered : [],
  }
  const said = fields => console.log(JSON.stringify({ type: 'result', is_error: false, ...fields }))
  try {
    const init = { method: 'POST', body: JSON.stringify(body), redirect: 'manual' }
    const response = await fetch(process.env.XDG_SERVER + '/chat/completions', init)
    if (!response.ok) return said({ is_error: true, result: 'status ' + response.status })
    const text = await response.text()
    let message, usage
    try {
      ({ choices: [{ message }], usage } = JSON.parse(text))
    } catch {
      return void process.stdout.write(text)
    }
    const calls = (message.tool_calls ?? []).map(one => ({ tool: one.function.name, input: JSON.parse(one.function.arguments) }))
    const result = calls.length === 0 ? (message.content ?? '') : JSON.stringify({ text: message.content, calls })
    said({ result, usage: { input_tokens: usage?.prompt_tokens, output_tokens: usage?.completion_tokens } })
  } catch (error) {
    console.error(String(error))
    process.exit(1)
  }
})
`

/** The environment in which `claude` is that one. */
export function playedClaude(folder: string, server: string): Record<string, string> {
  const path = join(folder, 'claude')
  writeFileSync(path, `#!/usr/bin/env node\n${SCRIPT}`)
  chmodSync(path, 0o755)
  return {
    PATH: [folder, dirname(process.execPath), '/usr/bin', '/bin'].join(delimiter),
    HOME: folder,
    XDG_SERVER: server,
  }
}
