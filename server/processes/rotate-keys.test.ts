// Keys are rotated while people work and workers are killed: everything opens all the time, and in the end nothing needs the old key (ADR 87).

import { execFile, fork } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openDiskStore } from '../adapters/file-store/disk.ts'
import { StartProblem } from '../adapters/start-problem.ts'
import { anchorChain } from '../audit-log/anchor-chain.ts'
import { sealEntries } from '../audit-log/seal-entries.ts'
import { storeMadeFile } from '../files/store-made-file.ts'
import { verifyInvariants } from '../invariants/verify.ts'
import { openResealer, usesOf } from '../keys/reseal.ts'
import { retireKey } from '../keys/retire-key.ts'
import { takeKeys } from '../keys/take-keys.ts'
import { watchKeys } from '../keys/watch-keys.ts'
import { bareEnvironment } from '../testing/bare-environment.ts'
import { signIn } from '../testing/client.ts'
import { giveAppTo } from '../testing/factors.ts'
import { registerBatches, settleAll, startStored, storeBatch, uploadRows } from '../testing/payout-batches.ts'
import { freshRow, freshRows } from '../testing/payout-sheet.ts'
import { createPeople } from '../testing/people.ts'
import { BANK_SECRET, openTestServices, TEST_SECRET, type TestServices } from '../testing/test-services.ts'
import { PROVED_TARGETS, RESEAL_TARGETS } from './reseal-targets.ts'

const NEW_SECRET = 'kQ3vN8xR2mW7zB5tL9cJ4hG6dF1sP0yA'

let before: TestServices
const opened: TestServices[] = []

beforeAll(async () => {
  before = await openTestServices({ takesKeys: true, settings: { SECRET_KEY_NEXT: NEW_SECRET } })
  before.clock.set(new Date())
})
afterAll(async () => {
  for (const services of opened.reverse()) await services.close()
  await before.close()
})

async function open(settings: Record<string, string>): Promise<TestServices> {
  const services = await openTestServices({ sharing: before, takesKeys: true, settings })
  opened.push(services)
  return services
}

const rotatingEnvironment = () => ({
  ...bareEnvironment,
  DATABASE_URL: before.home.url,
  SECRET_KEY: NEW_SECRET,
  SECRET_KEY_OLD: TEST_SECRET,
  BANK_URL: 'http://127.0.0.1:9',
  BANK_SECRET,
  DATA_DIR: before.settings.dataDir,
})

/** `npm run rotate-keys`, as an operator runs it beside the processes. */
function rotateKeys(...words: string[]): Promise<{ code: number; said: string }> {
  const script = join(import.meta.dirname, '../../scripts/rotate-keys.ts')
  return new Promise((settle) => {
    execFile(process.execPath, [script, ...words], { env: rotatingEnvironment() }, (error, out, err) =>
      settle({ code: error ? Number(error.code ?? -1) : 0, said: `${out}${err}` }),
    )
  })
}

/** A worker with the new key, ended as a power cut would as soon as it has begun. */
async function killedWorker(newId: string): Promise<void> {
  const log = openSync(join(before.settings.dataDir, 'worker.log'), 'a')
  const child = fork(join(import.meta.dirname, 'worker.ts'), {
    env: rotatingEnvironment(),
    stdio: ['ignore', log, log, 'ipc'],
    execArgv: [],
  })
  await vi.waitFor(
    async () =>
      expect(
        await before.query('select 1 from providers where starts_with(sealed_particulars, $1)', [newId]),
      ).not.toEqual([]),
    { timeout: 120_000, interval: 5 },
  )
  child.kill('SIGKILL')
  await once(child, 'exit')
}

