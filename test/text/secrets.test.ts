import { describe, expect, it } from 'vitest'
import { findSecrets, HIDDEN, maskSecrets } from '../../src/text/secrets.ts'
import {
  ADDRESSES,
  ASSIGNED,
  CODES,
  HARMLESS,
  KEYS,
  LOGINS,
  LOOSE,
  made,
  PASSWORDS,
  PRIVATE_KEYS,
  TOKENS,
} from './secret-cases.ts'

/** All of the value is hidden but the prefix of its service: no four letters of it are left. */
function expectHidden(text: string, whole: string): void {
  const value = whole.replace(/^gsk_/, '')
  const shown = maskSecrets(text)
  expect(shown, text).toContain(HIDDEN)
  for (let at = 0; at + 4 <= value.length; at += 1)
    if (text.indexOf(value.slice(at, at + 4)) === text.indexOf(value) + at)
      expect(shown, text).not.toContain(value.slice(at, at + 4))
}

const inEach = (texts: readonly string[], values: readonly string[]) =>
  texts.flatMap(text => values.map(value => [text, value] as const))

describe('D33 what is found and hidden whole', () => {
  it.each(inEach(LOGINS, PASSWORDS))('%s (%s)', (text, value) => {
    expectHidden(
      text.replace('{}', () => value),
      value,
    )
  })

  it.each(inEach(ASSIGNED, KEYS))('%s (%s)', (text, value) => {
    expectHidden(
      text.replace('{}', () => value),
      value,
    )
  })

  it.each(
    inEach(
      ADDRESSES,
      PASSWORDS.filter(value => !value.includes('/')),
    ),
  )('%s (%s)', (text, value) => {
    expectHidden(
      text.replace('{}', () => value),
      value,
    )
  })

  it.each(LOOSE)('%s', text => {
    const value = PASSWORDS[0]!
    expectHidden(
      text.replace('{}', () => value),
      value,
    )
  })

  it.each(CODES)('%s', (text, value) => {
    expect(maskSecrets(text)).toContain(HIDDEN)
    expect(maskSecrets(text)).not.toContain(value)
  })

  it.each(Object.entries(TOKENS))('%s', (what, value) => {
    for (const text of [value, `令牌${value}。`, `(${value}),`, `x=${value}`, `0${value}`]) {
      expect(findSecrets(text)[0]?.what, text).toBe(what)
      expect(maskSecrets(text)).not.toContain(value.slice(-12))
    }
  })

  it.each(PRIVATE_KEYS)('a private key %#', value => {
    const shown = maskSecrets(`Before.\n${value}\nAfter it, in words.\n`)
    expect(shown).toMatch(/^Before\.\n-----BEGIN PRIVATE KEY••••••\s?\nAfter it, in words\.\n$/)
  })

  it('a password with an @ in an address, and a token that stands in the value of a name', () => {
    const value = ['p@ss', 'w0rd9'].join('')
    expect(maskSecrets(`postgres://app:${value}@db/shop`)).toBe(`postgres://app:${HIDDEN}@db/shop`)
    const token = made('ghp_', 36)
    expect(maskSecrets(`API_KEY=${token}!and+more9`)).toBe(`API_KEY=ghp_${HIDDEN}`)
    expect(findSecrets(`TOKEN=${token}`)).toMatchObject([{ what: 'a GitHub token', masked: `ghp_${HIDDEN}` }])
  })

  it('in a value of any length', () => {
    const value = made('', 9000)
    expect(maskSecrets(`TOKEN=${value} and more`)).toBe(`TOKEN=${HIDDEN} and more`)
  })

  it('the counts that the documents give', () => {
    expect(LOGINS.length + ASSIGNED.length + ADDRESSES.length + PRIVATE_KEYS.length).toBeGreaterThanOrEqual(
      60,
    )
    expect(HARMLESS.length).toBeGreaterThanOrEqual(60)
  })
})

it.each(HARMLESS)('D33 leaves alone: %s', text => {
  expect(findSecrets(text)).toEqual([])
  expect(findSecrets(`Note: ${text}\nand so on.`)).toEqual([])
})

it('D33 a password of capitals and digits is no name of a variable', () => {
  expect(findSecrets('postgres://app:Z_L296@db.internal/shop')).toHaveLength(1)
  expect(findSecrets('postgres://app:DB_PASSWORD@db.internal/shop')).toEqual([])
})
