import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { runDream } from '../cli/run-dream.ts'
import { type SampleWorld, sampleWorld } from '../cli/sample-project.ts'
import { journalPlace } from '../journal/place.ts'
import { openTab, type Served, served, startBrowser, type Tab } from './browser.ts'

/** Every screen at both widths, to be looked at; kept out of git. */
const PICTURES = join(import.meta.dirname, '../../node_modules/.cache/dream-page')
mkdirSync(PICTURES, { recursive: true })

let browser: Browser
beforeAll(async () => {
  browser = await startBrowser()
})
afterAll(() => browser.close())

const OLD = ['deploy', 'login', 'backup', 'release']

function reviewWorld(): SampleWorld {
  const world = sampleWorld()
  for (const name of OLD)
    world.write(
      `old-${name}.md`,
      `---\nname: old ${name}\ndescription: the old way to ${name}\ntype: project\n---\nThis note is obsolete: do not use it. The ${name} was done by hand, step by step.\n`,
    )
  return world
}

let world: SampleWorld
let server: Served
let tab: Tab
let page: Page

describe('I4 the page in a browser', () => {
  beforeEach(async () => {
    world = reviewWorld()
    server = await served(world)
    tab = await openTab(browser, server)
    page = tab.page
    await page.locator('.item .change').first().waitFor()
  })
  afterEach(async () => {
    await tab.context.close()
    await server.end()
    world.remove()
  })

  const title = () => page.locator('.detail .subject').textContent()
  const waiting = () => page.locator('.side-head h1').textContent()
  const key = (name: string) => page.keyboard.press(name)
  const done = (words: string) => page.locator('.message.done', { hasText: words }).waitFor()
  const there = (name: string | null) => existsSync(join(world.memory, name!))

  it('accepts one, rejects one and takes one back, with keys alone', async () => {
    const all = Number.parseInt((await waiting())!, 10)
    expect(all).toBeGreaterThanOrEqual(4)
    const wait = (items: number) => expect.poll(waiting).toBe(`${items} items waiting for you`)
    const first = await title()
    await key('a')
    await done('archived')
    expect(there(first)).toBe(false)
    await expect.poll(title).not.toBe(first)
    // What said the same as it is settled with it.
    const left = 5
    await wait(left)
    const second = await title()
    await key('r')
    await done('rejected')
    expect(there(second)).toBe(true)
    await wait(left - 1)
    await page.reload()
    await page.locator('.item .change').first().waitFor()
    await key('u')
    await done('Taken back')
    await wait(left)
    await key('u')
    await done('archived')
    await expect.poll(() => there(first)).toBe(true)
    await wait(all)
    expect(tab.complaints).toEqual([])
  })

  it('j, k, l and n go through the list; ? shows the keys', async () => {
    const first = await title()
    await key('j')
    await expect.poll(title).not.toBe(first)
    await key('k')
    await expect.poll(title).toBe(first)
    await key('l')
    await expect.poll(() => page.locator('.event', { hasText: 'Later' }).count()).toBe(1)
    await expect.poll(title).not.toBe(first)
    await key('n')
    await done('never asked again')
    await key('?')
    await page.locator('dialog table.keys').waitFor()
    await key('Escape')
    await expect.poll(() => page.locator('dialog').count()).toBe(0)
  })

  it('edits the note in question with e', async () => {
    const file = await title()
    await key('e')
    await page.locator('textarea.editor').waitFor()
    await page.locator('textarea.editor').fill('A better note.\n')
    await page.keyboard.press('Control+Enter')
    await done('written')
    expect(readFileSync(join(world.memory, file!), 'utf8')).toBe('A better note.\n')
  })

  it('remembers, pins, edits, archives and restores in Memory', async () => {
    await key('g')
    await key('m')
    await page.getByRole('button', { name: 'Remember …' }).click()
    await page.locator('dialog textarea').fill('Decided to ship on Fridays')
    await page.getByRole('button', { name: 'Save' }).click()
    await done('saved')
    await page.locator('.row', { hasText: 'riday' }).first().click()
    await page.getByRole('button', { name: 'Pin', exact: true }).click()
    await done('pinned')
    await page.getByRole('button', { name: 'Unpin' }).waitFor()
    await page.getByRole('button', { name: 'Archive' }).click()
    await done('archived')
    await page.getByLabel('Agents').selectOption('archived')
    await page.locator('.row').first().click()
    await page.getByRole('button', { name: 'Restore' }).click()
    await done('written')
    await page.getByRole('heading', { name: 'What it names' }).waitFor()
    expect(tab.complaints).toEqual([])
  })

  it('runs Dream, shows it in History, and takes it back there', async () => {
    const before = readFileSync(join(world.memory, 'MEMORY.md'), 'utf8')
    await page.getByRole('button', { name: 'Run Dream' }).click()
    await page.getByRole('button', { name: 'Show what would change' }).click()
    await page.getByRole('button', { name: 'Do it' }).click()
    await done('Run finished')
    expect(readFileSync(join(world.memory, 'MEMORY.md'), 'utf8')).not.toBe(before)
    await page.getByRole('button', { name: 'Close' }).last().click()
    await key('g')
    await key('h')
    await page.getByRole('button', { name: 'Undo this run' }).first().click()
    await done('Taken back')
    expect(readFileSync(join(world.memory, 'MEMORY.md'), 'utf8')).toBe(before)
  })

  it('finds as one types, with the reason', async () => {
    await key('/')
    await page.keyboard.type('cents', { delay: 20 })
    await page.locator('.hits mark').first().waitFor()
    expect(await page.locator('.hits').textContent()).toContain('Why')
  })

  it('I9 speaks Chinese, and stays so', async () => {
    await page.getByRole('button', { name: '中文' }).click()
    await expect.poll(waiting).toMatch(/\p{Script=Han}/u)
    await page.reload()
    await expect.poll(waiting).toMatch(/\p{Script=Han}/u)
    expect(await page.locator('html').getAttribute('lang')).toBe('zh-Hans')
  })

  it('hears of what a terminal does, and of the end of the server', async () => {
    const first = await title()
    expect((await runDream(['queue', '--accept', await idOf()], world)).code).toBe(0)
    await expect.poll(title).not.toBe(first)
    await server.end()
    await page.locator('.banner').waitFor()
  })

  const idOf = async () => JSON.parse((await runDream(['queue', '--json'], world)).stdout).items[0].id

  it('a server that is killed during an accept loses nothing', async () => {
    const file = await title()
    const text = readFileSync(join(world.memory, file!), 'utf8')
    await key('a')
    await server.end('SIGKILL')
    await runDream(['doctor', '--fix'], world)
    const next = await served(world)
    const again = await openTab(browser, next)
    await again.page.locator('.item .change').first().waitFor()
    // Accepted as a whole, or not at all; and where it was, history brings it back.
    if (!there(file)) await runDream(['undo'], world)
    expect(readFileSync(join(world.memory, file!), 'utf8')).toBe(text)
    await again.context.close()
    await next.end()
  })

  it('another browser with the same link is told what to do', async () => {
    const other = await openTab(browser, server)
    await other.page.locator('.stopped').waitFor()
    expect(await other.page.textContent('.stopped')).toContain('dream serve')
    await other.context.close()
  })

  it('two tabs and a terminal lose no answer', async () => {
    const second = await tab.context.newPage()
    await second.goto(`${server.origin}/#/inbox`)
    await second.locator('.item .change').first().waitFor()
    const { items } = JSON.parse((await runDream(['queue', '--json'], world)).stdout)
    await second.goto(`${server.origin}/#/inbox/${items[1].id}`)
    await second.locator('.subject', { hasText: items[1].subject }).waitFor()
    await page.goto(`${server.origin}/#/inbox/${items[0].id}`)
    await page.locator('.subject', { hasText: items[0].subject }).waitFor()
    await Promise.all([
      page.keyboard.press('r'),
      second.keyboard.press('r'),
      runDream(['queue', '--reject', items[2].id], world),
    ])
    await expect
      .poll(
        async () =>
          JSON.parse((await runDream(['queue', '--answered', '--json'], world)).stdout).items.length,
      )
      .toBe(3)
  })
})

