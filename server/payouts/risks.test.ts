// Warnings by level: counted, filtered and sorted; and high risks that must be checked before an approval, which keeps who checked what with which word (D44).

import { type RefusalCode, refusals } from '@paywages/wire/refusals.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, type Reply, signIn } from '../testing/client.ts'
import { type StoredBatch, storeBatch } from '../testing/payout-batches.ts'
import { freshRow, freshRows } from '../testing/payout-sheet.ts'
import { createPeople } from '../testing/people.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'

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

const LUHN_FAILS = '6222020000000000001'

/** Twelve rows to be paid: first payments that are said once, two of one card, a card with a wrong digit, and a copy of a row elsewhere. */
async function riskyBatch(): Promise<StoredBatch> {
  const twice = freshRow({ amount: '50' })
  await storeBatch(services, 'payA1', [twice])
  const [one, other] = freshRows(2)
  if (!one || !other) throw new Error('two rows')
  return storeBatch(services, 'payA1', [
    ...freshRows(7),
    { ...one, amount: '10' },
    { ...other, cardNo: one.cardNo, amount: '30' },
    freshRow({ cardNo: LUHN_FAILS, amount: '20' }),
    { ...twice, remark: 'again' },
    freshRow({ amount: '70' }),
  ])
}

describe('levels of warnings', () => {
  let batch: StoredBatch
  beforeAll(async () => {
    batch = await riskyBatch()
  })

  const levels = async () => {
    const { highCount, noticeCount, noticeKinds, saidOnce } = await payer.answer('batchHead', {
      batchId: batch.batchId,
    })
    return { highCount, noticeCount, noticeKinds, saidOnce }
  }
  const rowNumbers = async (input: object) => {
    const { rows, count } = await payer.answer('batchRows', { batchId: batch.batchId, ...input })
    expect(count).toBeGreaterThanOrEqual(rows.length)
    return rows.map(({ rowNumber }) => rowNumber)
  }

  it('are counted once a row at its highest, without what is said once', async () => {
    expect(await levels()).toEqual({
      highCount: 3,
      noticeCount: 1,
      noticeKinds: { 'card-luhn': 1 },
      saidOnce: ['first-payment', 'unsigned'],
    })
  })

  it('filter the rows that are counted', async () => {
    expect(await rowNumbers({ level: 'high' })).toEqual([9, 10, 12])
    expect(await rowNumbers({ level: 'notice' })).toEqual([11])
    expect(await rowNumbers({ level: 'high', name: 'nobody' })).toEqual([])
  })

  it('sort the rows: the highest first, then the largest amount, the rest as in the sheet', async () => {
    expect(await rowNumbers({ sort: { by: 'warnings', descending: false }, size: 6 })).toEqual([
      12, 10, 9, 11, 2, 3,
    ])
    expect(await rowNumbers({ sort: { by: 'warnings', descending: false }, size: 6, index: 1 })).toEqual([
      4, 5, 6, 7, 8, 13,
    ])
    expect(await rowNumbers({ sort: { by: 'amount', descending: false }, size: 3 })).toEqual([9, 11, 10])
    expect(await rowNumbers({ sort: { by: 'amount', descending: true }, size: 2, index: 1 })).toEqual([4, 5])
  })

  it('are counted anew where an earlier release has switched rows without counting masks', async () => {
    const counted = await levels()
    await services.query('update payout_batches set warning_masks = null where batch_id = $1', [
      batch.batchId,
    ])
    expect(await levels()).toEqual(counted)
    await services.query(`update payout_batches set warning_masks = '{"4": 7}' where batch_id = $1`, [
      batch.batchId,
    ])
    expect(await levels()).toEqual(counted)
  })

  it('leave cancelled rows out', async () => {
    const rowIds = batch.rowIds.slice(8, 10)
    await payer.answer('switchRows', { rowIds, cancelled: true })
    expect(await levels()).toMatchObject({ highCount: 2, noticeCount: 0 })
    expect(await rowNumbers({ level: 'high' })).toEqual([9, 12])
    expect(await rowNumbers({ level: 'notice' })).toEqual([])
    expect(await rowNumbers({ sort: { by: 'warnings', descending: false }, size: 3 })).toEqual([12, 9, 2])
    await payer.answer('switchRows', { rowIds, cancelled: false })
    expect(await levels()).toMatchObject({ highCount: 3, noticeCount: 1 })
  })
})

