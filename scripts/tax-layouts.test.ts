// `npm run tax-layouts`: what it prints of good layouts, and that a wrong one ends it with the column's name.

import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'tax-layouts-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function run() {
  const script = new URL('./tax-layouts.ts', import.meta.url).pathname
  const env = { ...process.env, TAX_LAYOUTS_DIR: folder, DATA_DIR: folder }
  return spawnSync(process.execPath, [script], { encoding: 'utf8', env })
}

it('lists the layouts in force, and refuses a wrong one by its column', () => {
  const good = run()
  expect(good.status).toBe(0)
  expect(good.stdout).toContain(`Own layouts are read from ${folder}.`)
  expect(good.stdout).toContain('from 2025-10-01  shipped income-cumulative-2025-10-01.json')
  const columns = [{ heading: '姓名', field: 'surname' }]
  const layout = { kind: 'people', name: 'x', effectiveFrom: '2026-01-01', sheetName: 'x', columns }
  writeFileSync(join(folder, 'own.json'), JSON.stringify(layout))
  const wrong = run()
  expect(wrong.status).toBe(1)
  expect(wrong.stderr).toContain(
    'The tax layout own.json is refused: the column "姓名" has the unknown field "surname".',
  )
})
