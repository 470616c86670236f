// Adding a recharge: the form's texts, the brand's receivers, the day, the receipt, and one receipt once (spec §5, D25).

import { pngSample } from '@paywages/domain/files/file-samples.ts'
import { rechargeNumber } from '@paywages/domain/recharges/recharge-number.ts'
import { refusals } from '@paywages/wire/refusals.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, encodeInput, type Reply, readReply, signIn, urlOf } from '../testing/client.ts'
import { logIn } from '../testing/log-in.ts'
import { multipartOf } from '../testing/multipart.ts'
import { createPeople, type People } from '../testing/people.ts'
import { freshDraft, freshReceipt, storeApproved, storeReceipt, storeRecharge } from '../testing/recharges.ts'
import { MONDAY, openTestServices, type TestServices } from '../testing/test-services.ts'

let services: TestServices
let people: People
let payer: Client

beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
  payer = await signIn(services, 'payA1')
})
afterAll(() => services.close())

async function fieldsOf(account = 'payA1', over = {}): Promise<Record<string, unknown>> {
  return encodeInput('addRecharge', await freshDraft(services, account, over)) as Record<string, unknown>
}
const recordOf = async (rechargeId: unknown) =>
  (
    await services.query('select *, pay_day::text as day from recharges where recharge_id = $1', [rechargeId])
  )[0]
const countAll = async () => (await services.query('select 1 from recharges')).length
const urlOfFile = (fileId: string) => `/paywages/api/file/download?fileId=${fileId}`
const refused = ({ http, body }: Reply) => [http, body.code, body.errors]

describe('addRecharge', () => {
  it('stores a pending recharge with attached receipt, encrypted payer account and masked audit entry', async () => {
    const fields = await fieldsOf('payA1', { amountFen: 12_345_678n, payerName: '某某有限公司' })
    const { http, body } = await payer.wire('addRecharge', {
      ...fields,
      payName: ' 某某有限公司 ',
      payAccount: '6222 0200 1234 5678 901',
      payDate: Date.parse('2026-03-15T23:59:59.999+08:00'),
    })
    expect([http, body]).toEqual([200, { status: 0, msg: '', data: expect.any(Number) }])
    const record = await recordOf(body.data)
    expect(record).toMatchObject({
      provider_id: people.providers.A1,
      platform_id: people.platforms.A,
      creator_id: people.accounts.payA1,
      created_at: services.clock.now(),
      payer_name: '某某有限公司',
      receiver_name: '星河科技有限公司',
      receiver_bank: '中国建设银行杭州城西支行',
      amount_fen: 12_345_678n,
      day: '2026-03-15',
      status: 'pending',
      withdrawn: false,
      decided_by: null,
      available_after_fen: null,
    })
    expect(JSON.stringify({ ...record, amount_fen: 0, recharge_id: 0, reversed_fen: 0 })).not.toContain(
      '6222020012345678901',
    )
    const [file] = await services.query(
      'select attached_kind, attached_id, provider_id from files where file_id = $1',
      [record?.receipt_file_id],
    )
    expect(file).toEqual({
      attached_kind: 'receipt',
      attached_id: String(body.data),
      provider_id: people.providers.A1,
    })
    const [entry] = await services.query(
      "select account, object_name, provider_id, after from audit_entries where action = 'add-recharge' and object_id = $1",
      [String(body.data)],
    )
    expect(entry).toEqual({
      account: 'payA1',
      object_name: '某某有限公司',
      provider_id: people.providers.A1,
      after: {
        amount: '123456.78',
        payDay: '2026-03-15',
        payerAccount: '622202******8901',
        receiverAccount: '33050161800000001001',
        sha256: expect.any(String),
      },
    })
    expect(services.lines.join('')).not.toContain('6222020012345678901')
  })

  it('fills in a missing bank, and stores recharges of managers and super managers at their own provider', async () => {
    const { recvBank: _, ...fields } = await fieldsOf()
    const { body } = await payer.wire('addRecharge', fields)
    expect(await recordOf(body.data)).toMatchObject({ receiver_bank: '中国建设银行杭州城西支行' })
    for (const account of ['managerA', 'admin'] as const) {
      const reply = await (await signIn(services, account)).wire('addRecharge', await fieldsOf(account))
      expect(await recordOf(reply.body.data)).toMatchObject({ provider_id: people.providers.A1 })
    }
  })

  it('ignores unknown fields', async () => {
    const extra = {
      rechargeStatus: 1,
      status: 'approved',
      providerId: people.providers.A2,
      availMoney: 9,
      createId: 1,
    }
    const { body } = await payer.wire('addRecharge', { ...(await fieldsOf()), ...extra })
    expect(await recordOf(body.data)).toMatchObject({
      status: 'pending',
      provider_id: people.providers.A1,
      creator_id: people.accounts.payA1,
    })
  })
})

