// Content changed behind an approval, as a database administrator could, stops the next step (D17).

import { createHmac } from 'node:crypto'
import { type RefusalCode, refusals } from '@paywages/wire/refusals.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, type Reply, signIn } from '../testing/client.ts'
import { type StoredBatch, storeBatch, takeStep } from '../testing/payout-batches.ts'
import { freshRow } from '../testing/payout-sheet.ts'
import { createPeople } from '../testing/people.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'
import { digestAsEarlier } from './earlier-content-digest-store.ts'

let services: TestServices
let payer: Client
let checker: Client

beforeAll(async () => {
  services = await openTestServices()
  await createPeople(services)
  payer = await signIn(services, 'payA1')
  checker = await signIn(services, 'checkA1')
})
afterAll(() => services.close())

const REVIEW = { to: 'ready', pass: true } as const
const REJECT_REVIEW = { to: 'review-rejected', pass: false } as const

function expectRefused({ http, body }: Reply, code: RefusalCode): void {
  expect([http, body.code]).toEqual([refusals[code].http, code])
}

async function stateOf(batchId: number) {
  const [batch] = await services.query<{ status: string }>(
    'select status from payout_batches where batch_id = $1',
    [batchId],
  )
  const steps = await services.query<{ step: string }>(
    'select step from payout_approvals where batch_id = $1 order by approval_id',
    [batchId],
  )
  return [batch?.status, ...steps.map(({ step }) => step)]
}

describe('a card moved in the database before the audit', () => {
  const AUDIT = { to: 'reviewing', pass: true } as const
  const swapSeals = ({ batchId }: StoredBatch) =>
    services.query(
      `update payout_rows a set seal = b.seal from payout_rows b where a.batch_id = $1 and b.batch_id = $1 and a.row_number + b.row_number = 5 and a.row_id <> b.row_id`,
      [batchId],
    )

  it('is told instead of shown, and nobody can vouch for it', async () => {
    const batch = await storeBatch(services, 'payA1', [freshRow(), freshRow(), freshRow(), freshRow()])
    const { batchId } = batch
    await swapSeals(batch)
    const shown = await payer.call('batchRows', { batchId })
    expectRefused(shown, 'seal-broken')
    expect(shown.body.msg).toBe(
      '加密保存的证件号、手机号或账号与所在记录不符，数据可能已被改动，已停止操作，请联系系统管理员',
    )
    const refused = await payer.call('decideBatch', { batchId, ...AUDIT })
    expectRefused(refused, 'seal-broken')
    expect(refused.body.msg).toMatch(/^第 2 行：加密保存的/)
    expect(await stateOf(batchId)).toEqual(['auditing', 'upload'])
    await swapSeals(batch)
    expect((await payer.call('decideBatch', { batchId, ...AUDIT })).http).toBe(200)
  })

  it('does not keep the batch from being rejected', async () => {
    const batch = await storeBatch(services, 'payA1', [freshRow(), freshRow(), freshRow(), freshRow()])
    await swapSeals(batch)
    const reject = { batchId: batch.batchId, to: 'audit-rejected', pass: false } as const
    expect((await payer.call('decideBatch', reject)).http).toBe(200)
  })
})

