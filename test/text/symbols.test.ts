import { describe, expect, it } from 'vitest'
import { findReferences } from '../../src/text/references.ts'

const symbols = (body: string) =>
  findReferences(undefined, body).references.flatMap(one => (one.kind === 'symbol' ? [one] : []))
const strong = (body: string) => symbols(body).flatMap(one => (one.strength === 'strong' ? [one.text] : []))
const weak = (body: string) => symbols(body).flatMap(one => (one.strength === 'weak' ? [one.text] : []))

describe('calls', () => {
  it('D5 name() is a symbol, in prose and in code', () => {
    expect(strong('call refresh_token() and `loadUser()`')).toEqual(['refresh_token()', 'loadUser()'])
  })

  it('D5 arguments are taken in code only, and only when they close on the line', () => {
    expect(strong('`login(user, pass)` but login(user) in prose')).toEqual(['login()'])
    expect(strong('plain login(user)')).toEqual([])
    expect(strong('```\nopen_one(a)\nopen_two(a,\n  b)\n```')).toEqual(['open_one()'])
  })

  it('D5 Class.method() needs the class and the method', () => {
    expect(symbols('Session.refresh()')[0]).toMatchObject({
      text: 'Session.refresh()',
      words: ['Session', 'refresh'],
    })
    expect(symbols('`app.Session.refresh(x)`')[0]).toMatchObject({ words: ['Session', 'refresh'] })
    expect(symbols('Session::refresh()')[0]).toMatchObject({ words: ['Session', 'refresh'] })
    expect(symbols('Session#refresh()')[0]).toMatchObject({ words: ['Session', 'refresh'] })
  })

  it('D5 a receiver in lower case may be any variable', () => {
    expect(symbols('session.refresh()')[0]).toMatchObject({ text: 'session.refresh()', words: ['refresh'] })
    expect(symbols('`this.store->reload()`')[0]).toMatchObject({ words: ['reload'] })
    expect(symbols('`.reload()`')[0]).toMatchObject({ text: 'reload()', words: ['reload'] })
  })

  it('D5 names of one or two letters are none', () => {
    expect(strong('f() and `fs.rm(x)` and go()')).toEqual([])
    expect(symbols('List.of()')[0]).toMatchObject({ words: ['List'] })
  })

  it('keywords and commit messages call nothing', () => {
    expect(strong('`if (x)` `while(true)` `return(x)` `fix(parser): mend`')).toEqual([])
    expect(strong('`fix(parser)`')).toEqual(['fix()'])
  })
})

describe('definitions', () => {
  it('D5 def, class and function name symbols', () => {
    expect(strong('def load_user, class Session, function parseArgs')).toEqual([
      'def load_user',
      'class Session',
      'function parseArgs',
    ])
    expect(strong('`def main` and `class Account:` and `function run() {`')).toEqual([
      'def main',
      'class Account',
      'function run',
    ])
  })

  it.each([
    'the function calls the other one',
    'the function that is called returns',
    'a class of problems, a class diagram, class names',
    'this class is first class and the class hierarchy',
    'the function signature, the function name',
    'function definitions and function bodies',
    'Class Diagram',
  ])('D5 English is none: %s', text => {
    expect(strong(text)).toEqual([])
  })

  it('D7 a plain word after "function" may be a name, and proves nothing', () => {
    expect(weak('the function authenticate does it')).toEqual(['function authenticate'])
  })
})

describe('CamelCase words', () => {
  it('D5 D7 are weak', () => {
    expect(weak('UserService talks to GitHub and `XMLParser`, OAuth too')).toEqual([
      'UserService',
      'GitHub',
      'XMLParser',
      'OAuth',
    ])
    expect(strong('UserService talks to GitHub')).toEqual([])
  })

  it('D7 need two humps', () => {
    expect(symbols('Word WORD lowerCamel B2B APIs IDs Round14 snake_Case')).toEqual([])
  })

  it('D7 give way to a strong mention of the same word', () => {
    const [only, ...rest] = symbols('UserService here\nand class UserService there')
    expect(only).toMatchObject({ strength: 'strong', words: ['UserService'], line: 1 })
    expect(rest).toEqual([])
  })
})

describe('symbols and paths', () => {
  it.each([
    'src/UserService.ts',
    '`src/UserService.ts`',
    'UserService.ts',
    'see UserService.test.ts',
    'https://x.org/UserService/run()',
    '[[UserService]]',
    '[x](UserService.md)',
    '@docs/UserService.md',
    '<!-- UserService -->',
  ])('D5 nothing inside %s is a symbol', text => {
    expect(symbols(text)).toEqual([])
  })

  it('the text of a link may name one', () => {
    expect(weak('[UserService](notes.md)')).toEqual(['UserService'])
  })
})
