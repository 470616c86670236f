// Statements of paying accounts on the file channel: they bring results, bear out what results said, and contradict it aloud (ADR 85).

import type { Contradiction } from '@paywages/domain/bank-files/statement-evidence.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectRefused, type FileCases, openFileCases } from '../testing/bank-file-cases.ts'
import { downloaded, imported, madeFiles, postResult, resultCsv } from '../testing/bank-files.ts'
import { type PaidRow, paymentsOf, postStatements, storePayments } from '../testing/bank-statements.ts'
import { signIn } from '../testing/client.ts'
import { statementCsv } from '../testing/paid-statement.ts'
import { freshRow, freshRows } from '../testing/payout-sheet.ts'
import type { ProviderFixture } from '../testing/provider-fixture.ts'
import { workBankFiles } from './work-bank-files.ts'

let cases: FileCases
let services: FileCases['services']
beforeAll(async () => {
  cases = await openFileCases()
  ;({ services } = cases)
})
afterAll(() => cases.close())

const evidenceOf = async (bankFileId: number) => ({
  listed: (
    await services.query<{ position: number }>(
      'select position from bank_file_rows where bank_file_id = $1 and listed_in is not null order by 1',
      [bankFileId],
    )
  ).map(({ position }) => position),
  contradictions: (
    await services.query<{ said: string }>(
      `select position || ' ' || what as said from bank_file_contradictions where bank_file_id = $1 and ended_at is null order by 1`,
      [bankFileId],
    )
  ).map(({ said }) => said),
})

/** At the bank, with a result confirmed by its reviewer. */
async function settled(
  fixture: ProviderFixture,
  words: readonly (string | undefined)[],
  rows = freshRows(words.length, { amount: '100.00' }),
) {
  const { batchId, bankFileId } = await cases.atBank(fixture, rows)
  const file = await resultCsv(services, bankFileId, words)
  await cases.confirm(fixture, bankFileId, await imported(services, fixture.pay, bankFileId, file))
  await workBankFiles(services)
  return { batchId, bankFileId, paid: await paymentsOf(services, batchId) }
}

const upload = async (fixture: ProviderFixture, payments: readonly PaidRow[]) => {
  await storePayments(services, fixture.pay, payments)
  await workBankFiles(services)
}

const at = (list: readonly PaidRow[], index: number): PaidRow => {
  const found = list[index]
  if (!found) throw new Error(`nothing was paid at ${index}`)
  return found
}

