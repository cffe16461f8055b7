export interface UrlMatch {
  readonly start: number
  readonly end: number
  /** Set for http and https. */
  readonly url?: string
}

const END = /[\s<>"'`\\^{}|，。；！？、（）《》「」【】“”‘’]/

/** Whatever has `://` in it: only http(s) is kept, but no part of any of them is a path. */
export function findUrls(text: string): UrlMatch[] {
  const matches: UrlMatch[] = []
  for (let at = text.indexOf('://'); at !== -1; ) {
    let start = at
    while (start > 0 && at - start < 20 && /[A-Za-z0-9+.-]/.test(text.charAt(start - 1))) start--
    let end = at + 3
    while (end < text.length && !END.test(text.charAt(end))) end++
    const url = withoutTail(text.slice(start, end))
    const http = /^https?:\/\/[^/]/i.test(url) && url.length <= 2000
    matches.push({ start, end, ...(http ? { url } : {}) })
    at = text.indexOf('://', end)
  }
  return matches
}

/** Drops sentence marks and the bracket that belongs to the sentence: `(see https://x.org/a_(b))`. */
function withoutTail(url: string): string {
  let end = url.length
  const opened = url.split('(').length
  let closed = url.split(')').length
  for (; end > 0; end--) {
    const char = url.charAt(end - 1)
    if (char === ')' && closed > opened) closed--
    else if (!'.,;:!?*_~]…'.includes(char)) break
  }
  return url.slice(0, end)
}