describe('field validation of addRecharge', () => {
  it.each([
    ['payName', undefined, '请输入付款人'],
    ['payName', '   ', '请输入付款人'],
    ['payName', 'a'.repeat(61), '长度不能超过 60 个字符'],
    ['payName', 'a\u0000b', '不能包含控制字符'],
    ['payAccount', undefined, '请输入付款账号'],
    ['payAccount', '', '请输入付款账号'],
    ['payAccount', '12345', '付款账号须为 6 至 32 位数字'],
    ['payAccount', '6222x2020012345678', '付款账号须为 6 至 32 位数字'],
    ['recvName', '', '请输入收款人'],
    ['recvAccount', undefined, '请输入收款账号'],
    ['money', undefined, '请输入转账金额'],
    ['money', 0, '请输入转账金额'],
    ['money', -1, '转账金额须大于 0，最多两位小数'],
    ['money', '100', '转账金额须大于 0，最多两位小数'],
    ['money', 1.001, '转账金额须大于 0，最多两位小数'],
    ['money', 1_000_000_000, '转账金额不能超过 999,999,999.99 元'],
    ['payDate', undefined, '请设置转账日期'],
    ['payDate', '2026-03-01', '请设置转账日期'],
    ['payDate', -1, '请设置转账日期'],
    ['payDate', 8_640_000_000_000_000, '请设置转账日期'],
    ['fileUrl', undefined, '请上传转账回执'],
    ['fileUrl', '', '请上传转账回执'],
    ['fileUrl', 'https://example.com/receipt.png', '回执文件地址不正确，请重新上传'],
    ['fileUrl', '/paywages/api/file/download?fileId=../../etc/passwd', '回执文件地址不正确，请重新上传'],
  ])('rejects %s %j with %s', async (field, value, msg) => {
    const before = await countAll()
    const { http, body } = await payer.wire('addRecharge', { ...(await fieldsOf()), [field]: value })
    expect([http, body.code, body.errors]).toEqual([400, 'malformed', [{ field, msg }]])
    expect(await countAll()).toBe(before)
  })

  it('reports all missing fields at once', async () => {
    const { body } = await payer.wire('addRecharge', {})
    expect(body.errors?.map(({ field }) => field)).toEqual([
      'payName',
      'payAccount',
      'recvName',
      'recvAccount',
      'money',
      'payDate',
      'fileUrl',
    ])
  })
})

describe('pay date of addRecharge', () => {
  it.each([
    ['2026-03-16T23:59:59.999+08:00', 200],
    ['2026-03-17T00:00:00.000+08:00', 422],
    ['2027-03-16T00:00:00.000+08:00', 422],
  ])('answers a date of %s on the 16th with HTTP %i', async (at, http) => {
    const reply = await payer.wire('addRecharge', { ...(await fieldsOf()), payDate: Date.parse(at) })
    expect(reply.http).toBe(http)
    if (http === 422) expect(reply.body.errors).toEqual([{ field: 'payDate', msg: '转账日期不能晚于今天' }])
  })

  it('compares the date with the current day in Shanghai', async () => {
    const fields = await fieldsOf('payA1', { payDay: '2026-03-17' })
    try {
      services.clock.set(new Date('2026-03-16T15:59:59.999Z'))
      const night = await signIn(services, 'payA1')
      expect((await night.wire('addRecharge', fields)).body.code).toBe('pay-date-ahead')
      services.clock.advance(1)
      expect((await night.wire('addRecharge', fields)).http).toBe(200)
    } finally {
      services.clock.set(MONDAY)
    }
  })
})

describe('receiver of addRecharge', () => {
  const [first, second] = [
    {
      recvName: '星河科技有限公司',
      recvAccount: '33050161800000001001',
      recvBank: '中国建设银行杭州城西支行',
    },
    { recvName: '星河科技有限公司', recvAccount: '571900000000010002', recvBank: '招商银行杭州分行营业部' },
  ]
  const other = {
    recvName: '远山服务有限公司',
    recvAccount: '33050161800000002001',
    recvBank: '中国建设银行杭州高新支行',
  }

  it.each([
    ['first of the brand', first, 200],
    ['second of the brand', second, 200],
    ['receiver of another brand', other, 422],
    ['account and bank of different receivers', { ...first, recvBank: second.recvBank }, 422],
    ['wrong name', { ...first, recvName: '星河科技' }, 422],
    ['unknown account', { ...first, recvAccount: '1' }, 422],
  ])('accepts only a configured receiver: %s', async (_, receiver, http) => {
    const reply = await payer.wire('addRecharge', { ...(await fieldsOf()), ...receiver })
    expect(reply.http).toBe(http)
    if (http === 422) expect(reply.body.errors?.[0]?.field).toBe('recvAccount')
  })

  it('accepts only receivers of the brand of the session', async () => {
    const { client } = await logIn(services, 'payA1', { brand: 2 })
    expect((await client.wire('addRecharge', { ...(await fieldsOf()), ...other })).http).toBe(200)
    expect((await client.wire('addRecharge', await fieldsOf())).body.code).toBe('receiver-unknown')
    expect((await client.answer('listReceivers', {})).rows).toEqual([
      { name: other.recvName, account: other.recvAccount, bank: other.recvBank },
    ])
  })
})