describe('I4 what hostile notes and other sites try', () => {
  it('a note is text, whatever it holds', async () => {
    world = reviewWorld()
    const nasty = '<img src=x onerror="document.title=1"><script>document.title=2</script>'
    world.write(
      'old-deploy.md',
      `---\nname: ${nasty}\ndescription: ${nasty}\n---\nThis note is obsolete: do not use it. ${nasty} \u001b[2J\u202e {{7*7}}\n`,
    )
    world.write('line.md', `---\nname: line\n---\n${'a line without an end '.repeat(50_000)}\n`)
    server = await served(world)
    tab = await openTab(browser, server)
    page = tab.page
    await page.locator('.item').waitFor()
    const frames = await longest(page, async () => {
      for (const view of ['memory', 'history', 'search', 'inbox']) {
        await page.goto(`${server.origin}/#/${view}`)
        await page.waitForTimeout(300)
      }
      await page.goto(`${server.origin}/#/memory`)
      for (const name of ['line', nasty]) {
        await page.locator('.row', { hasText: name }).first().click()
        await page.locator('pre.text').waitFor()
      }
    })
    await expect.poll(() => page.locator('.detail').textContent()).toContain('onerror')
    expect(await page.title()).not.toMatch(/^[12]$/)
    expect(await page.locator('main img, main script').count()).toBe(0)
    expect(frames).toBeLessThan(2000)
    expect(tab.complaints).toEqual([])
    await tab.context.close()
    await server.end()
    world.remove()
  })

  it('another site reads nothing and changes nothing', async () => {
    world = reviewWorld()
    server = await served(world)
    tab = await openTab(browser, server)
    const before = readdirSync(world.memory).length
    const { createServer } = await import('node:http')
    const evil = createServer((_, answer) => answer.end('<!doctype html><title>evil</title>'))
    await new Promise<void>(resolve => evil.listen(0, '127.0.0.1', resolve))
    const { port } = evil.address() as { port: number }
    const other = await tab.context.newPage()
    await other.goto(`http://localhost:${port}/`)
    const tried = await other.evaluate(ATTACK.replace('ORIGIN', server.origin))
    expect(tried).toEqual([
      'refused',
      expect.stringMatching(/opaque|refused/),
      expect.not.stringContaining('Inbox'),
    ])
    expect(readdirSync(world.memory)).toHaveLength(before)
    evil.close()
    await tab.context.close()
    await server.end()
    world.remove()
  })
})

