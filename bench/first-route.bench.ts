// The login page's JavaScript against React alone (gzip), and what a visitor feels: paint, shift, blocking.

import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { buildApp } from '@paywages/server/processes/app.ts'
import { chromium } from 'playwright-core'
import { build } from 'vite'
import { openBenchServices } from './bench-services.ts'
import { atMost, printTable } from './print-table.ts'

const ROOT = join(import.meta.dirname, '..')
const bench = await openBenchServices()
const app = await buildApp(bench.services)
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium-headless-shell',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
})
try {
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  const sizes: number[] = []
  // What loads after the page has painted, for the pages behind it, is not part of the first route.
  let counting = true
  page.on('response', async (reply) => {
    if (!counting || !reply.url().includes('/assets/') || !reply.url().endsWith('.js')) return
    sizes.push(gzipSync(await reply.body(), { level: 9 }).length)
  })
  await page.addInitScript(() => {
    const seen = { shift: 0, largest: 0, blocking: 0 }
    Object.assign(globalThis, { seen })
    type Entry = { readonly startTime: number; readonly duration: number; readonly value?: number }
    const watch = (type: string, note: (entry: Entry) => void) =>
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) note(entry as Entry)
      }).observe({ type: type as 'mark', buffered: true })
    watch('layout-shift', (entry) => {
      seen.shift += entry.value ?? 0
    })
    watch('largest-contentful-paint', (entry) => {
      seen.largest = entry.startTime
    })
    watch('longtask', (entry) => {
      seen.blocking += Math.max(0, entry.duration - 50)
    })
  })
  await page.goto(`${address}/?plat=1`)
  await page.getByRole('button', { name: '登录' }).waitFor()
  counting = false
  await page.waitForLoadState('networkidle')
  const felt = await page.evaluate(() => ({
    ...(globalThis as unknown as { seen: { shift: number; largest: number; blocking: number } }).seen,
    first: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
  }))
  const react = await reactAlone(bench.folder)
  const ours = sizes.reduce((sum, size) => sum + size, 0)
  printTable([
    atMost('JavaScript of the login page against React alone, gzip', ours / react, 1.4),
    { what: 'in bytes', measured: `${ours} to ${react}`, goal: '', met: null },
    atMost('cumulative layout shift', felt.shift, 0.1, ''),
    {
      what: 'first / largest contentful paint, this machine',
      measured: `${Math.round(felt.first)} / ${Math.round(felt.largest)} ms`,
      goal: '',
      met: null,
    },
    {
      what: 'total blocking time, this machine',
      measured: `${Math.round(felt.blocking)} ms`,
      goal: '',
      met: null,
    },
  ])
} finally {
  await browser.close()
  await app.close()
  await bench.close()
}

/** The smallest page that React can render, built as ours is. */
async function reactAlone(folder: string): Promise<number> {
  // Inside the checkout, so that react is found; removed again.
  const place = join(ROOT, 'node_modules', '.react-alone')
  await mkdir(place, { recursive: true })
  try {
    const entry = join(place, 'main.js')
    await writeFile(
      entry,
      "import { createElement } from 'react'; import { createRoot } from 'react-dom/client'; createRoot(document.body).render(createElement('p', null, 'hello'))",
    )
    const outDir = join(folder, 'react-alone')
    await build({
      root: place,
      logLevel: 'silent',
      configFile: false,
      build: { outDir, emptyOutDir: true, lib: { entry, formats: ['es'], fileName: 'main' }, minify: true },
      define: { 'process.env.NODE_ENV': '"production"' },
    })
    return gzipSync(await readFile(join(outDir, 'main.js')), { level: 9 }).length
  } finally {
    await rm(place, { recursive: true, force: true })
  }
}
