// After a restore to before a company had its account for files: what was carried to the bank meanwhile is not paid again on the direct channel (ADR 162).

import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { COMPARE_EVERY_MS } from '@paywages/domain/transfers/sending-gate.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { placeOf } from '../adapters/file-store/disk.ts'
import { type FileCases, openFileCases, refusal } from '../testing/bank-file-cases.ts'
import { downloaded, payByFiles, submitted } from '../testing/bank-files.ts'
import { signIn } from '../testing/client.ts'
import { takeStep } from '../testing/payout-batches.ts'
import { freshRow } from '../testing/payout-sheet.ts'
import { openProviderFixture, type ProviderFixture, readyBatch } from '../testing/provider-fixture.ts'
import { backUp, restore } from '../testing/restored-copy.ts'
import type { TestServices } from '../testing/test-services.ts'
import { guardSending } from '../transfers/guard-sending.ts'
import { forgottenText, noteForgottenFiles, openForgottenFiles } from './forgotten-files.ts'
import { makeBankFiles } from './make-files.ts'

let cases: FileCases
let restored: TestServices
let fixture: ProviderFixture
let other: ProviderFixture
/** Gave its account for files up long before. */
let former: ProviderFixture
const ready = new Map<ProviderFixture, number>()

const make = async (one: ProviderFixture) =>
  ready.set(one, (await readyBatch(cases.services, one, [freshRow({ amount: '1.00' })])).batchId)

async function payBy(one: ProviderFixture): Promise<void> {
  const { services } = cases
  const batchId = ready.get(one) ?? 0
  await payByFiles(services, one.providerId)
  await takeStep(services, one.pay, batchId, 'transferring')
  await makeBankFiles(services)
  const [file] = await services.query<{ id: number }>(
    'select bank_file_id as id from bank_files where batch_id = $1',
    [batchId],
  )
  await submitted(services, file?.id ?? 0, one.pay)
}

beforeAll(async () => {
  cases = await openFileCases()
  const { services, company } = cases
  fixture = await company()
  other = await company()
  former = await company()
  // Each would else be told from the others by its name alone.
  await services.query(`update providers set taxpayer_id = 'T' || lpad(provider_id::text, 15, '0')`)
  await make(former)
  await payBy(former)
  await services.query('update paying_accounts set is_default = false, enabled = false')
  for (const one of [fixture, other, former]) await make(one)
  const backup = await backUp(services)
  await payBy(fixture)
  restored = await restore(services, backup)
})
afterAll(async () => {
  await restored.close()
  await cases.close()
})

const startDirectly = (one: ProviderFixture) =>
  takeStep(restored, one.pay, ready.get(one) ?? 0, 'transferring')

const guard = () => guardSending(restored, { noteLost: noteForgottenFiles })

describe('a bank file that a restore has forgotten', () => {
  it('keeps its company from starting directly before any worker has looked', async () => {
    expect(await refusal(startDirectly(fixture))).toBe('direct-start-restored')
  })

  it('keeps it so where the file store was away at the first look, which is made again', async () => {
    const { list } = restored.files
    Object.assign(restored.files, {
      list: () => {
        throw new Error('the store is away')
      },
    })
    try {
      expect(await guard()).toEqual({ state: 'open' })
    } finally {
      Object.assign(restored.files, { list })
    }
    expect(await refusal(startDirectly(fixture))).toBe('direct-start-restored')
    restored.clock.advance(COMPARE_EVERY_MS)
    await guard()
    expect(await restored.query('select 1 from sending_gate where restored_at is not null')).toHaveLength(1)
  })

  it('keeps its company from starting directly, and no other', async () => {
    expect(await restored.query('select 1 from paying_accounts where enabled')).toEqual([])
    expect(await guard()).toEqual({ state: 'open' })
    expect(await refusal(startDirectly(fixture))).toBe('direct-start-restored')
    await startDirectly(other)
    await startDirectly(former)
  })

  it('is named, with what people look for in online banking', async () => {
    const [found, more] = await openForgottenFiles(restored)
    expect(more).toBeUndefined()
    expect(found && forgottenText(found)).toMatch(
      new RegExp(
        `^provider ${fixture.providerId} \\(Provider W\\d+\\): .+\\.xlsx, 1 rows, 1\\.00 yuan, handed out at 2026-`,
      ),
    )
  })

  it('is found and held by a mark that cannot be read', async () => {
    const keys = ['', `/${(await openForgottenFiles(restored))[0]?.storeFileId}`]
    const places = keys.map((rest) =>
      join(restored.settings.dataDir, 'files', ...placeOf(`bank-file-marks/${fixture.providerId}${rest}`)),
    )
    const kept = await Promise.all(places.map((place) => readFile(place)))
    await Promise.all(places.map((place) => writeFile(place, 'cut')))
    try {
      expect(await openForgottenFiles(restored)).toMatchObject([{ mark: undefined }])
      expect(await refusal(startDirectly(fixture))).toBe('direct-start-restored')
    } finally {
      await Promise.all(places.map((place, index) => writeFile(place, kept[index] ?? '')))
    }
  })

  it('is told once: after the comparison of two managers its company starts, and no restart holds it again', async () => {
    await compared(restored, fixture.providerId)
    restored.clock.advance(60_000)
    await restored.query(`update sending_gate set server_started_at = server_started_at - interval '1 day'`)
    await guard()
    expect(await openForgottenFiles(restored)).toEqual([])
    await startDirectly(fixture)
  })

  it('is no file that the database knows, and none where nothing was restored', async () => {
    expect(await noteForgottenFiles(cases.services)).toEqual([])
  })
})

