/** Makes every `Date` of this process tell the time that is set; gives the way to set it. */
export function tellTime(): (epochMs: number) => void {
  let now = 0
  const told = new Proxy(Date, {
    construct: (real, args) => (args.length === 0 ? new real(now) : Reflect.construct(real, args)),
    get: (real, name) => (name === 'now' ? () => now : Reflect.get(real, name)),
  })
  globalThis.Date = told
  return epochMs => {
    now = epochMs
  }
}