describe('receipt of addRecharge', () => {
  const gone = [422, 'receipt-gone', [{ field: 'fileUrl', msg: refusals['receipt-gone'].msg }]]

  it('accepts only an unused receipt uploaded by the same account', async () => {
    const add = async (fileId: string) =>
      refused(await payer.wire('addRecharge', { ...(await fieldsOf()), fileUrl: urlOfFile(fileId) }))
    expect(await add('00000000-0000-4000-8000-000000000000')).toEqual(gone)
    // Of a colleague of the same provider, too.
    expect(await add(await storeReceipt(services, 'payA2'))).toEqual(gone)
    expect(await add(await storeReceipt(services, 'managerA'))).toEqual(gone)
    const parts = [{ key: 'file', fileName: 'a.png', value: pngSample(3, 3) }]
    const { body, contentType } = multipartOf(parts)
    const document = readReply(
      await payer.send({
        method: 'POST',
        url: urlOf('uploadFile'),
        payload: body,
        headers: { 'content-type': contentType },
      }),
    )
    expect(await add(String(document.body.data))).toEqual(gone)
    const used = await storeReceipt(services, 'payA1')
    await storeRecharge(services, 'payA1', { receiptFileId: used })
    expect(await add(used)).toEqual(gone)
  })

  it('rejects the content of a live recharge, but not of a rejected or withdrawn one', async () => {
    const bytes = freshReceipt()
    const again = async (client = payer, account = 'payA1') =>
      client.wire(
        'addRecharge',
        await fieldsOf(account, { receiptFileId: await storeReceipt(services, account, bytes) }),
      )
    const firstId = (await again()).body.data
    const msg = `该回执已用于充值单 ${rechargeNumber(Number(firstId))}，请勿重复提交`
    expect(refused(await again())).toEqual([409, 'receipt-used', [{ field: 'fileUrl', msg }]])
    const manager = await signIn(services, 'managerA')
    expect((await again(manager, 'managerA')).body.code).toBe('receipt-used')
    // Another provider's receipts are its own affair.
    expect((await again(await signIn(services, 'payA2'), 'payA2')).http).toBe(200)
    await payer.answer('withdrawRecharge', { rechargeId: Number(firstId) })
    const secondId = (await again()).body.data
    const checker = await signIn(services, 'checkA1')
    await checker.answer('auditRecharge', { rechargeId: Number(secondId), approves: false })
    expect((await again()).http).toBe(200)
    const approved = freshReceipt()
    await storeApproved(services, 'payA1', 'checkA1', {
      receiptFileId: await storeReceipt(services, 'payA1', approved),
    })
    const late = await fieldsOf('payA1', { receiptFileId: await storeReceipt(services, 'payA1', approved) })
    expect((await payer.wire('addRecharge', late)).http).toBe(409)
  })

  it('accepts only one of ten concurrent uploads of the same content', async () => {
    const bytes = freshReceipt()
    const drafts = []
    for (let n = 0; n < 10; n += 1)
      drafts.push(await fieldsOf('payA1', { receiptFileId: await storeReceipt(services, 'payA1', bytes) }))
    const before = await countAll()
    const replies = await Promise.all(drafts.map((fields) => payer.wire('addRecharge', fields)))
    expect(replies.map(({ http }) => http).sort()).toEqual([200, ...Array<number>(9).fill(409)])
    expect(new Set(replies.map(({ body }) => body.code))).toEqual(new Set([undefined, 'receipt-used']))
    expect(await countAll()).toBe(before + 1)
  })

  it('accepts only one of ten concurrent requests with the same file', async () => {
    const fields = await fieldsOf()
    const before = await countAll()
    const replies = await Promise.all(Array.from({ length: 10 }, () => payer.wire('addRecharge', fields)))
    expect(replies.map(({ http }) => http).sort()).toEqual([200, ...Array<number>(9).fill(422)])
    expect(await countAll()).toBe(before + 1)
  })
})
