/** The JSON value in an answer: all of it, inside a fence, or after whatever the model thought aloud first. */
export function jsonInText(text: string): unknown {
  const said = text.slice(text.lastIndexOf('</think>') + 1)
  return (
    parsed(text.trim()) ??
    parsed(fenced(said)) ??
    parsed(between(said, '{', '}')) ??
    parsed(between(said, '[', ']'))
  )
}

function parsed(text: string | undefined): unknown {
  if (text === undefined || text === '') return undefined
  try {
    return JSON.parse(text) ?? undefined
  } catch {
    return undefined
  }
}

function fenced(text: string): string | undefined {
  const start = text.indexOf('```')
  const body = start === -1 ? -1 : text.indexOf('\n', start)
  const end = body === -1 ? -1 : text.indexOf('```', body)
  return end === -1 ? undefined : text.slice(body, end).trim()
}

function between(text: string, open: string, close: string): string | undefined {
  const start = text.indexOf(open)
  const end = text.lastIndexOf(close)
  return start === -1 || end < start ? undefined : text.slice(start, end + 1)
}
