/** Options of commands that stand for settings. */
interface Flags {
  readonly rules?: string
  readonly recentDays?: number
  readonly merge?: string
  readonly allowLarge?: boolean
  readonly rebuildIndex?: boolean
  readonly checkLinks?: boolean
}

/** Options that are settings: the last word, as far as the machine's rules allow. */
export function flagSettings({ rules, recentDays, merge, allowLarge, rebuildIndex, checkLinks }: Flags) {
  const options: (readonly [string, unknown, string])[] = [
    ['rules', rules, '--rules'],
    ['policy.recentDays', recentDays, '--recent-days'],
    ['policy.merge', merge, '--merge'],
    ['policy.large', allowLarge === true ? 'allow' : undefined, '--allow-large'],
    ['policy.index', rebuildIndex === true ? 'rebuild' : undefined, '--rebuild-index'],
    ['expiry.reference.checkLinks', checkLinks === true ? true : undefined, '--check-links'],
  ]
  return options
    .filter(([, value]) => value !== undefined)
    .map(([path, value, from]) => ({ path, value, origin: 'flag', from }) as const)
}