describe('a statement as a result', () => {
  it('brings what its lines are linked to, and settles only after a second person', async () => {
    const fixture = await cases.company()
    const { batchId, bankFileId } = await cases.atBank(fixture)
    const paid = await paymentsOf(services, batchId)
    const file = statementCsv([
      at(paid, 0),
      { ...at(paid, 1), reference: '' },
      {
        ...at(paid, 1),
        reference: '',
        mark: '贷',
        netFen: 777n,
        name: '别人',
        cardNo: '6222021202000779999',
      },
    ])
    const shown = await postResult(services, fixture.pay, bankFileId, file)
    expect(shown.body.data).toMatchObject({
      kind: 'statement',
      sucNum: 2,
      sucMoney: 200,
      referenceNum: 1,
      openNum: 1,
    })
    const [none] = await services.query<{ n: number }>(
      'select count(*)::int as n from statements where provider_id = $1',
      [fixture.providerId],
    )
    expect(none?.n).toBe(0)
    const kept = await imported(services, fixture.pay, bankFileId, file)
    await workBankFiles(services)
    expect(await cases.states(batchId)).toEqual(['in-doubt', 'in-doubt', 'in-doubt'])
    await cases.confirm(fixture, bankFileId, kept)
    await workBankFiles(services)
    expect(await cases.states(batchId)).toEqual(['succeeded', 'succeeded', 'in-doubt'])
    expect(await evidenceOf(bankFileId)).toEqual({ listed: [1, 2], contradictions: [] })
    expectRefused(await postResult(services, fixture.pay, bankFileId, file), 'result-nothing-new')
  })

  it('brings more once the statement was uploaded and a person has linked a line', async () => {
    const fixture = await cases.company()
    const person = freshRow({ amount: '100.00' })
    const { batchId, bankFileId } = await cases.atBank(fixture, [
      { ...person, remark: '甲' },
      { ...person, remark: '乙' },
    ])
    const paid = await paymentsOf(services, batchId)
    const file = statementCsv([{ ...at(paid, 0), reference: '' }])
    expectRefused(await postResult(services, fixture.pay, bankFileId, file), 'result-nothing-new')
    const payer = await signIn(services, fixture.pay)
    await postStatements(payer, [{ fileName: 'statement.csv', bytes: file.value as Uint8Array }])
    const [line] = await services.query<{ id: number }>(
      `select line_id::int as id from statement_lines where provider_id = $1 and result = 'ambiguous'`,
      [fixture.providerId],
    )
    await payer.answer('chooseRow', { lineId: line?.id ?? 0, rowId: at(paid, 1).rowId })
    const kept = await imported(services, fixture.pay, bankFileId, file)
    await cases.confirm(fixture, bankFileId, kept)
    await workBankFiles(services)
    expect(await cases.states(batchId)).toEqual(['in-doubt', 'succeeded'])
  })

  it('refuses what proves nothing: the file itself, a debit twice, another amount', async () => {
    const fixture = await cases.company()
    const { batchId, bankFileId } = await cases.atBank(fixture)
    const paid = await paymentsOf(services, batchId)
    const own = await downloaded(services, bankFileId, fixture.pay, 'to be imported as a result')
    const post = (file: Parameters<typeof postResult>[3]) =>
      postResult(services, fixture.pay, bankFileId, file)
    expectRefused(await post({ fileName: 'own.xlsx', value: own }), 'result-headings')
    expectRefused(await post(statementCsv([at(paid, 0), at(paid, 0)])), 'result-row-twice')
    expectRefused(await post(statementCsv([{ ...at(paid, 0), netFen: 9_999n }])), 'result-other-amount')
    expect(await cases.states(batchId)).toEqual(['in-doubt', 'in-doubt', 'in-doubt'])
  })
})

