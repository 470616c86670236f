// The fixtures of every browser test: a product of its worker's own on a copy of the seeded demo, and logged-in pages.

import { createHash, createHmac } from 'node:crypto'
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { copySeededFolder, freePort, removeFolder, startProduct, stopProduct } from './run-product.ts'
import { attachToasts, recordToasts } from './toasts.ts'
import { followPages, noteLogin, noteStart } from './visit.ts'

export const PASSWORD = 'Paywages@2026'

export type Product = {
  readonly address: string
  readonly folder: string
  /** Where its sandbox bank has its pages. */
  readonly bank: () => string
  /** Stops and starts it again on the same data, at the same address, with all its clocks so many days ahead. */
  readonly restart: (daysAhead: number) => Promise<void>
}

type LoginOptions = { page?: Page; password?: string; brand?: 1 | 2 }

type Fixtures = {
  /** Through the login page, for tests of logging in and of what happens right after it. */
  readonly logInOnPage: (account: string, options?: LoginOptions) => Promise<void>
  /** By the call alone: the browser has the session's cookie, and no page is open yet. */
  readonly logIn: (account: string, options?: LoginOptions) => Promise<void>
  /** Fails the test when the browser complains: errors, warnings, refused styles or scripts. */
  readonly noComplaints: undefined
}

/** The form in which a password travels (D8). */
function passwordDigest(password: string): string {
  const inner = createHash('sha256').update(password, 'utf8').digest('hex')
  return createHmac('sha256', 'paywages').update(inner).digest('hex')
}

type OwnProduct = { readonly product: Product; readonly end: () => Promise<void> }

async function startOwnProduct(
  port: number,
  settings: Readonly<Record<string, string>>,
): Promise<OwnProduct> {
  const folder = await copySeededFolder()
  let child = await startProduct({ folder, port }, 0, settings)
  const product: Product = {
    folder,
    bank: () => child.bank,
    address: `http://127.0.0.1:${port}`,
    restart: async (daysAhead) => {
      await stopProduct(child)
      child = await startProduct({ folder, port }, daysAhead, settings)
      noteStart()
    },
  }
  const end = async () => {
    await stopProduct(child)
    await removeFolder(folder)
  }
  return { product, end }
}

export async function logInByCall(
  context: BrowserContext,
  baseURL: string | undefined,
  account: string,
  { password = PASSWORD, brand = 1 }: LoginOptions,
): Promise<void> {
  const data = { uaccount: account, upasswd: passwordDigest(password), plat: brand }
  const reply = await context.request.post(`${baseURL}/paywages/api/login`, { data })
  expect(reply.status(), await reply.text()).toBe(200)
  noteLogin(context)
}

type ProductOptions = {
  /** Tests that give it a name of their own share their product with nobody: those that move its clock. */
  productOf: string
  /** Settings beside those of the demo. */
  productSettings: Readonly<Record<string, string>>
}

type WorkerFixtures = {
  /** The product of that name: the one that runs, or a new one in its place and at its address. */
  productNamed: (options: ProductOptions) => Promise<Product>
}

export const test = base.extend<Fixtures & ProductOptions & { product: Product }, WorkerFixtures>({
  productOf: ['everybody', { option: true }],
  productSettings: [{}, { option: true }],
  productNamed: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from it.
    async ({}, use) => {
      const port = await freePort()
      let name: string | undefined
      let running: OwnProduct | undefined
      await use(async ({ productOf, productSettings }) => {
        if (running && name === productOf) return running.product
        // The worker and its browser stay, with the console compiled in the browser's cache.
        const last = running
        running = undefined
        await last?.end()
        running = await startOwnProduct(port, productSettings)
        name = productOf
        return running.product
      })
      await running?.end()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  product: [
    async ({ productNamed, productOf, productSettings }, use) => {
      await use(await productNamed({ productOf, productSettings }))
    },
    { timeout: 180_000 },
  ],
  baseURL: async ({ product }, use) => use(product.address),
  context: async ({ context, browser }, use, testInfo) => {
    await recordToasts(context)
    await followPages(context)
    await use(context)
    // A refusal that only a toast told is gone from the screenshot.
    if (testInfo.status !== testInfo.expectedStatus) await attachToasts(browser.contexts(), testInfo)
    // Pages of other people that a test left open would go on asking the product for news.
    const others = browser.contexts().filter((other) => other !== context)
    await Promise.all(others.map((other) => other.close()))
  },
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
  logIn: async ({ context, baseURL }, use) => {
    await use((account, options = {}) =>
      logInByCall(options.page?.context() ?? context, baseURL, account, options),
    )
  },
  logInOnPage: async ({ page, baseURL }, use) => {
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
