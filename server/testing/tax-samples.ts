// One good request for every call about tax: proofs, tax certificates, filings and the tax calculator.

import { DAY_MS, shanghaiMonth } from '@paywages/domain/calendar/shanghai.ts'
import { registeredPerson } from './freelancers.ts'
import { payStored, storeBatch } from './payout-batches.ts'
import { OF_ROLE, type People, type Role } from './people.ts'
import { freshMonth, storeCorrection, storeProof, storeTaxCertificate, storeUploadedProof } from './tax.ts'
import { enteredAdjustment } from './tax-adjustments.ts'
import type { TestServices } from './test-services.ts'
import { storeYearJob, storeYearStatement } from './year-statements.ts'

type Place = { readonly services: TestServices; readonly people: People }

const proofOf = async ({ services, people }: Place) => ({
  taxId: await storeProof(services, people.providers.A1),
})

async function paidLongAgo({ services }: Place): Promise<number> {
  const { batchId, rowIds } = await storeBatch(services, 'payA1')
  await payStored(services, batchId, new Date(services.clock.now().getTime() - 40 * DAY_MS))
  const [rowId] = rowIds
  if (rowId === undefined) throw new Error('nobody was paid')
  return rowId
}

const generates = async (fixture: Place) => {
  await paidLongAgo(fixture)
  return {}
}

async function closedMonth({ services, people }: Place) {
  const providerId = people.providers.A1
  const month = freshMonth()
  await storeProof(services, providerId, month)
  return { providerId, month }
}

const yearStatementOf = async (fixture: Place) =>
  storeYearStatement(fixture.services, fixture.people.providers.A1, await paidLongAgo(fixture))

const correctionIn = async (fixture: Place) =>
  storeCorrection(fixture.services, {
    providerId: fixture.people.providers.A1,
    rowId: await paidLongAgo(fixture),
  })

export const GOOD_TAX_INPUT = {
  listProofs: ({ people }: Place) => ({ providerId: people.providers.A1 }),
  exportProofs: ({ people }: Place) => ({ providerId: people.providers.A1 }),
  proofDetail: proofOf,
  monthsToProve: () => ({}),
  generateProofs: generates,
  uploadProof: proofOf,
  rejectProof: async ({ services, people }: Place) => ({
    taxId: await storeUploadedProof(services, people.providers.A1),
    reason: 'a reason',
  }),
  generateStatements: generates,
  listStatementsOfPeople: ({ people }: Place) => ({ providerId: people.providers.A1 }),
  exportStatementsOfPeople: ({ people }: Place) => ({ providerId: people.providers.A1 }),
  downloadStatementsOfPeople: async (fixture: Place) => ({
    statementIds: [
      await storeTaxCertificate(fixture.services, fixture.people.providers.A1, await paidLongAgo(fixture)),
    ],
  }),
  generateYearStatements: async (fixture: Place) => {
    const { services, people } = fixture
    const rowId = await paidLongAgo(fixture)
    const [paid] = await services.query<{ month: string }>(
      'select b.payment_month as month from payout_lines r join payout_batches b using (batch_id) where r.row_id = $1',
      [rowId],
    )
    const month = paid?.month ?? ''
    // No later month is closed: the year of the payout has one.
    await storeProof(services, people.providers.A1, freshMonth())
    return { year: month.slice(0, 4) }
  },
  yearJob: () => ({ year: '2026' }),
  cancelYearJob: async ({ services, people }: Place) => ({
    jobId: await storeYearJob(services, people.platforms.A),
  }),
  listYearStatements: ({ people }: Place) => ({ year: '2026', providerId: people.providers.A1 }),
  exportYearStatements: ({ people }: Place) => ({ year: '2026', providerId: people.providers.A1 }),
  downloadYearStatements: async (fixture: Place) => ({ statementIds: [await yearStatementOf(fixture)] }),
  yearVersions: async (fixture: Place) => ({ statementId: await yearStatementOf(fixture) }),
  downloadYearVersion: async (fixture: Place) => ({ statementId: await yearStatementOf(fixture) }),
  listFilings: ({ services, people }: Place) => ({
    month: shanghaiMonth(services.clock.now()),
    providerId: people.providers.A1,
  }),
  downloadDeclaration: closedMonth,
  previewImports: closedMonth,
  downloadImport: async (fixture: Place) => ({ ...(await closedMonth(fixture)), kind: 'people' as const }),
  markPeopleCollected: async (fixture: Place) => {
    const { services } = fixture
    const wanted = await closedMonth(fixture)
    await services.query(
      `with paid as (
         insert into tax_entries (row_id, kind, tax_id, payment_month, income_fen, tax_fen)
         select r.row_id, 'paid', p.tax_id, p.month, r.amount_fen, r.tax_fen from payout_lines r, tax_periods p
         where r.row_id = $1 and p.provider_id = $2 and p.month = $3 returning row_id)
       update payout_batches b set withholds_tax = true from payout_lines r, paid where r.row_id = paid.row_id and b.batch_id = r.batch_id`,
      [await paidLongAgo(fixture), wanted.providerId, wanted.month],
    )
    return wanted
  },
  listCorrections: async (fixture: Place) => {
    const { providerId, month } = await correctionIn(fixture)
    return { providerId, month }
  },
  fileCorrection: async (fixture: Place) => {
    const { taxId: _, ...corrected } = await correctionIn(fixture)
    return { ...corrected, way: 'current' as const }
  },
  downloadCorrectedMonth: async (fixture: Place) => {
    const { taxId, ...wanted } = await correctionIn(fixture)
    await fixture.services.query(
      `insert into tax_correction_filings (tax_id, month, way, chosen_at) values ($1, $2, 'amended', $3)`,
      [taxId, wanted.correctedMonth, fixture.services.clock.now()],
    )
    return wanted
  },
  // Long before anybody's first payout: nothing is left to close.
  downloadPlatformReport: ({ people }: Place) => ({ quarter: '2020-Q1', providerId: people.providers.A1 }),
  highEarners: ({ services }: Place) => ({ month: shanghaiMonth(services.clock.now()) }),
  downloadVatReport: ({ services }: Place) => ({ month: shanghaiMonth(services.clock.now()) }),
  taxTrial: async ({ services }: Place) => {
    const { providerId, userId } = await registeredPerson(services, 'payA1')
    return { providerId, userId, amountFen: 1_000_000n, isNet: false, method: 'cumulative' as const }
  },
  trialTerms: ({ people }: Place) => ({ providerId: people.providers.A1 }),
  listAdjustments: ({ people }: Place) => ({ providerId: people.providers.A1 }),
  exportAdjustments: ({ people }: Place) => ({ providerId: people.providers.A1 }),
  proposeAdjustment: async ({ services }: Place) => {
    const { providerId, userId } = await registeredPerson(services, 'payA1')
    const month = shanghaiMonth(services.clock.now())
    return {
      providerId,
      userId,
      month,
      item: 'donation' as const,
      amountFen: 1_000n,
      reason: 'a reason',
    }
  },
  importAdjustments: ({ people }: Place) => ({
    fileName: 'adjustments.xlsx',
    providerId: people.providers.A1,
  }),
  confirmAdjustments: async ({ services }: Place) => ({
    adjustmentIds: [await enteredAdjustment(services, 'payA1')],
  }),
  rejectAdjustments: async ({ services }: Place) => ({
    adjustmentIds: [await enteredAdjustment(services, 'payA1')],
    reason: 'a reason',
  }),
  withdrawAdjustment: async ({ services }: Place, role: Role) => ({
    adjustmentId: await enteredAdjustment(services, 'payA1', OF_ROLE[role]),
  }),
}
