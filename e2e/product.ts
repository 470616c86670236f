// Starts the whole product for a worker's journeys, as `npm start` does, in a folder of its own, and stops it afterwards.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { test as base, expect, type Page } from '@playwright/test'

const ROOT = join(import.meta.dirname, '..')
export const PASSWORD = 'Paywages@2026'

export type Product = {
  readonly address: string
  readonly folder: string
  /** Stops and starts it again on the same data, at the same address, with all its clocks so many days ahead. */
  readonly restart: (daysAhead: number) => Promise<void>
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

type Place = { readonly folder: string; readonly port: number }

async function startProduct({ folder, port }: Place, daysAhead = 0): Promise<ChildProcess> {
  const env = {
    ...process.env,
    DATA_DIR: folder,
    PORT: String(port),
    HOST: '127.0.0.1',
    DATABASE_URL: '',
    SECRET_KEY: '',
    DEMO: '1',
    ...(daysAhead === 0 ? {} : movedClock(daysAhead)),
  }
  const child = spawn(join(ROOT, 'node_modules/.bin/node'), ['scripts/start.ts'], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  await new Promise<void>((ready, fail) => {
    const read = (piece: Buffer) => {
      output += piece.toString()
      if (output.includes('Paywages is ready')) ready()
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    child.once('exit', (code) => fail(new Error(`the product did not start (exit ${code}):\n${output}`)))
  })
  return child
}

/** For every process that the product starts, too. */
function movedClock(days: number): NodeJS.ProcessEnv {
  const { NODE_OPTIONS = '' } = process.env
  const loaded = pathToFileURL(join(import.meta.dirname, 'moved-clock.mjs')).href
  return {
    NODE_OPTIONS: `${NODE_OPTIONS} --import=${loaded}`.trim(),
    CLOCK_AHEAD_MS: String(days * 24 * 3_600_000),
  }
}

async function stopProduct(child: ChildProcess): Promise<void> {
  child.removeAllListeners('exit')
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

type Journey = {
  /** A page that fails the journey when the browser complains: errors, warnings, refused styles or scripts. */
  readonly logIn: (
    account: string,
    options?: { page?: Page; password?: string; brand?: 1 | 2 },
  ) => Promise<void>
  readonly noComplaints: undefined
}

export const test = base.extend<Journey, { product: Product; productOf: string }>({
  // Journeys that give it a name of their own share their product with nobody: those that move its clock.
  productOf: ['everybody', { option: true, scope: 'worker' }],
  product: [
    async ({ productOf: _ }, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'paywages-e2e-'))
      // As root the database runs as another user, who must be able to reach it.
      await chmod(folder, 0o755)
      const place = { folder, port: await freePort() }
      let child = await startProduct(place)
      await use({
        folder,
        address: `http://127.0.0.1:${place.port}`,
        restart: async (daysAhead) => {
          await stopProduct(child)
          child = await startProduct(place, daysAhead)
        },
      })
      await stopProduct(child)
      await rm(folder, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: async ({ product }, use) => use(product.address),
  noComplaints: [
    async ({ page }, use) => {
      const complaints: string[] = []
      page.on('pageerror', (error) => complaints.push(String(error)))
      page.on('console', (message) => {
        // A refused call is part of many journeys; the browser reports its HTTP code by itself.
        if (/Failed to load resource/.test(message.text())) return
        if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
      })
      await use(undefined)
      expect(complaints).toEqual([])
    },
    { auto: true },
  ],
  logIn: async ({ page, baseURL }, use) => {
    await use(async (account, options = {}) => {
      const target = options.page ?? page
      await target.goto(`${baseURL}/?plat=${options.brand ?? 1}`)
      await target.getByLabel('账号', { exact: true }).fill(account)
      await target.getByLabel('密码', { exact: true }).fill(options.password ?? PASSWORD)
      await target.getByLabel('密码', { exact: true }).press('Enter')
      await target.waitForURL((url) => url.pathname !== '/')
    })
  },
})

export { expect }
