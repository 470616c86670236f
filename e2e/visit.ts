// Goes to a page of the console as people do, from page to page: loading the whole console again costs three times as much.

import type { BrowserContext, Page } from '@playwright/test'

type Counting = { callsUnderWay?: number }

/** For every page that the context will open: how many calls have not been answered to their end. */
export async function countCalls(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const counting = window as Counting
    counting.callsUnderWay = 0
    const count = (by: number) => {
      counting.callsUnderWay = (counting.callsUnderWay ?? 0) + by
    }
    const send = window.fetch.bind(window)
    window.fetch = (...asked) => {
      count(1)
      const answer = send(...asked)
      void answer
        .then((response) => response.clone().arrayBuffer())
        .catch(() => undefined)
        .finally(() => setTimeout(() => count(-1)))
      return answer
    }
  })
}

/** The start of the product at which a page was loaded: what was loaded before the last one, or before somebody else logged in there, is loaded anew. */
const loadedAt = new WeakMap<Page, number>()
let starts = 0

export function noteStart(): void {
  starts += 1
}

export function loadAnew(context: BrowserContext): void {
  for (const page of context.pages()) loadedAt.delete(page)
}

/** Loaded by its address where the console is not open there, or at that very page; otherwise everything it asks for is there when this returns. */
export async function visit(page: Page, address: string): Promise<void> {
  if (loadedAt.get(page) === starts && staysInConsole(page.url(), address)) {
    await page.evaluate(goWithin, address)
    return
  }
  await page.goto(address)
  loadedAt.set(page, starts)
}

/** Neither the login nor the signing page, nor another server's, is part of it. */
function staysInConsole(from: string, address: string): boolean {
  if (!from.startsWith('http')) return false
  const [here, there] = [new URL(from), new URL(address, from)]
  const isConsole = ({ pathname }: URL) => pathname !== '/' && !/^\/(sign|assets|paywages)\//.test(pathname)
  return (
    here.origin === there.origin && isConsole(here) && isConsole(there) && here.pathname !== there.pathname
  )
}

/** Runs in the page. A heading that two pages share stays, so a page that asks for nothing more is taken for the new one in the end. */
async function goWithin(address: string): Promise<void> {
  const frame = () => new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
  const CALM_FRAMES = 3
  const SAME_HEADING_FRAMES = 40
  const BUSY_FRAMES = 600
  const isBusy = () =>
    ((window as Counting).callsUnderWay ?? 0) > 0 ||
    document.querySelector('h1') === null ||
    document.querySelector('.skeleton-bar') !== null
  // The console hears of an address only once it is there itself; a page that is never done is left all the same.
  for (let waited = 0; isBusy() && waited < BUSY_FRAMES; waited += 1) await frame()
  for (const heading of document.querySelectorAll('h1')) heading.dataset.left = 'true'
  history.pushState({}, '', address)
  const deadline = Date.now() + 60_000
  for (let calm = 0; calm < SAME_HEADING_FRAMES; calm += 1) {
    await frame()
    if (Date.now() > deadline) throw new Error(`${address} is not shown`)
    if (isBusy()) calm = -1
    else if (calm >= CALM_FRAMES && document.querySelector('h1[data-left]') === null) return
  }
}