async function compared(services: TestServices, providerId: number): Promise<void> {
  const manager = await signIn(services, 'managerA')
  const { body } = await manager.call('releaseBankFiles', { providerId, word: 'it was executed there' })
  const { proposalId } = body as unknown as { proposalId: number }
  await (await signIn(services, 'admin')).answer('confirmProposal', { proposalId })
}

describe('a company that a restore has forgotten with its bank file', () => {
  let copy: TestServices
  let bystander: ProviderFixture
  let anew: ProviderFixture
  /** Neither name nor taxpayer number tell of the lost one. */
  let stranger: ProviderFixture
  const paid = freshRow({ amount: '1.00' })
  const start = async (one: ProviderFixture, row = freshRow({ amount: '1.00' })) => {
    const { batchId } = await readyBatch(copy, one, [freshRow({ amount: '3.00' }), row])
    return refusal(takeStep(copy, one.pay, batchId, 'transferring'))
  }

  beforeAll(async () => {
    const { services, company, people } = cases
    const backup = await backUp(services)
    const lost = await company()
    await services.query(`update providers set taxpayer_id = '' where provider_id = $1`, [lost.providerId])
    ready.set(
      lost,
      (await readyBatch(services, lost, [freshRow({ amount: '1.00' }), paid, freshRow({ amount: '2.00' })]))
        .batchId,
    )
    await payBy(lost)
    const [{ name } = { name: '' }] = await services.query<{ name: string }>(
      'select name from providers where provider_id = $1',
      [lost.providerId],
    )
    copy = await restore(services, backup)
    // The ids begin again where the backup was made.
    bystander = await openProviderFixture(copy, people, { fen: 100_000n })
    anew = await openProviderFixture(copy, people, { fen: 100_000n })
    stranger = await openProviderFixture(copy, people, { fen: 100_000n })
    expect(bystander.providerId).toBe(lost.providerId)
    await copy.query(`update providers set name = $2, taxpayer_id = '' where provider_id = $1`, [
      anew.providerId,
      name,
    ])
  })
  afterAll(() => copy.close())

  it('has one of its people paid the same by no company of another name and number, and others by any', async () => {
    expect(await start(stranger, paid)).toBe('direct-start-restored')
    expect(await start(stranger, { ...paid, amount: '1.01' })).toBeUndefined()
    expect(await start(stranger)).toBeUndefined()
  })

  it('starts nothing directly under another id before any worker has looked, nor afterwards', async () => {
    expect(await start(anew)).toBe('direct-start-restored')
    expect(await guardSending(copy, { noteLost: noteForgottenFiles })).toEqual({ state: 'open' })
    expect(await start(anew)).toBe('direct-start-restored')
    expect(await start(other)).toBeUndefined()
  })

  it('starts again once two managers have compared, as does whoever has its id now', async () => {
    expect(await start(bystander)).toBe('direct-start-restored')
    await compared(copy, anew.providerId)
    expect(await start(anew)).toBeUndefined()
    expect(await openForgottenFiles(copy)).toHaveLength(1)
    await compared(copy, bystander.providerId)
    expect(await start(bystander)).toBeUndefined()
    expect(await start(stranger, paid)).toBe('direct-start-restored')
    await compared(copy, stranger.providerId)
    expect(await start(stranger, paid)).toBeUndefined()
    expect(await openForgottenFiles(copy)).toEqual([])
  })
})

it('hands out no file that cannot be marked', async () => {
  const { services, company } = cases
  const held = await company()
  const { batchId } = await readyBatch(services, held, [freshRow({ amount: '1.00' })])
  await payByFiles(services, held.providerId)
  await takeStep(services, held.pay, batchId, 'transferring')
  await makeBankFiles(services)
  const [file] = await services.query<{ id: number }>(
    'select bank_file_id as id from bank_files where batch_id = $1',
    [batchId],
  )
  const put = services.files.put
  Object.assign(services.files, { put: () => Promise.reject(new Error('the store is away')) })
  try {
    await expect(downloaded(services, file?.id ?? 0, held.pay)).rejects.toThrow('the store is away')
  } finally {
    Object.assign(services.files, { put })
  }
})
