/** What was seen on the way to a service and back. */
export interface Watch {
  status?: number
  headers?: Headers
  /** The service's own words about a failure: not ours, so never shown unmasked. */
  errorText?: string
  /** The answer was longer than allowed, or the connection went in the middle of it. */
  broken?: 'too-long' | 'cut'
}

/** No answer is longer than this, whatever it holds. */
export const MOST_BYTES = 8_000_000
const MOST_ERROR_TEXT = 64_000

/**
 * A fetch for one call. It counts what comes in and stops at the limit; it follows no redirect, because the key and the
 * text are meant for one address.
 */
export function watchedFetch(watch: Watch): typeof fetch {
  return async (input, init) => {
    const response = await fetch(input, { ...init, redirect: 'error' })
    watch.status = response.status
    watch.headers = response.headers
    const most = response.ok ? MOST_BYTES : MOST_ERROR_TEXT
    const body = response.body === null ? null : response.body.pipeThrough(counted(watch, most))
    const { status, headers } = response
    const watched = new Response(noticeCuts(body, watch), { status, headers: plainHeaders(headers) })
    if (response.ok) return watched
    watch.errorText = await watched.text().catch(() => '')
    return new Response(watch.errorText, { status, headers: plainHeaders(headers) })
  }
}

/** The body is unpacked by now. */
function plainHeaders(headers: Headers): Headers {
  const plain = new Headers(headers)
  plain.delete('content-encoding')
  plain.delete('content-length')
  return plain
}

function counted(watch: Watch, most: number): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0
  return new TransformStream({
    transform(piece, controller) {
      bytes += piece.byteLength
      if (bytes <= most) return controller.enqueue(piece)
      watch.broken = 'too-long'
      controller.error(new Error(`more than ${most} bytes`))
    },
  })
}

function noticeCuts(
  body: ReadableStream<Uint8Array> | null,
  watch: Watch,
): ReadableStream<Uint8Array> | null {
  if (body === null) return null
  const reader = body.getReader()
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await reader.read()
        if (done) controller.close()
        else controller.enqueue(value)
      } catch (error) {
        watch.broken ??= 'cut'
        controller.error(error)
      }
    },
    cancel: reason => reader.cancel(reason),
  })
}
