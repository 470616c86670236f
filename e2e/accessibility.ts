// The accessibility scan of a page as it stands: no serious or critical violation of any axe rule, and no moderate one on the signing page.

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import { expect } from './product.ts'

/** What of axe is used in the page. */
type Scanner = {
  readonly _audit: { readonly rules: readonly { readonly id: string; readonly impact: string }[] }
  run(options: object): Promise<{
    readonly violations: readonly {
      readonly id: string
      readonly impact?: string | null
      readonly nodes: readonly { readonly html: string }[]
    }[]
  }>
}

/** What those who sign meet on a phone, once: nothing there may be in their way. */
const STRICT = /^\/sign\//

/** Minified: every document is sent it and compiles it, and the full text has more than twice as much of it. */
const SCANNER = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** One scan for each page and each state of a dialog: `routes.spec` opens every page, other tests what they alone reach. */
export async function expectAccessible(page: Page): Promise<void> {
  // A page that is still loading has nothing to find.
  await expect(page.locator('h1, [role=dialog]').first()).toBeVisible()
  await expect(page.locator('.skeleton-bar')).toHaveCount(0)
  // Once for each document: a dialog is scanned on the page that is there already.
  for (const frame of page.frames()) {
    if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(SCANNER)
  }
  const { pathname } = new URL(page.url())
  const passes = STRICT.test(pathname) ? ['minor'] : ['minor', 'moderate']
  const found = await page.evaluate(async (light) => {
    const { axe: scanner } = window as unknown as { axe: Scanner }
    // Rules that can find nothing worse cost time and cannot fail the test.
    const lighter = scanner._audit.rules.filter(({ impact }) => light.includes(impact))
    const rules = Object.fromEntries(lighter.map(({ id }) => [id, { enabled: false }]))
    const { violations } = await scanner.run({ resultTypes: ['violations'], rules })
    return violations
      .filter(({ impact }) => !light.includes(impact ?? 'minor'))
      .map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
  }, passes)
  expect(found, pathname).toEqual([])
}