/** What a page of another site can try, as it runs in the browser. */
const ATTACK = `(async () => {
  const ask = init => fetch('ORIGIN/api/undo', { method: 'POST', credentials: 'include', body: '{}', ...init })
    .then(answer => answer.type === 'opaque' ? 'opaque' : 'read ' + answer.status, () => 'refused')
  const frame = document.createElement('iframe')
  frame.src = 'ORIGIN'
  document.body.append(frame)
  await new Promise(resolve => setTimeout(resolve, 500))
  let framed = 'closed'
  try {
    framed = frame.contentDocument === null ? 'closed' : frame.contentDocument.body.textContent
  } catch {}
  return [await ask({ headers: { 'Content-Type': 'application/json' } }), await ask({ mode: 'no-cors' }), framed]
})()`

const WATCH = `window.longest = 0; new PerformanceObserver(list => {
  for (const { duration } of list.getEntries()) window.longest = Math.max(window.longest, duration)
}).observe({ type: 'longtask', buffered: true })`

/** The longest task in the page while something is done, in milliseconds. */
async function longest(page: Page, work: () => Promise<void>): Promise<number> {
  await page.evaluate(WATCH)
  await work()
  return page.evaluate('window.longest')
}

describe('I4 many notes', () => {
  const folderOf = (notes: number): SampleWorld => {
    const many = sampleWorld()
    for (let at = 0; at < notes; at++)
      many.write(
        `note-${at}.md`,
        `---\nname: Note ${at}\ndescription: about ${at}\ntype: project\n---\nSubject ${at} is in box ${at}.\n`,
      )
    return many
  }

  it('2,000 notes scroll with a bounded number of elements', async () => {
    world = folderOf(2000)
    server = await served(world)
    tab = await openTab(browser, server)
    page = tab.page
    await page.goto(`${server.origin}/#/memory`)
    await page.locator('.row').first().waitFor({ timeout: 300_000 })
    let most = 0
    for (let step = 0; step <= 20; step++) {
      await page.locator('.rows').evaluate((rows, share) => {
        rows.scrollTop = rows.scrollHeight * share
      }, step / 20)
      await page.waitForTimeout(50)
      most = Math.max(most, await page.evaluate<number>(`document.querySelectorAll('*').length`))
    }
    expect(await page.locator('.rows').evaluate(rows => rows.scrollHeight)).toBeGreaterThan(100_000)
    expect(most).toBeLessThan(600)
    await tab.context.close()
    await server.end()
    world.remove()
  })

  it('the first paint takes as long with 1,000 notes as with 10', async () => {
    const times: number[] = []
    for (const notes of [10, 1000]) {
      world = folderOf(notes)
      server = await served(world)
      tab = await openTab(browser, server)
      const paints: number[] = []
      for (let round = 0; round < 5; round++) {
        await tab.page.goto('about:blank')
        await tab.page.goto(`${server.origin}/#/memory`)
        await tab.page.locator('.row').first().waitFor({ timeout: 300_000 })
        paints.push(
          await tab.page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]!.startTime),
        )
      }
      times.push(paints.sort((a, b) => a - b)[2]!)
      await tab.context.close()
      await server.end()
      world.remove()
    }
    process.stdout.write(`first paint with 10 and 1,000 notes: ${times.map(Math.round).join(' and ')} ms\n`)
    expect(times[1]! / times[0]!).toBeLessThan(3)
  })
})