describe('a statement after a result', () => {
  type Case = [string, readonly string[], (paid: readonly PaidRow[]) => readonly PaidRow[], readonly string[]]
  const returned = (row: PaidRow): PaidRow => ({ ...row, kind: 'return' })
  const contradicted = (position: number, what: Contradiction) => `${position} ${what}`
  it.each<Case>([
    ['bears out what was paid', ['成功', '成功'], (paid) => paid, []],
    ['bears out what failed by not listing it', ['成功', '失败'], (paid) => [at(paid, 0)], []],
    [
      'shows no debit of what was said to be paid',
      ['成功', '成功'],
      (paid) => [at(paid, 0)],
      [contradicted(2, 'not-debited')],
    ],
    [
      'shows a debit of what was said to have failed',
      ['成功', '失败'],
      (paid) => paid,
      [contradicted(2, 'failed-debited')],
    ],
    [
      'shows a debit of what failed, by its card alone',
      ['成功', '失败'],
      (paid) => [at(paid, 0), { ...at(paid, 1), reference: '' }],
      [contradicted(2, 'failed-debited')],
    ],
    [
      'shows a debit twice',
      ['成功', '成功'],
      (paid) => [...paid, at(paid, 0)],
      [contradicted(1, 'debited-twice')],
    ],
    [
      'shows a return',
      ['成功', '成功'],
      (paid) => [...paid, returned(at(paid, 1))],
      [contradicted(2, 'came-back')],
    ],
    [
      'shows another amount',
      ['成功', '成功'],
      (paid) => [at(paid, 0), { ...at(paid, 1), netFen: 12_345n }],
      [contradicted(2, 'other-amount')],
    ],
  ])('%s', async (_, words, listed, contradictions) => {
    const fixture = await cases.company()
    const { batchId, bankFileId, paid } = await settled(fixture, words)
    expect(await evidenceOf(bankFileId)).toEqual({ listed: [], contradictions: [] })
    const before = await cases.states(batchId)
    await upload(fixture, listed(paid))
    const found = await evidenceOf(bankFileId)
    expect(found.contradictions).toEqual(contradictions)
    expect(found.listed).toHaveLength(2 - contradictions.length)
    // A contradiction is told, and changes nothing.
    expect(await cases.states(batchId)).toEqual(before)
  })

  it('is an alarm once, and ends with what it was about', async () => {
    const fixture = await cases.company()
    const { batchId, bankFileId, paid } = await settled(fixture, ['成功', '失败'])
    const alarms = async () =>
      (await services.metrics.transferAlarms.get()).values.find(
        ({ labels }) => labels.alarm === 'statement-failed-debited',
      )?.value ?? 0
    const before = await alarms()
    await upload(fixture, paid)
    await upload(fixture, paid)
    expect(await alarms()).toBe(before + 1)
    // People bring the debit as a result, and the row is paid late.
    const file = statementCsv(paid)
    await cases.confirm(fixture, bankFileId, await imported(services, fixture.pay, bankFileId, file))
    await workBankFiles(services)
    expect(await cases.states(batchId)).toEqual(['succeeded', 'succeeded'])
    expect(await evidenceOf(bankFileId)).toEqual({ listed: [1, 2], contradictions: [] })
  })

  it('waits on the managers’ workbench until one without a hand in the file has looked into it', async () => {
    const fixture = await cases.company()
    const { batchId, bankFileId, paid } = await settled(fixture, ['成功', '失败'])
    const waiting = async (account: string) =>
      (await (await signIn(services, account)).answer('todos', {})).todos.filter(
        (one) => one.kind === 'file-contradiction' && one.batchId === batchId,
      )
    await upload(fixture, paid)
    expect(await waiting('managerA')).toMatchObject([{ count: 1, amountFen: 10_000n }])
    expect([await waiting(fixture.pay), await waiting('managerB')]).toEqual([[], []])
    const manager = await signIn(services, 'managerA')
    const look = () => manager.wire('lookIntoContradictions', { bankFileId, word: '已向银行查询' })
    await services.query(
      `update bank_file_results set imported_by = (select account_id from accounts where account = 'managerA') where bank_file_id = $1`,
      [bankFileId],
    )
    expectRefused(await look(), 'contradiction-own-file')
    await services.query(
      `update bank_file_results set imported_by = (select account_id from accounts where account = $2) where bank_file_id = $1`,
      [bankFileId, fixture.pay],
    )
    expect((await look()).body.status).toBe(0)
    expectRefused(await look(), 'no-contradiction-open')
    expect(await waiting('managerA')).toEqual([])
    const { files } = await manager.answer('batchBankFiles', { batchId })
    expect(files[0]).toMatchObject({
      listedCount: 1,
      mayLook: false,
      contradictions: [{ position: 2, what: 'failed-debited', word: '已向银行查询' }],
    })
    const history = await manager.answer('transferHistory', { rowId: at(paid, 0).rowId })
    expect(history.bankFile).toMatchObject({ listedIn: '对账单.pdf', contradictions: [] })
  })

  it('tells of a withdrawn file that was submitted all the same', async () => {
    const fixture = await cases.company()
    const { batchId, files } = await madeFiles(services, fixture, freshRows(1, { amount: '100.00' }))
    const bankFileId = files[0] ?? 0
    const paid = await paymentsOf(services, batchId)
    const payer = await signIn(services, fixture.pay)
    await payer.answer('askFileWithdrawal', { bankFileId, reason: 'the wrong account' })
    await (await signIn(services, fixture.check)).answer('decideFileWithdrawal', {
      bankFileId,
      confirms: true,
    })
    await upload(fixture, paid)
    expect((await evidenceOf(bankFileId)).contradictions).toEqual([contradicted(1, 'failed-debited')])
  })
})
