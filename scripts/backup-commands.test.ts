/** The commands of docs/OPERATIONS.md, Backup, in their order: backup, drill, restore into an empty folder, and a product that runs on it. */
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type RunningProduct, startProduct } from './faults/product.ts'

let root: string
const products: RunningProduct[] = []

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'paywages-commands-'))
  await chmod(root, 0o755)
})
afterAll(async () => {
  for (const product of products) await product.stop()
  await rm(root, { recursive: true, force: true })
})

type Told = { readonly code: number; readonly said: string }

function run(script: string, args: readonly string[], environment: NodeJS.ProcessEnv): Promise<Told> {
  const env = { ...process.env, DATABASE_URL: '', BANK_URL: '', SECRET_KEY: '', DEMO: '0', ...environment }
  return new Promise((settle) => {
    execFile(process.execPath, [join(import.meta.dirname, script), ...args], { env }, (error, out, err) =>
      settle({ code: typeof error?.code === 'number' ? error.code : error ? 1 : 0, said: `${out}${err}` }),
    )
  })
}

async function startReady(folder: string, backups: string): Promise<RunningProduct> {
  const product = await startProduct(folder, { BACKUP_DIR: backups })
  products.push(product)
  await vi.waitFor(
    async () => expect(await product.isReady().catch(() => false), product.said()).toBe(true),
    {
      timeout: 110_000,
      interval: 200,
    },
  )
  return product
}

it('backs up, drills, and brings the product back in an empty folder', { timeout: 400_000 }, async () => {
  const [first, second, backups] = ['first', 'second', 'backups'].map((name) => join(root, name))
  if (!first || !second || !backups) throw new Error('no folders')
  const placed = (folder: string) => ({ DATA_DIR: folder, BACKUP_DIR: backups })

  await mkdir(first)
  await writeFile(join(first, 'secret.key'), `${randomBytes(32).toString('base64')}\n`)
  expect(await run('backup.ts', [], placed(first))).toMatchObject({ code: 1 })
  expect((await run('restore.ts', ['--list'], placed(first))).said).toContain('no backup lies in it')
  // What was refused leaves no folder that looks like a database, or like a place of backups.
  expect([join(first, 'postgres'), backups].filter(existsSync)).toEqual([])
  const product = await startReady(first, backups)
  const backup = await run('backup.ts', [], placed(first))
  expect(backup.said).toContain('Any moment from')
  expect(backup.code).toBe(0)
  const drill = await run('restore-drill.ts', [], placed(first))
  expect(drill.said).toContain('The drill passed.')
  await product.stop()

  // Without its key nothing is restored; with it, into an empty folder only.
  const keyless = await run('restore.ts', [], placed(second))
  expect(keyless.said).toContain('Set SECRET_KEY to the key of the backup')
  await mkdir(second)
  await cp(join(first, 'secret.key'), join(second, 'secret.key'))
  expect((await run('restore.ts', ['--to=yesterday'], placed(second))).said).toContain(
    'no moment with its zone',
  )
  const restore = await run('restore.ts', [], placed(second))
  expect(restore.said).toContain('The database is as it was after its last commit')
  expect((await run('restore.ts', [], placed(second))).said).toContain('holds a database already')
  await startReady(second, backups)
  const off = await run('backup.ts', ['--off'], placed(second))
  expect(off).toMatchObject({ code: 0, said: expect.stringContaining('No more WAL is archived') })
})
