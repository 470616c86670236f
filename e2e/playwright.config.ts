// Browser tests in Debian's Chromium; a worker's tests share one product, save those that move its clock, close its months or count what waits in it.

import { defineConfig } from '@playwright/test'

/** They name a product of their own, which a worker starts in place of its last: at the end, so that the others start theirs once. */
const OWN_PRODUCT =
  /(accepted-orders|account-pairs|ambiguous-lines|approval-policies|bank-file-statements|bank-files|demanded-factor|enterprise-contract-days|provider-proofs|recharge-matching|scheduled-starts|second-factor|sessions|stock-month|tax-certificates|tax-filing|tax-imports|workbench)\.spec\.ts$/

/**
 * A page lives for seconds: compiling its code a second and third time, and collecting what goes with it, costs more than it saves.
 * Whole scripts are compiled once and come out of the code cache from then on.
 */
const JS_FLAGS = [
  '--no-lazy',
  '--no-maglev',
  '--no-opt',
  '--single-threaded-gc',
  '--min-semi-space-size=32',
  '--max-semi-space-size=32',
  '--initial-old-space-size=256',
]

export default defineConfig({
  testDir: '.',
  projects: [
    { name: 'shared product', testIgnore: OWN_PRODUCT },
    { name: 'own product', testMatch: OWN_PRODUCT },
  ],
  globalSetup: './global-setup.ts',
  outputDir: './results',
  fullyParallel: false,
  // A third lane works while two wait for the product.
  workers: 3,
  retries: 0,
  forbidOnly: true,
  // Both end what hangs; a slow machine is no failure.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  use: {
    viewport: { width: 1440, height: 900 },
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    // A dialog that grows or fades on a busy machine is clicked where it no longer is, and takes the focus back late.
    contextOptions: { reducedMotion: 'reduce' },
    // A worker's tests take turns in one emptied context: a page in a new one compiles the whole console again.
    reuseContext: true,
    // Recording every step costs a third of the run: `npm test -- e2e/<name>.spec.ts` does it for the tests one looks into.
    trace: process.env.E2E_TRACE === '1' ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      // Without a locale it calls every download with a Chinese name "download".
      env: { ...process.env, LC_ALL: 'C.UTF-8' },
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium-headless-shell',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        `--js-flags=${JS_FLAGS.join(',')}`,
      ],
    },
  },
})
