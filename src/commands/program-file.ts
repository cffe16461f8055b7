/** Node, and the file that was started with it: what a timer has to call. */
export function programOf(): readonly string[] {
  return [process.execPath, process.argv[1] ?? 'dream']
}
