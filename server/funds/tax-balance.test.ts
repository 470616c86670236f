// What is owed and what is paid of the tax withheld: by the ledger and by the proofs of the months, to whom it concerns (D31).

import { pdfSample } from '@paywages/domain/files/file-samples.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { signIn } from '../testing/client.ts'
import { applyUpdateOf } from '../testing/doubted-transfer.ts'

import { createPeople, type People } from '../testing/people.ts'
import { openProviderFixture, type ProviderFixture } from '../testing/provider-fixture.ts'
import { generateOn, openTaxFixture, payOn, proofsOf, sendProof } from '../testing/tax-fixture.ts'
import { MONDAY, openTestServices, type TestServices } from '../testing/test-services.ts'

let services: TestServices
let people: People
let fixture: ProviderFixture

beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
})
beforeEach(async () => {
  services.clock.set(MONDAY)
  fixture = await openTaxFixture(services, people)
})
afterAll(() => services.close())

const PROOF = { fileName: 'proof.pdf', value: pdfSample() }

/** As both pages show it. */
async function taxBalance(account = fixture.pay, input: { providerId?: number } = {}) {
  const client = await signIn(services, account)
  const { tax } = await client.answer('providerMoney', input)
  const { beside } = await client.answer('fundFlow', input)
  if (input.providerId !== undefined || account === fixture.pay) expect(beside.tax).toEqual(tax)
  return tax
}

const yuan = (payable: bigint, paid: bigint) => ({
  payableFen: payable * 100n,
  paidFen: paid * 100n,
  openFen: (payable - paid) * 100n,
})

it('counts tax as payable after the payout and as paid while a proof is accepted', async () => {
  expect(await taxBalance()).toEqual(yuan(0n, 0n))
  await payOn(services, fixture, '2026-01-12')
  expect(await taxBalance()).toEqual(yuan(570n, 0n))
  await generateOn(services, '2026-02-03')
  expect(await taxBalance()).toEqual(yuan(570n, 0n))
  const [proof] = await proofsOf(services, fixture)
  const taxId = proof?.taxId ?? 0
  const payer = await signIn(services, fixture.pay)
  expect((await sendProof(payer, taxId, PROOF)).http).toBe(200)
  expect(await taxBalance()).toEqual(yuan(570n, 570n))
  await (await signIn(services, 'managerA')).answer('rejectProof', { taxId, reason: '金额不符' })
  expect(await taxBalance()).toEqual(yuan(570n, 0n))
  expect((await sendProof(payer, taxId, PROOF)).http).toBe(200)
  expect(await taxBalance()).toEqual(yuan(570n, 570n))
})

it('shows overpaid tax after a return in a paid month until the next month is proven', async () => {
  const { batchId } = await payOn(services, fixture, '2026-01-12')
  await payOn(services, fixture, '2026-01-13')
  await generateOn(services, '2026-02-03')
  const upload = async () => {
    const [newest] = await proofsOf(services, fixture)
    const client = await signIn(services, fixture.pay)
    expect((await sendProof(client, newest?.taxId ?? 0, PROOF)).http).toBe(200)
  }
  await upload()
  await applyUpdateOf(services, batchId, 'returned')
  expect(await taxBalance()).toEqual(yuan(570n, 1_140n))
  await generateOn(services, '2026-03-03')
  await upload()
  expect(await taxBalance()).toEqual(yuan(570n, 570n))
})

it('sums tax over the scope or the chosen provider and hides it from others', async () => {
  const before = await taxBalance('managerA')
  await payOn(services, fixture, '2026-01-12')
  expect((await taxBalance('managerA'))?.payableFen).toBe((before?.payableFen ?? 0n) + 570_00n)
  expect(await taxBalance('managerA', { providerId: fixture.providerId })).toEqual(yuan(570n, 0n))
  expect(await taxBalance('managerB')).toBeNull()
  const client = await signIn(services, 'managerB')
  const foreign = await client.wire('providerMoney', { providerId: String(fixture.providerId) })
  expect(JSON.stringify(foreign.body)).not.toContain('570')
})

it('omits tax where nothing was ever withheld and keeps it where it once was', async () => {
  const without = await openProviderFixture(services, people, { fen: 1_000_000n })
  expect(await taxBalance(without.pay)).toBeNull()
  await payOn(services, fixture, '2026-01-12')
  await services.query('update providers set withholds_tax = false where provider_id = $1', [
    fixture.providerId,
  ])
  expect(await taxBalance()).toEqual(yuan(570n, 0n))
})