describe('content changed after the audit', () => {
  const set = (change: string) => (batch: StoredBatch) =>
    services.query(`update payout_rows set ${change} where row_id = $1`, [batch.rowIds[0]])
  const swap = (column: string) => (batch: StoredBatch) =>
    services.query(
      `update payout_rows a set ${column} = b.${column} from payout_rows b where a.batch_id = $1 and b.batch_id = $1 and a.row_id <> b.row_id and a.cancelled = b.cancelled`,
      [batch.batchId],
    )
  const terms = (change: string) => (batch: StoredBatch) =>
    services.query(`update payout_batches set ${change} where batch_id = $1`, [batch.batchId])

  it.each<[string, (batch: StoredBatch) => Promise<unknown>]>([
    ['another amount', set('amount_fen = amount_fen + 1')],
    ['another fee', set('fee_fen = fee_fen + 1')],
    ['another name', set("name = '诸葛亮'")],
    ['another bank', set("bank = '招商银行'")],
    ['another month', set("month = '2026-02'")],
    ['another remark', set("remark = 'x'")],
    ['another row’s seal, so another card', swap('seal')],
    ['another row’s card hash', swap('card_hash')],
    ['another row’s person', swap('id_hash')],
    ['amounts swapped between two rows', swap('amount_fen')],
    ['a row cancelled', set('cancelled = true')],
    [
      'a cancelled row brought back',
      ({ rowIds }) =>
        services.query('update payout_rows set cancelled = false where row_id = $1', [rowIds[2]]),
    ],
    [
      'a row deleted',
      ({ rowIds }) => services.query('delete from payout_rows where row_id = $1', [rowIds[0]]),
    ],
    [
      'a row moved in from another batch',
      async ({ batchId, rowIds }) => {
        const other = await storeBatch(services, 'payA1')
        await services.query('update payout_rows set batch_id = $2, row_id = $3 where batch_id = $1', [
          other.batchId,
          batchId,
          (rowIds.at(-1) ?? 0) + 1,
        ])
      },
    ],
    ['another rate', terms('service_rate = 0')],
    ['tax no longer withheld', terms('withholds_tax = not withholds_tax')],
    ['another tax method', terms("tax_method = 'per-payment'")],
    ['only months restart after a gap', terms("gap_rule = 'months'")],
    ['nothing restarts after a gap', terms("gap_rule = 'nothing'")],
  ])('blocks the review and changes nothing: %s', async (_, change) => {
    const rows = [freshRow({ amount: '10' }), freshRow({ amount: '20' }), freshRow()]
    const batch = await storeBatch(services, 'payA1', rows)
    const { batchId } = batch
    await payer.answer('switchRows', { rowIds: batch.rowIds.slice(2), cancelled: true })
    await takeStep(services, 'payA1', batchId, 'reviewing')
    await change(batch)
    expectRefused(await checker.call('decideBatch', { batchId, ...REVIEW }), 'content-changed')
    expect(await stateOf(batchId)).toEqual(['reviewing', 'upload', 'audit'])
    // It can still be rejected: no money moves by that.
    expect((await checker.call('decideBatch', { batchId, ...REJECT_REVIEW })).http).toBe(200)
  })

  it('blocks the review even when the concatenated fields stay the same', async () => {
    const batch = await storeBatch(services, 'payA1', [
      freshRow({ bank: '工商银行|5000000', amount: '10', remark: 'x' }),
    ])
    const { batchId } = batch
    await takeStep(services, 'payA1', batchId, 'reviewing')
    // Row by row as one text: …|工商银行|5000000|1000|65|2026-03|x, before as after.
    await set("bank = '工商银行', amount_fen = 5000000, fee_fen = 1000, month = '65', remark = '2026-03|x'")(
      batch,
    )
    expectRefused(await checker.call('decideBatch', { batchId, ...REVIEW }), 'content-changed')
  })

  it('blocks the review when the gap rule is set to the default behind an approval', async () => {
    await services.query("update providers set gap_rule = 'months' where name = $1", ['Provider A1'])
    const batch = await storeBatch(services, 'payA1')
    await services.query("update providers set gap_rule = 'everything' where name = $1", ['Provider A1'])
    const { batchId } = batch
    await takeStep(services, 'payA1', batchId, 'reviewing')
    await terms("gap_rule = 'everything'")(batch)
    expectRefused(await checker.call('decideBatch', { batchId, ...REVIEW }), 'content-changed')
    await terms("gap_rule = 'months'")(batch)
    expect((await checker.call('decideBatch', { batchId, ...REVIEW })).http).toBe(200)
  })

  it('keeps content hashes of earlier releases valid', async () => {
    const batch = await storeBatch(services, 'payA1')
    const { batchId } = batch
    await takeStep(services, 'payA1', batchId, 'reviewing')
    const [audit] = await services.query<{ keyId: string; terms: string }>(
      `select a.key_id as "keyId", concat_ws('|', b.batch_id, b.provider_id, b.service_rate, b.withholds_tax::text, b.tax_method) as terms
      from payout_approvals a join payout_batches b using (batch_id) where b.batch_id = $1 and a.step = 'audit'`,
      [batchId],
    )
    const key = services.keys.byId(audit?.keyId ?? '', 'content-hash')
    if (!audit || !key) throw new Error('the audit kept no hash')
    const digest = await services.database.query((tx) => digestAsEarlier(tx, batchId))
    // As a release before this one would have approved it after that.
    await services.query(
      `insert into payout_approvals (batch_id, step, account_id, passed, at, content_hash, key_id)
      select batch_id, 'reseal', account_id, true, at, $2, key_id from payout_approvals where batch_id = $1 and step = 'audit'`,
      [batchId, createHmac('sha256', key).update(`${audit.terms}\n${digest}`).digest('hex')],
    )
    await set('amount_fen = amount_fen + 1')(batch)
    expectRefused(await checker.call('decideBatch', { batchId, ...REVIEW }), 'content-changed')
    await set('amount_fen = amount_fen - 1')(batch)
    expect((await checker.call('decideBatch', { batchId, ...REVIEW })).http).toBe(200)
  })

  it('allows the review again once the content is restored', async () => {
    const batch = await storeBatch(services, 'payA1')
    const { batchId } = batch
    await takeStep(services, 'payA1', batchId, 'reviewing')
    await set('amount_fen = amount_fen + 1')(batch)
    expectRefused(await checker.call('decideBatch', { batchId, ...REVIEW }), 'content-changed')
    await set('amount_fen = amount_fen - 1')(batch)
    expect((await checker.call('decideBatch', { batchId, ...REVIEW })).http).toBe(200)
  })

  it('blocks the review when the status was set without an audit approval', async () => {
    const { batchId } = await storeBatch(services, 'payA1')
    await services.query("update payout_batches set status = 'reviewing' where batch_id = $1", [batchId])
    expectRefused(await checker.call('decideBatch', { batchId, ...REVIEW }), 'content-changed')
    expect(await stateOf(batchId)).toEqual(['reviewing', 'upload'])
  })

  it('blocks the review when the approval was copied from another batch', async () => {
    const [audited, victim] = [await storeBatch(services, 'payA1'), await storeBatch(services, 'payA1')]
    await takeStep(services, 'payA1', audited.batchId, 'reviewing')
    await services.query("update payout_batches set status = 'reviewing' where batch_id = $1", [
      victim.batchId,
    ])
    await services.query(
      "insert into payout_approvals (batch_id, step, account_id, passed, at, content_hash, key_id) select $2, step, account_id, passed, at, content_hash, key_id from payout_approvals where batch_id = $1 and step = 'audit'",
      [audited.batchId, victim.batchId],
    )
    expectRefused(
      await checker.call('decideBatch', { batchId: victim.batchId, ...REVIEW }),
      'content-changed',
    )
  })

  it('rejects updating, deleting and truncating approvals', async () => {
    const { batchId } = await storeBatch(services, 'payA1')
    for (const statement of ['update payout_approvals set account_id = 1', 'delete from payout_approvals'])
      await expect(services.query(`${statement} where batch_id = ${batchId}`)).rejects.toThrow()
    await expect(services.query('truncate payout_approvals')).rejects.toThrow()
  })
})
