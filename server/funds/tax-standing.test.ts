// What is owed and what is paid of the tax withheld: by the ledger and by the proofs of the months, to whom it concerns (D31).

import { pdfSample } from '@paywages/domain/files/file-samples.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { signIn } from '../testing/client.ts'
import { hearOf } from '../testing/doubted-transfer.ts'

import { createPeople, type People } from '../testing/people.ts'
import { generateOn, openTaxPlace, payOn, proofsOf, sendProof } from '../testing/tax-place.ts'
import { MONDAY, openTestHouse, type TestHouse } from '../testing/test-house.ts'
import { openWorkplace, type Workplace } from '../testing/workplace.ts'

let house: TestHouse
let people: People
let place: Workplace

beforeAll(async () => {
  house = await openTestHouse()
  people = await createPeople(house)
})
beforeEach(async () => {
  house.clock.set(MONDAY)
  place = await openTaxPlace(house, people)
})
afterAll(() => house.close())

const PROOF = { fileName: 'proof.pdf', value: pdfSample() }

/** As both pages show it. */
async function standing(account = place.pay, ask: { providerId?: number } = {}) {
  const client = await signIn(house, account)
  const { tax } = await client.answer('providerMoney', ask)
  const { beside } = await client.answer('fundFlow', ask)
  if (ask.providerId !== undefined || account === place.pay) expect(beside.tax).toEqual(tax)
  return tax
}

const yuan = (payable: bigint, paid: bigint) => ({
  payableFen: payable * 100n,
  paidFen: paid * 100n,
  openFen: (payable - paid) * 100n,
})

it('counts tax as payable after the payout and as paid while a proof is accepted', async () => {
  expect(await standing()).toEqual(yuan(0n, 0n))
  await payOn(house, place, '2026-01-12')
  expect(await standing()).toEqual(yuan(570n, 0n))
  await generateOn(house, '2026-02-03')
  expect(await standing()).toEqual(yuan(570n, 0n))
  const [proof] = await proofsOf(house, place)
  const taxId = proof?.taxId ?? 0
  const payer = await signIn(house, place.pay)
  expect((await sendProof(payer, taxId, PROOF)).http).toBe(200)
  expect(await standing()).toEqual(yuan(570n, 570n))
  await (await signIn(house, 'managerA')).answer('rejectProof', { taxId, reason: '金额不符' })
  expect(await standing()).toEqual(yuan(570n, 0n))
  expect((await sendProof(payer, taxId, PROOF)).http).toBe(200)
  expect(await standing()).toEqual(yuan(570n, 570n))
})

it('shows overpaid tax after a return in a paid month until the next month is proven', async () => {
  const { batchId } = await payOn(house, place, '2026-01-12')
  await payOn(house, place, '2026-01-13')
  await generateOn(house, '2026-02-03')
  const upload = async () => {
    const [newest] = await proofsOf(house, place)
    const client = await signIn(house, place.pay)
    expect((await sendProof(client, newest?.taxId ?? 0, PROOF)).http).toBe(200)
  }
  await upload()
  await hearOf(house, batchId, 'returned')
  expect(await standing()).toEqual(yuan(570n, 1_140n))
  await generateOn(house, '2026-03-03')
  await upload()
  expect(await standing()).toEqual(yuan(570n, 570n))
})

it('sums tax over the scope or the chosen provider and hides it from others', async () => {
  const before = await standing('managerA')
  await payOn(house, place, '2026-01-12')
  expect((await standing('managerA'))?.payableFen).toBe((before?.payableFen ?? 0n) + 570_00n)
  expect(await standing('managerA', { providerId: place.providerId })).toEqual(yuan(570n, 0n))
  expect(await standing('managerB')).toBeNull()
  const client = await signIn(house, 'managerB')
  const foreign = await client.wire('providerMoney', { providerId: String(place.providerId) })
  expect(JSON.stringify(foreign.body)).not.toContain('570')
})

it('omits tax where nothing was ever withheld and keeps it where it once was', async () => {
  const without = await openWorkplace(house, people, { fen: 1_000_000n })
  expect(await standing(without.pay)).toBeNull()
  await payOn(house, place, '2026-01-12')
  await house.query('update providers set withholds_tax = false where provider_id = $1', [place.providerId])
  expect(await standing()).toEqual(yuan(570n, 0n))
})
