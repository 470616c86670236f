// Bank statements of the demo's payouts, uploaded as its payers would: linked, to be decided, unknown and unlisted lines (D32).

import { FILE_RULES } from '@paywages/domain/files/file-kind.ts'
import type { Fen } from '@paywages/domain/money/fen.ts'
import type { Services } from '@paywages/server/app-services.ts'
import { listStatements } from '@paywages/server/bank-statements/read-store.ts'
import { uploadStatements } from '@paywages/server/bank-statements/upload-statements.ts'
import { uploadsOf } from '@paywages/server/files/receive-file.ts'
import { openRow } from '@paywages/server/payouts/seal-row.ts'
import {
  LAYOUTS,
  type Layout,
  type ListedPayment,
  statementPdf,
} from '@paywages/server/testing/statement-pdfs.ts'
import { sql } from 'kysely'
import { demoActor } from './actor.ts'

const PAYERS = ['pay1', 'pay2', 'pay3'] as const

export async function seedStatements(services: Services): Promise<void> {
  for (const account of PAYERS) {
    const payer = await demoActor(services, account)
    const own = { of: 'provider', providerId: payer.person.providerId } as const
    // An earlier run got this far.
    const { count } = await services.database.query((tx) =>
      listStatements(tx, own, {}, { index: 0, size: 1 }),
    )
    const [newest = [], older = []] = await paidBatches(services, payer.person.providerId)
    const statements = [
      { name: '网银对账单-上周.pdf', layout: LAYOUTS.twoSided, payments: [...older, fee(older)] },
      // No references: the two payments to one person stay open, and two payments are on no statement.
      { name: '代发清单-本周.pdf', layout: LAYOUTS.marked, payments: [...newest.slice(0, -2), fee(newest)] },
    ]
    for (const { name, layout, payments } of statements.slice(count))
      if (payments.length > 1) await upload(services, account, name, layout, payments)
  }
}

/** Something that the account paid, and that is no payout. */
function fee(payments: readonly ListedPayment[]): ListedPayment {
  return {
    at: payments[0]?.at ?? new Date(),
    reference: '',
    serial: 'FEE0001',
    name: '网银服务费',
    cardNo: '33050161820000009999',
    netFen: 12_000n,
    remark: '企业网银年费',
  }
}

async function upload(
  services: Services,
  account: string,
  name: string,
  layout: Layout,
  payments: readonly ListedPayment[],
): Promise<void> {
  const by = await demoActor(services, account)
  const stream = once(await statementPdf(layout, payments, by.person.providerName))
  const received = await uploadsOf(services).receive(by, {
    name,
    stream,
    maxBytes: FILE_RULES.statement.limitBytes,
  })
  const signal = new AbortController().signal
  await uploadStatements(services, by, { providerId: by.person.providerId, files: [received], signal })
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

type Paid = Omit<ListedPayment, 'cardNo'> & {
  readonly sealed: string
  readonly batchId: bigint
  readonly netFen: Fen
}

/** What the bank executed for the last two batches that were paid, newest batch first. */
async function paidBatches(services: Services, providerId: number): Promise<ListedPayment[][]> {
  const { rows } = await services.database.read((tx) =>
    sql<Paid>`
      with last as (
        select b.batch_id from payout_batches b where b.provider_id = ${providerId} and b.ended_at is not null
        order by b.started_at desc limit 2)
      select r.batch_id as "batchId", r.payout_at as at, t.reference, 'BK' || t.bank_serial as serial, r.name, r.sealed,
        t.amount_fen - t.tax_fen - t.vat_fen as "netFen", coalesce(nullif(r.remark, ''), '劳务费') as remark
      from last join payout_lines r using (batch_id) join row_transfers t on t.row_id = r.row_id
      where t.state = 'succeeded' order by r.batch_id desc, r.row_number`.execute(tx),
  )
  const batches = Map.groupBy(rows, ({ batchId }) => batchId)
  return [...batches.values()].map((batch) =>
    batch.map(({ sealed, batchId: _, ...payment }) => ({
      ...payment,
      cardNo: openRow(services.cipher, sealed).cardNo,
    })),
  )
}
