// Formats that people make of a bank's template: read, proposed, confirmed by another, used, replaced and withdrawn (ADR 83).

import type { FormatDraft } from '@paywages/domain/bank-files/bank-format.ts'
import type { TypedDraft } from '@paywages/domain/bank-files/format-rules.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { downloaded, payByFiles, payDirectly } from '../testing/bank-files.ts'
import { draftNamed, storedFormat, templateCsv } from '../testing/bank-formats.ts'
import { type Client, type SentFile, signIn } from '../testing/client.ts'
import { openedSheets } from '../testing/libre-office.ts'
import { takeStep } from '../testing/payout-batches.ts'
import { freshRow, payoutSheet } from '../testing/payout-sheet.ts'
import { createPeople, type People } from '../testing/people.ts'
import { openProviderFixture, readyBatch } from '../testing/provider-fixture.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'
import { makeBankFiles } from './make-files.ts'

let services: TestServices
let people: People
let admin: Client
let manager: Client

beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
  admin = await signIn(services, 'admin')
  manager = await signIn(services, 'managerA')
})
afterAll(() => services.close())

const company = () => openProviderFixture(services, people, { fen: 1_000_000n })

const propose = (providerId: number, draft: TypedDraft, formatKey?: string, effectiveFrom?: string) =>
  manager.call('proposeBankFormat', { providerId, draft, formatKey, effectiveFrom })

/** Proposed by one manager, confirmed by another; the newest version of it. */
async function confirmed(providerId: number, draft: TypedDraft, formatKey?: string) {
  const { body } = await propose(providerId, draft, formatKey)
  const { proposalId } = body as unknown as { proposalId: number }
  await admin.answer('confirmProposal', { proposalId })
  return newest(providerId)
}
async function newest(providerId: number) {
  const { rows } = await admin.answer('listBankFormats', { providerId })
  const [row] = rows.filter(({ bankFormatId }) => bankFormatId > 0)
  if (!row) throw new Error('no format')
  return row
}

describe('a template', () => {
  const read = async (file: SentFile) => (await manager.wire('readBankTemplate', { file })).body

  it('is read with its encoding, separator and headings', async () => {
    const { data } = await read(templateCsv())
    expect(data).toMatchObject({ container: 'csv', encoding: 'gbk', separator: '|', headingAt: 1 })
    expect((data as { lines: string[][] }).lines[1]).toEqual([
      ...['序号', '*收款账号', '收款户名', '金额（元）', '币种', '备注'],
    ])
    expect(await services.query('select from files')).toEqual([])
  })

  it('of a workbook too', async () => {
    const { data } = await read({ fileName: 't.xlsx', value: await payoutSheet([freshRow()]) })
    expect(data).toMatchObject({ container: 'xlsx', encoding: 'utf-8' })
  })

  it.each<[string, SentFile, string]>([
    [
      'no sheet',
      { fileName: 't.xlsx', value: new TextEncoder().encode('PK\u0003\u0004nonsense') },
      'file-type',
    ],
    [
      'a picture under another name',
      { fileName: 't.csv', value: new Uint8Array([0x89, 0x50, 0x4e, 0x47]) },
      'file-type',
    ],
    ['nothing', { fileName: 't.csv', value: new Uint8Array(0) }, 'file-empty'],
    [
      'endless rows',
      { fileName: 't.csv', value: new TextEncoder().encode('账号,户名,金额\n'.repeat(2_001)) },
      'template-too-large',
    ],
  ])('%s is refused in words', async (_, file, code) => {
    const body = await read(file)
    expect([body.code, /[\u4e00-\u9fff]/.test(body.msg)]).toEqual([code, true])
  })
})