describe('high risks before an approval', () => {
  const AUDIT = { to: 'reviewing', pass: true } as const
  const REVIEW = { to: 'ready', pass: true } as const

  const risksOf = async (client: Client, batchId: number) =>
    (await client.answer('batchRisks', { batchId })).risks
  const checksOf = async (client: Client, batchId: number, word: string) =>
    (await risksOf(client, batchId)).map(({ riskId }) => ({ riskId, word }))

  function expectRefused({ http, body }: Reply, code: RefusalCode): void {
    expect([http, body.code]).toEqual([refusals[code].http, code])
    expect(body.msg).toMatch(/高风险/)
  }

  it('are listed one by one, a shared card as one, with who, how much and why', async () => {
    const { batchId, rows } = await riskyBatch()
    const risks = await risksOf(payer, batchId)
    const card = rows[7]?.cardNo ?? ''
    expect(risks).toMatchObject([
      { kind: 'likely-duplicate', rowNumbers: [12], rowCount: 1, amountFen: 5_000n, earlier: [] },
      {
        kind: 'card-shared',
        names: [rows[7]?.name, rows[8]?.name],
        rowNumbers: [9, 10],
        rowCount: 2,
        amountFen: 4_000n,
        about: `中国工商银行 •••• ${card.slice(-4)}`,
      },
    ])
    expect(risks[0]?.about).toMatch(/^\d{12}$/)
  })

  it('refuse an approval without every check, and one that checks what no longer stands', async () => {
    const { batchId, rowIds } = await riskyBatch()
    const checks = await checksOf(payer, batchId, '已核对合同')
    for (const checkedRisks of [undefined, [], checks.slice(1)])
      expectRefused(await payer.call('decideBatch', { batchId, ...AUDIT, checkedRisks }), 'risks-unchecked')
    await payer.answer('switchRows', { rowIds: rowIds.slice(8, 9), cancelled: true })
    expectRefused(
      await payer.call('decideBatch', { batchId, ...AUDIT, checkedRisks: checks }),
      'risks-changed',
    )
    const { status, history } = await payer.answer('batchHead', { batchId })
    expect([status, history.length]).toEqual(['auditing', 1])
  })

  it('are checked again by the reviewer, who reads what the auditor wrote; the record keeps both', async () => {
    const { batchId } = await riskyBatch()
    const checked = await checksOf(payer, batchId, '已核对合同')
    const click = () => payer.call('decideBatch', { batchId, ...AUDIT, checkedRisks: checked })
    const answers = await Promise.all([click(), click()])
    expect(answers.map(({ http }) => http).sort()).toEqual([200, 409])
    expectRefused(await checker.call('decideBatch', { batchId, ...REVIEW }), 'risks-unchecked')
    const seen = await risksOf(checker, batchId)
    expect(seen.map(({ earlier }) => earlier)).toEqual([
      [{ name: 'Name of payA1', word: '已核对合同' }],
      [{ name: 'Name of payA1', word: '已核对合同' }],
    ])
    await checker.answer('decideBatch', {
      batchId,
      ...REVIEW,
      checkedRisks: await checksOf(checker, batchId, '电话核实'),
    })
    const { history } = await payer.answer('batchHead', { batchId })
    expect(
      history.map(({ account, checkedRisks }) => [account, checkedRisks.map(({ word }) => word)]),
    ).toEqual([
      ['payA1', []],
      ['payA1', ['已核对合同', '已核对合同']],
      ['checkA1', ['电话核实', '电话核实']],
    ])
    expect(history[1]?.checkedRisks[1]).toMatchObject({
      kind: 'card-shared',
      rowNumbers: [9, 10],
      rowCount: 2,
      amountFen: 4_000n,
    })
    const [entry] = await services.query<{ after: object }>(
      "select after from audit_entries where action = 'review-batch' and object_id = $1",
      [String(batchId)],
    )
    expect(entry?.after).toEqual({
      status: 'ready',
      checkedRisks: ['疑似重复发放（第 12 行）：电话核实', '多人共用一张卡（第 9、10 行）：电话核实'],
    })
  })

  it('need no check for a rejection, nor when cancelled', async () => {
    const rejected = await riskyBatch()
    await payer.answer('decideBatch', { batchId: rejected.batchId, to: 'audit-rejected', pass: false })
    const { batchId, rowIds } = await riskyBatch()
    const risky = [7, 8, 10].flatMap((place) => rowIds[place] ?? [])
    await payer.answer('switchRows', { rowIds: risky, cancelled: true })
    expect(await risksOf(payer, batchId)).toEqual([])
    await payer.answer('decideBatch', { batchId, ...AUDIT })
  })
})
