import { type ChildProcess, spawn } from 'node:child_process'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { installChromium } from '../../scripts/chromium.mjs'
import { builtCommand } from '../built.ts'
import type { World } from '../cli/run-dream.ts'

/** The browser of the tests, installed where it is missing: a test of the page is never left out. */
export const startBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: installChromium(),
    args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })

/** `dream serve` as a user starts it, in a process of its own. */
export interface Served {
  readonly address: string
  readonly origin: string
  readonly process: ChildProcess
  end(signal?: NodeJS.Signals): Promise<void>
}

export async function served({ cwd, home, env = {} }: World, ...args: readonly string[]): Promise<Served> {
  const child = spawn(process.execPath, [builtCommand(), 'serve', '--no-open', ...args], {
    cwd,
    env: { PATH: process.env['PATH'], HOME: home, TZ: 'UTC', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  const address = await new Promise<string>((resolve, reject) => {
    child.once('exit', () => reject(new Error(said)))
    child.stderr!.setEncoding('utf8').on('data', part => {
      said += part
      const found = /http:\S+/.exec(said)?.[0]
      if (found !== undefined && said.endsWith('\n')) resolve(found)
    })
  })
  return {
    address,
    origin: new URL(address).origin,
    process: child,
    end: (signal = 'SIGINT') =>
      new Promise(resolve => {
        if (child.exitCode !== null || child.signalCode !== null) return resolve()
        child.once('exit', () => resolve())
        child.kill(signal)
      }),
  }
}

/** A tab that is signed in, and all that it complained about. */
export interface Tab {
  readonly page: Page
  readonly context: BrowserContext
  readonly complaints: string[]
}

export async function openTab(
  browser: Browser,
  { address }: Served,
  width = 1280,
  height = 800,
): Promise<Tab> {
  const context = await browser.newContext({ viewport: { width, height }, locale: 'en-US' })
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('pageerror', error => complaints.push(error.message))
  page.on('console', message => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  page.on('request', request => {
    if (!request.url().startsWith(new URL(address).origin)) complaints.push(`asked ${request.url()}`)
  })
  await page.goto(address)
  return { page, context, complaints }
}