describe('a format', () => {
  it('counts once a second manager has confirmed it, and a batch keeps its version', async () => {
    const { providerId, pay, check } = await company()
    const draft = draftNamed('第一版')
    expect((await propose(providerId, draft)).http).toBe(200)
    expect(
      (await admin.answer('listBankFormats', { providerId })).rows.every(
        ({ bankFormatId }) => bankFormatId === 0,
      ),
    ).toBe(true)
    const { rows } = await admin.answer('listProposals', {})
    const { proposalId, facts } = rows[0] ?? { proposalId: 0, facts: [] }
    expect(facts.find(({ field }) => field === 'formatSample')?.after).toBe(
      'RMB|0000000000000000000|测试一|0.01|PW000000000000R1X000000000000',
    )
    expect((await manager.call('confirmProposal', { proposalId })).body.code).toBe('own-proposal')
    await admin.answer('confirmProposal', { proposalId })
    const first = await newest(providerId)
    expect([first.version, first.state]).toEqual([1, 'live'])

    const { batchId } = await readyBatch(services, { providerId, pay, check }, [
      freshRow({ name: '张三', amount: '100.00' }),
    ])
    await payByFiles(services, providerId, first.key)
    await takeStep(services, pay, batchId, 'transferring')
    await payDirectly(services, providerId)
    // The next version is confirmed before the worker comes: what was started is made as it was started.
    const second = await confirmed(providerId, { ...draft, separator: ';' }, first.key)
    expect([second.version, second.state]).toEqual([2, 'live'])
    await makeBankFiles(services)
    const [file] = await services.query<{ id: number }>(
      'select bank_file_id as id from bank_files where batch_id = $1',
      [batchId],
    )
    const text = new TextDecoder('gbk').decode(await downloaded(services, file?.id ?? 0, pay))
    expect(text).toMatch(
      /^币种\|卡号\|姓名\|实发金额\|附言\r\nRMB\|\d{16,19}\|张三\|100\.00\|PW\d+R\d+X[0-9a-f]+\r\n$/,
    )
  })

  it.each<[string, Partial<FormatDraft>, string]>([
    [
      'without a card',
      { columns: draftNamed('x').columns.filter(({ field }) => field !== 'cardNo') },
      '缺少收款账号列',
    ],
    ['of no name', { name: '' }, '格式名称须为 1 至 40 个字符'],
    ['that is a message', { container: 'pain.001' }, '该类型的格式不能在此修改'],
    [
      'with two columns alike',
      { columns: [...draftNamed('x').columns, { heading: '金额2', field: 'amount' }] },
      '「金额2」与另一列的内容相同，每项内容只能对应一列',
    ],
  ])('%s is refused', async (_, over, words) => {
    const { body } = await propose(people.providers.A1, { ...draftNamed('不行的格式'), ...over })
    expect([body.code, body.msg]).toEqual(['bank-format-wrong', words])
  })

  it('takes no name of the release, no day that has passed, no other provider’s key, and not the same again', async () => {
    const { providerId } = await company()
    const code = async (reply: Promise<{ body: { code?: string } }>) => (await reply).body.code
    expect(await code(propose(providerId, draftNamed('工商银行 代发')))).toBe('bank-format-name-taken')
    expect(await code(propose(providerId, draftNamed('旧日子'), undefined, '2020-01-01'))).toBe(
      'bank-format-day',
    )
    const other = await storedFormat(services, people.providers.A2)
    expect(await code(propose(providerId, draftNamed('别人的'), other.key))).toBe('not-found')
    expect(await code(propose(providerId, draftNamed('随附的'), 'icbc-payroll'))).toBe('not-found')
    const { key, draft } = await confirmed(providerId, draftNamed('自己的'))
    expect(await code(propose(providerId, draft, key))).toBe('bank-format-same')
    expect(await code(propose(providerId, draftNamed('自己的')))).toBe('bank-format-name-taken')
  })

  it('of one provider is no format of another’s account', async () => {
    const { providerId } = await company()
    const other = await storedFormat(services, people.providers.A2)
    const { body } = await manager.call('changePayingAccount', {
      providerId,
      holderName: '一家公司',
      bankName: '一家银行',
      accountNo: '571900000000188',
      channel: 'file',
      formatKey: other.key,
      isDefault: true,
      enabled: true,
    })
    expect(body.code).toBe('paying-account-format')
  })

  it('starts nothing once it is withdrawn, and stays readable', async () => {
    const { providerId, pay, check } = await company()
    const format = await confirmed(providerId, draftNamed('要停用的'))
    const { batchId } = await readyBatch(services, { providerId, pay, check }, [
      freshRow({ amount: '100.00' }),
    ])
    await payByFiles(services, providerId, format.key)
    expect(
      (await manager.call('withdrawBankFormat', { bankFormatId: format.bankFormatId, reason: '' })).body.code,
    ).toBe('bank-file-reason')
    const once = () =>
      manager.call('withdrawBankFormat', { bankFormatId: format.bankFormatId, reason: '模板已更换' })
    expect((await Promise.all([once(), once()])).map(({ body }) => body.code ?? '').toSorted()).toEqual([
      '',
      'bank-format-withdrawn',
    ])
    const payer = await signIn(services, pay)
    expect((await payer.call('startPlan', { batchId })).body.code).toBe('paying-account-format-gone')
    await expect(takeStep(services, pay, batchId, 'transferring')).rejects.toMatchObject({
      code: 'paying-account-format-gone',
    })
    const row = await newest(providerId)
    expect([row.state, row.withdrawalReason, row.accountCount, row.draft.columns.length]).toEqual([
      'withdrawn',
      '模板已更换',
      1,
      5,
    ])
    // Confirmed by two again, it counts again.
    expect((await confirmed(providerId, row.draft, row.key)).state).toBe('live')
    expect((await payer.call('startPlan', { batchId })).http).toBe(200)
  })

  it('never changes in the database', async () => {
    const { id } = await storedFormat(services, people.providers.A1)
    for (const change of [
      `update bank_formats set definition = '{}' where bank_format_id = $1`,
      `update bank_formats set version = 9 where bank_format_id = $1`,
      'delete from bank_formats where bank_format_id = $1',
    ])
      await expect(services.query(change, [id])).rejects.toThrow('never changes')
  })

  it('of the older workbook is read as such and written as such, letter by letter', async () => {
    const { raw } = await manager.call('testBankFormat', {
      draft: { ...draftNamed('旧版 Excel'), container: 'xls', lead: [['代发明细表']] },
    })
    expect(raw.headers['content-disposition']).toContain('-F1.xls')
    const cells = Object.values(openedSheets(raw.rawPayload))[0] ?? []
    expect(cells.map((row) => row.map(({ value, isText }) => (isText ? value : { value })))).toEqual([
      ['代发明细表', '', '', '', ''],
      ['币种', '卡号', '姓名', '实发金额', '附言'],
      ['RMB', '0000000000000000000', '测试一', '0.01', 'PW000000000000R1X000000000000'],
      ['RMB', '0000000000000000000', '测试二·样例', '0.01', 'PW000000000000R2X000000000000'],
      ['RMB', '0000000000000000000', '测试三', '0.01', 'PW000000000000R3X000000000000'],
    ])
    const file = { fileName: 't.xls', value: raw.rawPayload }
    const { data } = (await manager.wire('readBankTemplate', { file })).body
    expect(data).toMatchObject({ container: 'xls', headingAt: 1 })
    expect((data as { lines: string[][] }).lines[2]).toEqual(cells[2]?.map(({ value }) => value))

    const { providerId, pay, check } = await company()
    const format = await confirmed(providerId, { ...draftNamed('旧版 Excel'), container: 'xls' })
    const { batchId } = await readyBatch(services, { providerId, pay, check }, [
      freshRow({ name: '张三', amount: '100.00' }),
    ])
    await payByFiles(services, providerId, format.key)
    await takeStep(services, pay, batchId, 'transferring')
    await payDirectly(services, providerId)
    expect(await makeBankFiles(services)).toBe(1)
    const [made] = await services.query<{ id: number; name: string }>(
      'select bank_file_id as id, name from bank_files where batch_id = $1',
      [batchId],
    )
    expect(made?.name).toMatch(/\.xls$/)
    const sheet = Object.values(openedSheets(await downloaded(services, made?.id ?? 0, pay)))[0]
    expect(sheet?.[1]?.[3]).toEqual({ value: '100.00', isText: true, formula: '' })
  })

  it('is tried with a batch that is there, of which nobody reads a card', async () => {
    const { providerId, pay, check } = await company()
    const rows = [freshRow({ name: '张三', amount: '100.00' }), freshRow({ name: '李㐂', amount: '1.00' })]
    const { batchId } = await readyBatch(services, { providerId, pay, check }, rows)
    const { raw } = await manager.call('previewBankFormat', { batchId, draft: draftNamed('试排') })
    const seen = await manager.answer('previewBankFormat', { batchId, draft: draftNamed('试排') })
    expect(seen).toMatchObject({ rowCount: 2, fileCount: 1, faultCount: 1 })
    expect(seen.faults[0]).toEqual({
      rowNumber: expect.any(Number),
      what: { heading: '姓名', fault: 'character', detail: '㐂' },
    })
    expect(seen.lines[1]?.slice(0, 4)).toEqual([
      'RMB',
      expect.stringMatching(/^\d{6}\*{6}\d{4}$/),
      '张*',
      '100.00',
    ])
    for (const { cardNo } of rows) expect(raw.body).not.toContain(cardNo)
    const broken = { ...draftNamed('试排'), columns: [] }
    expect((await manager.call('previewBankFormat', { batchId, draft: broken })).body.code).toBe(
      'bank-format-wrong',
    )
  })

  it('is tried with a file that nobody takes for a real one', async () => {
    const { raw } = await manager.call('testBankFormat', { draft: draftNamed('试一试') })
    expect(decodeURIComponent(raw.headers['content-disposition'] as string)).toContain(
      '测试-请勿提交-PW000000000000-F1.csv',
    )
    expect(new TextDecoder('gbk').decode(raw.rawPayload).split('\r\n')[1]).toBe(
      'RMB|0000000000000000000|测试一|0.01|PW000000000000R1X000000000000',
    )
  })
})
