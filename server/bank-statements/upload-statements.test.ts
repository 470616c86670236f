// Uploading statements over the call: every line told, every refusal in its words, nothing but links changed (D32).

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSignedHttpBank } from '../adapters/bank/signed-http.ts'
import { type PaidRow, paymentsOf, payRows, takenStatements } from '../testing/bank-statements.ts'
import { type Client, signIn } from '../testing/client.ts'
import { payStored, reconcileDays, storeBatch } from '../testing/payout-batches.ts'
import { freshRow, freshRows, type SheetRow } from '../testing/payout-sheet.ts'
import { createPeople, type People } from '../testing/people.ts'
import { openProviderFixture } from '../testing/provider-fixture.ts'
import { startSandboxBank } from '../testing/sandbox-bank.ts'
import { LAYOUTS, type Layout, statementPdf } from '../testing/statement-pdfs.ts'
import { SAMPLE_PAYMENTS, sampleRows } from '../testing/statement-samples.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'

let services: TestServices
let people: People

beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
})
afterAll(() => services.close())

const idsOf = (paid: readonly PaidRow[]) => paid.map(({ rowId }) => rowId)

/** A payer of a provider that nobody else in this file pays for. */
async function newFixture(terms: Parameters<typeof openProviderFixture>[2] = {}) {
  const fixture = await openProviderFixture(services, people, terms)
  return { ...fixture, client: await signIn(services, fixture.pay) }
}

type Place = Awaited<ReturnType<typeof newFixture>>

const pay = (fixture: Place, rows: readonly SheetRow[]) => payRows(services, fixture.pay, rows)

async function resultsOf(client: Client, bytes: Uint8Array) {
  const [reported] = await takenStatements(client, bytes)
  return reported?.lines.map(({ result, rowId }) => (rowId === null ? result : `${result} ${rowId}`))
}

describe.each(Object.entries(LAYOUTS) as [string, Layout][])(
  'uploading a bank statement in the layout "%s"',
  (_, layout) => {
    it('links every line to its row', async () => {
      const fixture = await newFixture()
      const paid = await pay(fixture, [
        ...freshRows(40),
        freshRow({ name: '阿卜杜拉·买买提艾力', remark: '第一周' }),
        freshRow({ name: '黄马户' }),
        freshRow({ amount: '87654.32' }),
      ])
      const [reported] = await takenStatements(fixture.client, await statementPdf(layout, paid))
      expect(reported?.lines.map(({ rowId }) => rowId)).toEqual(idsOf(paid))
      const counts = { lineCount: 43, linkedCount: 43, knownCount: 0, ambiguousCount: 0, missingCount: 0 }
      expect(reported).toMatchObject({ ...counts, refusal: '', fileName: 'statement.pdf' })
    })
  },
)

describe('samples of other programs', () => {
  let fixture: Place
  let paid: PaidRow[]

  /** The bank knows the payments by the numbers that the samples print. */
  async function payWithFixedNumbers(): Promise<void> {
    fixture = await newFixture()
    paid = await pay(fixture, sampleRows())
    for (const [index, { reference, serial }] of SAMPLE_PAYMENTS.entries())
      await services.query(
        `with named as (insert into transfer_names (row_id, reference) values ($1, $2))
         update transfers set bank_serial = $3 where row_id = $1`,
        [paid[index]?.rowId, reference, serial],
      )
  }

  it.each(['lo-two-sided', 'lo-bracketed', 'chromium-wrapped', 'chromium-marked'])(
    'links every line of %s',
    async (name) => {
      await services.query("delete from transfer_names where reference like '%Xsample'")
      await payWithFixedNumbers()
      const bytes = await readFile(
        join(import.meta.dirname, '..', 'adapters', 'pdf', 'samples', `${name}.pdf`),
      )
      expect(await resultsOf(fixture.client, bytes)).toEqual(idsOf(paid).map((id) => `linked ${id}`))
    },
  )
})

it('links each of 1,200 lines in one upload', async () => {
  const fixture = await newFixture()
  const paid = await pay(fixture, freshRows(1_200))
  const [reported] = await takenStatements(fixture.client, await statementPdf(LAYOUTS.twoSided, paid))
  expect(reported?.linkedCount).toBe(1_200)
  expect(reported?.lines.map(({ rowId }) => rowId)).toEqual(idsOf(paid))
}, 90_000)

it('links all lines of the sandbox bank’s own statement, returns included', async () => {
  const bank = await startSandboxBank()
  try {
    await bank.control({ delays: { returnMs: 0 } })
    const real = {
      ...services,
      bank: openSignedHttpBank({ url: bank.url, secret: bank.secret, timeoutMs: 10_000 }),
    }
    const fixture = await newFixture()
    const { batchId } = await storeBatch(services, fixture.pay, [
      ...freshRows(30),
      freshRow({ cardNo: '6222021202000010006', name: '退回来' }),
    ])
    services.clock.set(new Date())
    await payStored(real as never, batchId)
    const day = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)
    await reconcileDays(real as never, [day])
    const paid = await paymentsOf(services, batchId)
    expect(paid.at(-1)?.state).toBe('returned')
    const pdf = await fetch(`${bank.url}/statement.pdf?day=${day}`)
    const client = await signIn(services, fixture.pay)
    const results = await resultsOf(client, new Uint8Array(await pdf.arrayBuffer()))
    expect(results?.toSorted()).toEqual(
      [...idsOf(paid), paid.at(-1)?.rowId].map((id) => `linked ${id}`).toSorted(),
    )
  } finally {
    services.clock.set(new Date('2026-03-16T10:00:00+08:00'))
    await bank.stop()
  }
}, 60_000)