describe.each([
  [1280, 800, 'light'],
  [390, 844, 'dark'],
] as const)('I4 every screen at %i pixels', (width, height, scheme) => {
  const views = ['inbox', 'memory', 'history', 'search', 'journals'] as const

  it('has no violation that axe knows, and is not wider than the window', async () => {
    world = reviewWorld()
    await runDream(['remember', 'Decided to ship on Fridays'], world)
    server = await served(world)
    tab = await openTab(browser, server, width, height)
    page = tab.page
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
    const check = async (name: string) => {
      await page.screenshot({ path: join(PICTURES, `${name}-${width}.png`) })
      const { violations } = await new AxeBuilder({ page }).analyze()
      expect({
        name,
        violations: violations.map(({ id, nodes }) => [id, nodes[0]?.html, nodes[0]?.failureSummary]),
      }).toEqual({ name, violations: [] })
      expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
    }
    for (const view of views) {
      await page.goto(`${server.origin}/#/${view}`)
      await page.locator('h1, .notice').first().waitFor()
      if (view === 'search') await page.keyboard.type('invoices')
      await page.waitForTimeout(1500)
      await check(view)
    }
    await page.goto(`${server.origin}/#/inbox`)
    await page.locator('.row').first().click()
    await page.locator('.item .change').first().waitFor()
    await check('item')
    await page.goto(`${server.origin}/#/memory`)
    await page.locator('.row').first().click()
    await page.locator('.item .references, .item h2').nth(2).waitFor()
    await page.waitForTimeout(500)
    await check('note')
    await page.keyboard.press('?')
    await page.locator('dialog').waitFor()
    await check('keys')
    await page.keyboard.press('Escape')
    await page.keyboard.press('e')
    await page.locator('textarea.editor').waitFor()
    await check('editor')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Run Dream' }).click()
    await page.getByRole('button', { name: 'Show what would change' }).click()
    await page.locator('.planned').waitFor()
    await check('run')
    await tab.context.close()
    await server.end()
    world.remove()
  })

  it('journals: the summary with its sources, the ledger, what was left out', async () => {
    const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
    const place = journalPlace({
      'MEMORY.md': '# Memory\n\n## Current state\n\n- The site runs on Hugo (memory/2026-01-02.md)\n',
      [`memory/${day}.md`]:
        '# Day\n\n- Decision: the shop uses Postgres, not MySQL.\n- Rule: never deploy on a Friday.\n- had lunch\n',
    })
    const env = { DREAM_VAULT_PATH: place.vault }
    const made = await runDream(['journal', 'init', '--folder', place.root], {
      cwd: place.root,
      home: place.home,
      env,
    })
    expect(made.code).toBe(0)
    server = await served({ cwd: place.root, home: place.home, env }, '--folder', place.root)
    tab = await openTab(browser, server, width, height)
    page = tab.page
    await page.goto(`${server.origin}/#/journals`)
    await page.getByText('The site runs on Hugo').waitFor()
    await page.getByText('memory/2026-01-02.md').first().waitFor()
    await page.getByRole('button', { name: 'Review the journals now' }).click()
    await page.getByText('What was left out, and why').waitFor()
    await page.screenshot({ path: join(PICTURES, `journals-full-${width}.png`), fullPage: true })
    const { violations } = await new AxeBuilder({ page }).analyze()
    expect(violations.map(({ id }) => id)).toEqual([])
    await tab.context.close()
    await server.end()
    place.remove()
  })
})
