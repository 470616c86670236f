// The VAT that starts withheld, worked out once more: honest months pass, and a figure that the rules do not give is found (I13).

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { signIn } from '../testing/client.ts'
import { applyUpdateOf } from '../testing/doubted-transfer.ts'
import { sendAll } from '../testing/payout-batches.ts'
import { freshRow, type SheetRow } from '../testing/payout-sheet.ts'
import { createPeople, type People } from '../testing/people.ts'
import {
  creditFen,
  openProviderFixture,
  type ProviderFixture,
  startedBatch,
} from '../testing/provider-fixture.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'
import { lastVerification } from './store.ts'
import { vatIsReckoned } from './vat-withheld-checks.ts'
import { verifyInvariants, watchInvariants } from './verify.ts'

let services: TestServices
let people: People
let own: ProviderFixture
let neighbour: ProviderFixture
let person: SheetRow

beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
})
beforeEach(async () => {
  at('2026-11-10')
  const fen = 1_000_000_000n
  own = await openProviderFixture(services, people, { fen, limitFen: 1_000_000_00n, taxMethod: 'cumulative' })
  neighbour = await openProviderFixture(services, people, { fen })
  await services.query("update providers set vat_bearer = 'person' where provider_id = $1", [own.providerId])
  person = freshRow()
})
afterEach(async () => {
  expect(await found()).toEqual([])
})
afterAll(() => services.close())

const at = (day: string, time = '10:00:00') => services.clock.set(new Date(`${day}T${time}+08:00`))

let remarks = 0
async function paid(day: string, by: ProviderFixture, ...amounts: string[]) {
  at(day)
  const month = day.slice(0, 7)
  const rows = amounts.map((amount) => {
    remarks += 1
    return { ...person, amount, month, remark: `no. ${remarks}` }
  })
  const batch = await startedBatch(services, by, rows)
  await sendAll(services)
  return batch
}

async function found(since = new Date(0)): Promise<string[]> {
  const findings = await services.database.read((tx) => vatIsReckoned(services, tx, since))
  return findings.map(({ what }) => what)
}

const addVat = (rowId: number | undefined, fen: number) =>
  services.query('update payout_rows set vat_fen = vat_fen + $2 where row_id = $1', [rowId, fen])

async function vatOf({ batchId }: { readonly batchId: number }): Promise<bigint[]> {
  const rows = await services.query<{ fen: bigint }>(
    'select vat_fen as fen from payout_rows where batch_id = $1 order by row_id',
    [batchId],
  )
  return rows.map(({ fen }) => fen)
}

describe('VAT that a start withheld', () => {
  it('is what the rules give for what stood then, whatever became of it since', async () => {
    await paid('2026-11-10', neighbour, '30000')
    const back = await paid('2026-11-11', own, '60000', '31000')
    expect((await vatOf(back))[1]).toBeGreaterThan(0n)
    const later = await paid('2026-11-12', own, '5000')
    at('2026-11-13')
    await applyUpdateOf(services, back.batchId, 'returned')
    expect(await vatOf(await paid('2026-11-14', own, '5000'))).toEqual([0n])
    expect(await vatOf(later)).not.toEqual([0n])
    expect(await vatOf(await paid('2026-12-01', own, '90000'))).toEqual([0n])
    expect(await found()).toEqual([])
  })

  it.each([1, -1])('is found where it is %s fen off, in the batch it was fixed in', async (fen) => {
    await paid('2026-11-10', own, '60000')
    const { batchNo, rowIds } = await paid('2026-11-11', own, '61000')
    await addVat(rowIds[0], fen)
    const due = 1_269_90
    expect(await found()).toEqual([
      `batch ${batchNo}: row ${rowIds[0]} withholds ${due + fen} fen of VAT, by what stood at the start it is ${due}`,
    ])
    expect(await found(new Date('2026-11-11T10:00:00.001+08:00'))).toEqual([])
    await addVat(rowIds[0], -fen)
  })

  it('is found where nothing falls due, and where what falls due was left', async () => {
    const below = await paid('2026-11-10', own, '60000')
    await addVat(below.rowIds[0], 100)
    expect(await found()).toEqual([
      `batch ${below.batchNo}: row ${below.rowIds[0]} withholds 100 fen of VAT, by what stood at the start it is 0`,
    ])
    await addVat(below.rowIds[0], -100)
    const crossing = await paid('2026-11-11', own, '61000')
    await addVat(crossing.rowIds[0], -1_269_90)
    expect(await found()).toEqual([
      `batch ${crossing.batchNo}: row ${crossing.rowIds[0]} withholds 0 fen of VAT, by what stood at the start it is 126990`,
    ])
    await addVat(crossing.rowIds[0], 1_269_90)
  })

  it('is right either way where a neighbour started, or a payout came back, at about the same moment', async () => {
    await paid('2026-11-10', neighbour, '60000')
    const back = await paid('2026-11-11', own, '20000')
    const crossing = await paid('2026-11-12', own, '30000')
    const [due = 0n] = await vatOf(crossing)
    expect(due).toBeGreaterThan(0n)
    await addVat(crossing.rowIds[0], -Number(due))
    expect(await found()).toHaveLength(1)
    // Dated before the start, and written after it.
    at('2026-11-12', '09:55:00')
    await applyUpdateOf(services, back.batchId, 'returned')
    expect(await found()).toEqual([])
    await addVat(crossing.rowIds[0], Number(due))

    person = freshRow()
    await paid('2026-11-15', neighbour, '60000')
    const beside = await paid('2026-11-15', own, '41000')
    await addVat(beside.rowIds[0], -430_30)
    expect(await found()).toEqual([])
    await addVat(beside.rowIds[0], 430_30)
  })

  it('goes by the companies that were on the platform then', async () => {
    const elsewhere = { providerId: people.providers.B1, pay: 'payB1', check: 'checkB1' }
    await creditFen(services, elsewhere.providerId, 1_000_000_000n)
    await paid('2026-11-10', elsewhere, '60000')
    expect(await vatOf(await paid('2026-11-11', own, '41000'))).toEqual([0n])
    at('2026-11-20')
    const { platforms } = people
    const joined = { platformIds: [platforms.A, platforms.B], providerName: 'Provider B1', serviceRate: 1 }
    const admin = await signIn(services, 'admin')
    expect(await admin.wire('updateProvider', { ...joined, providerId: elsewhere.providerId })).toMatchObject(
      {
        http: 200,
      },
    )
    expect(await found()).toEqual([])
    // With them the month is above it from here on.
    expect(await vatOf(await paid('2026-11-21', own, '2000'))).not.toEqual([0n])
    expect(await found()).toEqual([])
  })
})

it('is told by the regular checks until it is mended, and by the whole proof', async () => {
  const { batchNo, rowIds } = await paid('2026-11-12', own, '121000')
  const finding = expect.stringContaining(`batch ${batchNo}: row ${rowIds[0]} withholds 126991 fen of VAT`)
  const told = async () => {
    await watchInvariants(services)
    const last = await services.database.query((tx) => lastVerification(tx))
    return (last?.findings ?? []).map(({ what }) => what).filter((what) => what.includes('fen of VAT, by'))
  }
  expect(await told()).toEqual([])
  await addVat(rowIds[0], 1)
  expect(await told()).toEqual([finding])
  const proof = await verifyInvariants(services, { bankDays: 0 })
  expect(proof.map(({ what }) => what)).toContainEqual(finding)
  await addVat(rowIds[0], -1)
  expect(await told()).toEqual([])
})
