// Uploading statements over the call: every line told, every refusal in its words, nothing but links changed (D32).

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSignedHttpBank } from '../adapters/bank/signed-http.ts'
import { type Client, signIn } from '../testing/client.ts'
import { hearStatements, payStored, storeBatch } from '../testing/payout-batches.ts'
import { freshRow, freshRows, type SheetRow } from '../testing/payout-sheet.ts'
import { createPeople, type People } from '../testing/people.ts'
import { startSandboxBank } from '../testing/sandbox-bank.ts'
import { LAYOUTS, type Layout, statementPdf } from '../testing/statement-pdfs.ts'
import { SAMPLE_PAYMENTS, sampleRows } from '../testing/statement-samples.ts'
import { type PaidRow, paymentsOf, payRows, takenStatements } from '../testing/statements.ts'
import { openTestHouse, type TestHouse } from '../testing/test-house.ts'
import { openWorkplace } from '../testing/workplace.ts'

let house: TestHouse
let people: People

beforeAll(async () => {
  house = await openTestHouse()
  people = await createPeople(house)
})
afterAll(() => house.close())

const idsOf = (paid: readonly PaidRow[]) => paid.map(({ rowId }) => rowId)

/** A payer of a provider that nobody else in this file pays for. */
async function newPlace(terms: Parameters<typeof openWorkplace>[2] = {}) {
  const place = await openWorkplace(house, people, terms)
  return { ...place, client: await signIn(house, place.pay) }
}

type Place = Awaited<ReturnType<typeof newPlace>>

const pay = (place: Place, rows: readonly SheetRow[]) => payRows(house, place.pay, rows)

async function resultsOf(client: Client, bytes: Uint8Array) {
  const [told] = await takenStatements(client, bytes)
  return told?.lines.map(({ result, rowId }) => (rowId === null ? result : `${result} ${rowId}`))
}

describe.each(Object.entries(LAYOUTS) as [string, Layout][])('uploading a bank statement in the layout "%s"', (_, layout) => {
  it('links every line to its row', async () => {
    const place = await newPlace()
    const paid = await pay(place, [
      ...freshRows(40),
      freshRow({ name: '阿卜杜拉·买买提艾力', remark: '第一周' }),
      freshRow({ name: '黄马户' }),
      freshRow({ amount: '87654.32' }),
    ])
    const [told] = await takenStatements(place.client, await statementPdf(layout, paid))
    expect(told?.lines.map(({ rowId }) => rowId)).toEqual(idsOf(paid))
    const counts = { lineCount: 43, linkedCount: 43, knownCount: 0, ambiguousCount: 0, missingCount: 0 }
    expect(told).toMatchObject({ ...counts, refusal: '', fileName: 'statement.pdf' })
  })
})

describe('samples of other programs', () => {
  let place: Place
  let paid: PaidRow[]

  /** The bank knows the payments by the numbers that the samples print. */
  async function payWithFixedNumbers(): Promise<void> {
    place = await newPlace()
    paid = await pay(place, sampleRows())
    for (const [index, { reference, serial }] of SAMPLE_PAYMENTS.entries())
      await house.query('update transfers set reference = $2, bank_serial = $3 where row_id = $1', [
        paid[index]?.rowId,
        reference,
        serial,
      ])
  }

  it.each(['lo-two-sided', 'lo-bracketed', 'chromium-wrapped', 'chromium-marked'])(
    'links every line of %s',
    async (name) => {
      await house.query("update transfers set reference = 'used ' || row_id where reference like '%Xsample'")
      await payWithFixedNumbers()
      const bytes = await readFile(
        join(import.meta.dirname, '..', 'adapters', 'pdf', 'samples', `${name}.pdf`),
      )
      expect(await resultsOf(place.client, bytes)).toEqual(idsOf(paid).map((id) => `linked ${id}`))
    },
  )
})

it('links each of 1,200 lines in one upload', async () => {
  const place = await newPlace()
  const paid = await pay(place, freshRows(1_200))
  const [told] = await takenStatements(place.client, await statementPdf(LAYOUTS.twoSided, paid))
  expect(told?.linkedCount).toBe(1_200)
  expect(told?.lines.map(({ rowId }) => rowId)).toEqual(idsOf(paid))
}, 90_000)

it('links all lines of the sandbox bank’s own statement, returns included', async () => {
  const bank = await startSandboxBank()
  try {
    await bank.control({ delays: { returnMs: 0 } })
    const real = {
      ...house,
      bank: openSignedHttpBank({ url: bank.url, secret: bank.secret, timeoutMs: 10_000 }),
    }
    const place = await newPlace()
    const { batchId } = await storeBatch(house, place.pay, [
      ...freshRows(30),
      freshRow({ cardNo: '6222021202000010006', name: '退回来' }),
    ])
    house.clock.set(new Date())
    await payStored(real as never, batchId)
    const day = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)
    await hearStatements(real as never, [day])
    const paid = await paymentsOf(house, batchId)
    expect(paid.at(-1)?.state).toBe('returned')
    const pdf = await fetch(`${bank.url}/statement.pdf?day=${day}`)
    const client = await signIn(house, place.pay)
    const results = await resultsOf(client, new Uint8Array(await pdf.arrayBuffer()))
    expect(results?.toSorted()).toEqual(
      [...idsOf(paid), paid.at(-1)?.rowId].map((id) => `linked ${id}`).toSorted(),
    )
  } finally {
    house.clock.set(new Date('2026-03-16T10:00:00+08:00'))
    await bank.stop()
  }
}, 60_000)