it('rotates while people upload and pay, through a kill, until nothing uses the old key', async () => {
  const people = await createPeople(before)
  await giveAppTo(before, people.accounts.payA1)
  const files: string[] = []
  const fileOf = (services: TestServices, at: number) =>
    storeMadeFile(services, null, {
      kind: 'document',
      name: `paper ${at}.pdf`,
      content: 'pdf',
      stream: (async function* () {
        yield Buffer.alloc(70_000, at)
      })(),
    })
  for (let at = 0; at < 30; at += 1) files.push(await fileOf(before, at))
  const known = freshRow()
  const restricted = freshRow()
  const payer = await signIn(before, 'payA1')
  await payer.answer('addLimitUser', { name: restricted.name, idCardNo: restricted.idCardNo })
  const paid = await storeBatch(before, 'payA1', [known, ...freshRows(4)])
  await registerBatches(before)
  await startStored(before, paid.batchId)
  await sealEntries(before)
  await anchorChain(before)
  const oldId = before.keys.currentId

  const rotating = await open({ SECRET_KEY: NEW_SECRET, SECRET_KEY_OLD: TEST_SECRET })
  const newId = rotating.keys.currentId
  expect(before.keys.nextId).toBe(newId)
  // Neither of the two may be missing, and the process of the earlier setting does not turn anything back.
  const ringOf = (current: string) => takeKeys(before.database, { current, old: [] })
  for (const current of [NEW_SECRET, TEST_SECRET])
    await expect(ringOf(current)).rejects.toThrow(/^The key [0-9a-f]{8} is still in use and is neither/)
  await expect(ringOf(NEW_SECRET)).rejects.toBeInstanceOf(StartProblem)
  expect(await openResealer(before, RESEAL_TARGETS).round()).toBeUndefined()

  await killedWorker(newId)

  // Two go on side by side, while sheets come by processes of either setting, transfers end and files are read.
  const second = await open({ SECRET_KEY: NEW_SECRET, SECRET_KEY_OLD: TEST_SECRET })
  const other = await storeBatch(rotating, 'payA1', [freshRow()])
  const [one, two, , , , read] = await Promise.all([
    openResealer(rotating, RESEAL_TARGETS, { pauseMs: 0 }).round(),
    openResealer(second, RESEAL_TARGETS, { pauseMs: 0 }).round(),
    settleAll(before),
    storeBatch(before, 'payA1', freshRows(3)),
    startStored(rotating, other.batchId).then(() => settleAll(rotating)),
    Promise.all(
      files.map(async (fileId, at) => {
        const body = await before.files.get(`files/${fileId}`)
        return body !== undefined && (await buffer(body.stream)).equals(Buffer.alloc(70_000, at))
      }),
    ),
  ])
  expect(read).toEqual(files.map(() => true))
  expect((one?.broken ?? 0) + (two?.broken ?? 0)).toBe(0)
  await settleAll(rotating)
  files.push(await fileOf(before, 30))

  // Whoever still seals under the old key, or what lies under it, keeps it.
  const watch = watchKeys(before, 'api')
  await watch.note()
  expect(await retireKey(rotating, PROVED_TARGETS, oldId)).toMatchObject({ may: false, why: 'written-with' })
  await watch.end()
  const asked = await rotateKeys()
  expect(asked.said).toMatch(
    new RegExp(`^${oldId}  older.*\\n(  .*\\n)*  files: 1\\n(  .*\\n)*${newId}  SECRET_KEY\\n  `),
  )
  expect(await rotateKeys(`--retire=${oldId}`)).toEqual({
    code: 1,
    said: expect.stringContaining(`The key ${oldId} is not retired: it is used by `),
  })
  await openResealer(rotating, RESEAL_TARGETS, { pauseMs: 0 }).round()
  for (const { what, byKey } of await usesOf(rotating, PROVED_TARGETS))
    expect([what, [...byKey.keys()].filter((id) => id !== newId)]).toEqual([what, []])
  expect(await rotateKeys(`--retire=${oldId}`)).toEqual({
    code: 0,
    said: expect.stringMatching(`^The key ${oldId} is retired: nothing lies under it.`),
  })
  expect((await rotateKeys()).said).toMatch(new RegExp(`^${oldId}  retired, .*\n${newId}  SECRET_KEY\n`))
  await expect(takeKeys(before.database, before.keys.secrets)).rejects.toThrow('which is retired')

  const after = await open({ SECRET_KEY: NEW_SECRET })
  expect(after.keys.ids).toEqual([newId])
  const reader = await signIn(after, 'payA1')
  const { rows } = await reader.answer('batchRows', { batchId: paid.batchId, phone: known.phone })
  expect(rows[0]?.cardNo).toBe(`${known.cardNo.slice(0, 6)}******${known.cardNo.slice(-4)}`)
  expect((await reader.answer('payDetails', { idCardNo: known.idCardNo })).count).toBe(1)
  const { failedRows } = await uploadRows(after, 'payA1', [restricted])
  expect(failedRows.map(({ reason }) => reason)).toEqual(['该人员为限制转账人员'])
  const raw = await openDiskStore(join(before.settings.dataDir, 'files'))
  for (const [at, fileId] of files.entries()) {
    const body = await after.files.get(`files/${fileId}`)
    expect(body && (await buffer(body.stream))).toEqual(Buffer.alloc(70_000, at))
  }
  for await (const { key } of raw.list('')) expect(await after.files.sealedUnder(key)).toBe(newId)
  await sealEntries(after)
  const findings = await verifyInvariants(after, { bankDays: 0 })
  // The cluster of tests gives durability up, and its money was never recharged.
  const real = findings.filter(
    ({ invariant, what }) => invariant !== 'I9' && !/^recharge \d+ is 0 fen/.test(what),
  )
  expect(real).toEqual([])
}, 300_000)
