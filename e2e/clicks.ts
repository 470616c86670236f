// How many clicks a task takes: each page counts those that a person made, across the pages of a tab.

import type { Page } from '@playwright/test'

export async function countClicks(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    sessionStorage.setItem('clicks', '0')
    document.addEventListener(
      'click',
      (event) => {
        // Enter in a form clicks its button as well, without a pointer.
        if (!event.isTrusted || event.detail === 0) return
        sessionStorage.setItem('clicks', String(Number(sessionStorage.getItem('clicks')) + 1))
      },
      { capture: true },
    )
  })
  return () => page.evaluate(() => Number(sessionStorage.getItem('clicks')))
}
