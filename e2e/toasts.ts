// Toasts are gone after seconds, on a busy machine before anyone has looked: each page records them, and tests ask the record.

import { type BrowserContext, expect, type Page, type TestInfo } from '@playwright/test'

type Recording = { toasts?: string[] }

/** For every page that the context will open. */
export async function recordToasts(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const toasts: string[] = []
    Object.assign(window, { toasts })
    const record = (node: Node) => {
      if (!(node instanceof Element)) return
      const notices = node.matches('.ant-message-notice')
        ? [node]
        : node.querySelectorAll('.ant-message-notice')
      for (const notice of notices) toasts.push((notice.textContent ?? '').trim())
    }
    const observer = new MutationObserver((changes) => {
      for (const { addedNodes } of changes) for (const node of addedNodes) record(node)
    })
    observer.observe(document, { childList: true, subtree: true })
  })
}

/** What the pages of a failed test have shown and nobody asked for, each person's: toasts, and what it says beside its fields now. */
export async function attachToasts(contexts: readonly BrowserContext[], testInfo: TestInfo): Promise<void> {
  for (const page of contexts.flatMap((context) => context.pages())) {
    const messages = await page.evaluate(() => [
      ...((window as Recording).toasts ?? []),
      ...Array.from(document.querySelectorAll('h1, [role="alert"], button:disabled'), (shown) =>
        (shown.textContent ?? '').trim(),
      ),
    ])
    const body = [page.url(), ...messages].join('\n')
    await testInfo.attach('toasts', { body, contentType: 'text/plain' })
  }
}

/** Such a toast has come up in the page since it was loaded or last asked for: it is taken from the record. */
export async function expectToast(page: Page, wanted: string | RegExp): Promise<void> {
  const takeToast = async () => {
    const toasts = await page.evaluate(() => (window as Recording).toasts ?? [])
    const found = toasts.findIndex((text) =>
      typeof wanted === 'string' ? text.includes(wanted) : wanted.test(text),
    )
    if (found === -1) return toasts
    await page.evaluate((index) => (window as Recording).toasts?.splice(index, 1), found)
    return 'shown'
  }
  await expect.poll(takeToast, { message: `the toast ${wanted}` }).toBe('shown')
}

/** As a load would: what nobody has asked for is neither recorded nor shown any longer. */
export async function dropToasts(page: Page): Promise<void> {
  await page.evaluate(() => {
    ;(window as Recording).toasts?.splice(0)
    // React takes them away itself, later.
    for (const notice of document.querySelectorAll<HTMLElement>('.ant-message-notice'))
      notice.style.display = 'none'
  })
}
