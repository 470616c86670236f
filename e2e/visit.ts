// Goes to a page of the console as people do, from page to page: loading the whole console again costs three times as much.

import type { BrowserContext, Page } from '@playwright/test'
import { dropToasts } from './toasts.ts'

type Followed = { restOf?: (atMost: number) => Promise<boolean> }

/** A page that has not come to rest after so long is loaded by its address instead, or taken as it stands. */
const REST_MS = 15_000

const followed = new Set<Page>()
/** Loaded before somebody else logged in there, or before a start of the product. */
const outdated = new WeakSet<Page>()

/** For every page that the context will open: what it waits for, and whether it was loaded since. */
export async function followPages(context: BrowserContext): Promise<void> {
  await context.addInitScript(followWork)
  const follow = (page: Page) => {
    followed.add(page)
    page.on('domcontentloaded', () => outdated.delete(page))
    page.on('close', () => followed.delete(page))
  }
  context.pages().forEach(follow)
  context.on('page', follow)
}

export function noteLogin(context: BrowserContext): void {
  for (const page of context.pages()) outdated.add(page)
}

export function noteStart(): void {
  for (const page of followed) outdated.add(page)
}

/** Waits until the console has all it asked for and has done what it does upon that, leaving for another page included. False where it does not, or is not open. */
export function comeToRest(page: Page): Promise<boolean> {
  return page.evaluate((atMost) => (window as Followed).restOf?.(atMost) ?? false, REST_MS)
}

/** By its address where no console is open, or at that very page. A page at rest alone is left from within: what it was about to do could lead it away from the next. */
export async function visit(page: Page, address: string): Promise<void> {
  const isOpen = followed.has(page) && !outdated.has(page)
  if (isOpen && (await comeToRest(page)) && (await page.evaluate(canGoWithin, address))) {
    await dropToasts(page)
    if (await page.evaluate(goWithin, { address, atMost: REST_MS })) {
      await comeToRest(page)
      return
    }
  }
  await page.goto(address)
}

/** Runs in the page, as the next ones. Another page of the console, which is neither the login nor a signing page. */
function canGoWithin(address: string): boolean {
  const { origin, pathname } = new URL(address, location.href)
  if (origin !== location.origin || /^\/($|(sign|assets|paywages)\/)/.test(pathname)) return false
  return pathname !== location.pathname && document.querySelector('#main > .page') !== null
}

/** Each page of the console is an element of its own: once it is gone, nothing of it is taken for the next one's. */
function goWithin({ address, atMost }: { address: string; atMost: number }): Promise<boolean> {
  const left = document.querySelector('#main > .page')
  history.pushState({}, '', address)
  return new Promise((resolve) => {
    const end = (isGone: boolean) => {
      observer.disconnect()
      clearTimeout(late)
      resolve(isGone)
    }
    const observer = new MutationObserver(() => left?.isConnected || end(true))
    const late = setTimeout(() => end(false), atMost)
    observer.observe(document, { childList: true, subtree: true })
  })
}

/** Before anything else of the page runs: keeps the calls that are not answered to their end. */
function followWork(): void {
  const underWay = new Set<Promise<unknown>>()
  const follow = (answered: Promise<unknown>) => {
    const ended = answered.catch(() => undefined).finally(() => underWay.delete(ended))
    underWay.add(ended)
  }
  const ask = window.fetch.bind(window)
  window.fetch = (...asked) => {
    const answer = ask(...asked)
    follow(answer.then((response) => response.clone().arrayBuffer()))
    return answer
  }
  const { send } = XMLHttpRequest.prototype
  XMLHttpRequest.prototype.send = function (...sent) {
    follow(new Promise((resolve) => this.addEventListener('loadend', resolve)))
    send.apply(this, sent)
  }

  const isBusy = () =>
    underWay.size > 0 ||
    document.querySelector('#main h1') === null ||
    document.querySelector('.skeleton-bar, .ant-btn-loading, [aria-busy="true"]') !== null
  /** A frame is drawn, and no task that the page has begun is left. */
  const turn = () =>
    new Promise<void>((resolve) => requestAnimationFrame(() => requestIdleCallback(() => resolve())))

  const restOf = async (atMost: number) => {
    const end = performance.now() + atMost
    const late = new Promise((resolve) => setTimeout(resolve, atMost))
    // What a page does upon an answer may ask for more: twice nothing, and it waits for nobody but the person.
    for (let calm = 0; calm < 2; calm = isBusy() ? 0 : calm + 1) {
      if (performance.now() > end || document.getElementById('main') === null) return false
      await Promise.race([Promise.all(underWay).then(turn), late])
    }
    return performance.now() <= end
  }
  Object.assign(window, { restOf })
}
