// Lines of a result that could speak of several transfers: assigned by one person, confirmed by another (ADR 134).

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { actorOf } from '../testing/actor.ts'
import { expectRefused, type FileCases, openFileCases, refusal } from '../testing/bank-file-cases.ts'
import { imported, postResult } from '../testing/bank-files.ts'
import { type SentFile, signIn } from '../testing/client.ts'
import { freshRow } from '../testing/payout-sheet.ts'
import type { ProviderFixture } from '../testing/provider-fixture.ts'
import { type Assignment, assignResultLines } from './assign-lines.ts'
import { decideResult } from './decide-result.ts'
import { workBankFiles } from './work-bank-files.ts'

let cases: FileCases
let services: FileCases['services']
beforeAll(async () => {
  cases = await openFileCases()
  services = cases.services
})
afterAll(() => cases.close())

/** As a bank writes it that prints neither our references nor the place: one person's payouts are alike. */
function duplicateSheet(person: ReturnType<typeof freshRow>, words: readonly string[], more = ''): SentFile {
  const lines = words.map((word, index) => [person.name, person.cardNo, '100.00', word, `S${more}${index}`])
  const text = [['户名', '账号', '金额', '状态', '银行流水号'], ...lines].map((cells) => cells.join(','))
  return { fileName: 'result.csv', value: new TextEncoder().encode(`\uFEFF${text.join('\r\n')}\r\n`) }
}

/** Two payouts of one person at the bank, and the result that the words are. */
async function duplicatePayouts(words: readonly string[]) {
  const fixture = await cases.company()
  const person = freshRow({ amount: '100.00', remark: '甲项目' })
  const rows = [person, { ...person, remark: '乙项目' }]
  const { batchId, bankFileId } = await cases.atBank(fixture, rows)
  const file = duplicateSheet(person, words)
  const kept = await imported(services, fixture.pay, bankFileId, file)
  const { resultId } = kept
  return { fixture, person, batchId, bankFileId, file, kept, resultId }
}

async function assign(
  fixture: ProviderFixture,
  asked: Assignment,
  account = fixture.pay,
): Promise<string | undefined> {
  return refusal(assignResultLines(services, await actorOf(services, account), asked))
}

describe('a result whose lines could mean several transfers', () => {
  it('waits for a person, and settles what they assigned once another confirmed it', async () => {
    const { fixture, batchId, bankFileId, kept, resultId } = await duplicatePayouts(['成功', '失败'])
    const payer = await signIn(services, fixture.pay)
    const shown = await payer.answer('bankResultLines', { bankFileId, resultId })
    expect(
      shown.lines.map(({ line, status, serial, position, assignerName }) => [
        line,
        status,
        serial,
        position,
        assignerName,
      ]),
    ).toEqual([
      [2, 'succeeded', 'S0', null, null],
      [3, 'rejected', 'S1', null, null],
    ])
    expect(shown.lines[0]?.candidates).toMatchObject([
      { position: 1, remark: '甲项目', state: 'in-doubt', netFen: 10_000n },
      { position: 2, remark: '乙项目', state: 'in-doubt', netFen: 10_000n },
    ])
    expect(
      JSON.stringify(shown.lines.map(({ candidates }) => candidates.map(({ cardNo }) => cardNo))),
    ).toMatch(/\*/)

    expect(await refusal(cases.confirm(fixture, bankFileId, kept))).toBe('bank-result-undecided')
    const about = { bankFileId, resultId }
    expect(
      await assign(fixture, { ...about, revision: 0, choices: [{ line: 2, position: 2 }] }),
    ).toBeUndefined()
    expect(await refusal(cases.confirm(fixture, bankFileId, { ...kept, revision: 1 }))).toBe(
      'bank-result-undecided',
    )
    expect(
      await assign(fixture, { ...about, revision: 1, choices: [{ line: 3, position: 1 }] }),
    ).toBeUndefined()
    const { files } = await payer.answer('batchBankFiles', { batchId })
    expect(files[0]?.results[0]).toMatchObject({
      lineCount: 2,
      undecidedCount: 0,
      revision: 2,
      succeededCount: 1,
      succeededFen: 10_000n,
      rejectedCount: 1,
    })
    expect(await refusal(cases.confirm(fixture, bankFileId, { ...kept, revision: 1 }))).toBe(
      'bank-result-lines-changed',
    )
    await cases.confirm(fixture, bankFileId, { ...kept, revision: 2 })
    await workBankFiles(services)
    expect([await cases.stateOf(bankFileId), await cases.states(batchId)]).toEqual([
      'settled',
      ['failed', 'succeeded'],
    ])
  })

  it('is told in the transfer’s history and the audit log', async () => {
    const { fixture, batchId, bankFileId, kept, resultId } = await duplicatePayouts(['成功'])
    const choices = [{ line: 2, position: 2 }]
    await assign(fixture, { bankFileId, resultId, revision: 0, choices })
    const payer = await signIn(services, fixture.pay)
    const rowIds = await services.query<{ id: number }>(
      'select row_id::int as id from payout_lines where batch_id = $1 order by row_number',
      [batchId],
    )
    const told = () =>
      Promise.all(
        rowIds.map(
          async ({ id }) => (await payer.answer('transferHistory', { rowId: id })).bankFile?.assignedLines,
        ),
      )
    expect(await told()).toEqual([[], []])
    await cases.confirm(fixture, bankFileId, { ...kept, revision: 1 })
    await workBankFiles(services)
    expect(await cases.states(batchId)).toEqual(['in-doubt', 'succeeded'])
    const [first, second] = await told()
    expect(first).toEqual([])
    expect(second).toMatchObject([{ result: 'result.csv', line: 2 }])
    const entries = await services.query<{ after: { lines?: string } }>(
      `select after from audit_entries where action = 'assign-result-lines' and object_id = $1`,
      [String(bankFileId)],
    )
    expect(entries.map(({ after }) => after.lines)).toEqual(['2 → 2'])
  })

  it('leaves in doubt what is none of them, and takes nothing into the books where all are', async () => {
    const { fixture, batchId, bankFileId, kept, resultId } = await duplicatePayouts(['成功'])
    await assign(fixture, { bankFileId, resultId, revision: 0, choices: [{ line: 2, position: null }] })
    expect(await refusal(cases.confirm(fixture, bankFileId, { ...kept, revision: 1 }))).toBe('result-nothing')
    expect(await cases.states(batchId)).toEqual(['in-doubt', 'in-doubt'])
  })

  it('needs nobody where as many lines say the same', async () => {
    const { fixture, batchId, bankFileId, kept } = await duplicatePayouts(['成功', '成功'])
    await cases.confirm(fixture, bankFileId, kept)
    await workBankFiles(services)
    expect(await cases.states(batchId)).toEqual(['succeeded', 'succeeded'])
  })

  it('refuses choices that do not hold, and whoever assigned as its confirmer', async () => {
    const { fixture, bankFileId, kept, resultId } = await duplicatePayouts(['成功', '失败'])
    const other = await duplicatePayouts(['成功'])
    const about = { bankFileId, resultId, revision: 0 }
    const one = { line: 2, position: 1 }
    expect(await assign(fixture, { ...about, choices: [one] }, fixture.check)).toBe('not-allowed')
    expect(await assign(fixture, { ...about, choices: [one] }, other.fixture.pay)).toBe('not-found')
    expect(await assign(fixture, { ...about, resultId: other.resultId, choices: [one] })).toBe(
      'bank-result-lines-changed',
    )
    expect(await assign(fixture, { ...about, choices: [{ line: 9, position: 1 }] })).toBe(
      'result-line-unknown',
    )
    expect(await assign(fixture, { ...about, choices: [{ line: 2, position: 3 }] })).toBe(
      'result-not-candidate',
    )
    expect(await assign(fixture, { ...about, choices: [one, { line: 3, position: 1 }] })).toBe(
      'result-candidate-taken',
    )
    const foreign = await signIn(services, other.fixture.pay)
    expectRefused(
      await foreign.wire('bankResultLines', { bankFileId: String(bankFileId), resultId: String(resultId) }),
      'not-found',
    )
    const payer = await signIn(services, fixture.pay)
    expectRefused(
      await payer.wire('bankResultLines', {
        bankFileId: String(bankFileId),
        resultId: String(other.resultId),
      }),
      'not-found',
    )

    expect(await assign(fixture, { ...about, choices: [one, { line: 3, position: 2 }] })).toBeUndefined()
    // Rights may change afterwards: the hand stays.
    await services.query(
      `update bank_file_ambiguous_lines set assigned_by = (select account_id from accounts where account = $1) where result_id = $2 and line = 3`,
      [fixture.check, resultId],
    )
    expect(await refusal(cases.confirm(fixture, bankFileId, { ...kept, revision: 1 }))).toBe(
      'bank-file-own-assignment',
    )
  })

  it('tells the later of two who assign at once', async () => {
    const { fixture, bankFileId, resultId } = await duplicatePayouts(['成功', '失败'])
    const asked = [1, 2].map((position) =>
      assign(fixture, { bankFileId, resultId, revision: 0, choices: [{ line: 2, position }] }),
    )
    expect((await Promise.all(asked)).map((code) => code ?? '').toSorted()).toEqual([
      '',
      'bank-result-lines-changed',
    ])
  })

  it('imported twice changes nothing, and sent back leaves no line behind', async () => {
    const { fixture, bankFileId, kept, resultId, person, file } = await duplicatePayouts(['成功', '失败'])
    expectRefused(await postResult(services, fixture.pay, bankFileId, file), 'bank-file-state')
    await assign(fixture, { bankFileId, resultId, revision: 0, choices: [{ line: 2, position: 1 }] })
    await decideResult(services, await actorOf(services, fixture.check), {
      bankFileId,
      ...kept,
      revision: 0,
      confirms: false,
      reason: '与网银不符',
    })
    const left = await services.query(
      `select line from bank_file_ambiguous_lines where result_id = $1 union all select position from bank_file_line_candidates where result_id = $1`,
      [resultId],
    )
    expect(left).toEqual([])
    const again = await imported(services, fixture.pay, bankFileId, duplicateSheet(person, ['成功'], 'X'))
    expect(again.resultId).not.toBe(resultId)
    expect(await refusal(cases.confirm(fixture, bankFileId, again))).toBe('bank-result-undecided')
  })
})

describe('the database', () => {
  /** Past all rules, as a mistake or a hand in the database would write it. */
  const change = (statement: string, ...values: unknown[]) =>
    services.query(statement, values).then(
      () => 'written',
      (error: Error) => error.message,
    )
  const confirmAs = (account: string, resultId: number) =>
    change(
      `update bank_file_results set state = 'confirmed', decided_at = now(), decided_by = (select account_id from accounts where account = $1) where result_id = $2`,
      account,
      resultId,
    )
  const both = [
    { line: 2, position: 1 },
    { line: 3, position: 2 },
  ]

  it('confirms nothing with an undecided line', async () => {
    const { fixture, resultId } = await duplicatePayouts(['成功', '失败'])
    expect(await confirmAs(fixture.check, resultId)).toContain('lines_assigned_by_another')
  })

  it('confirms nothing by a hand in it', async () => {
    const { fixture, bankFileId, resultId } = await duplicatePayouts(['成功', '失败'])
    await assign(fixture, { bankFileId, resultId, revision: 0, choices: both })
    await services.query(
      `update bank_file_ambiguous_lines set assigned_by = (select account_id from accounts where account = $1) where result_id = $2 and line = 3`,
      [fixture.check, resultId],
    )
    expect(await confirmAs(fixture.check, resultId)).toContain('lines_assigned_by_another')
  })

  it('keeps what was confirmed, and lets go of what was not', async () => {
    const { fixture, bankFileId, kept, resultId } = await duplicatePayouts(['成功', '失败'])
    await assign(fixture, { bankFileId, resultId, revision: 0, choices: both })
    const letGo = 'update bank_file_ambiguous_lines set position = position where result_id = $1'
    expect(await change(letGo, resultId)).toBe('written')
    await cases.confirm(fixture, bankFileId, { ...kept, revision: 1 })
    expect(await change(letGo, resultId)).toContain('confirmed_lines_stay')
    expect(await change('delete from bank_file_ambiguous_lines where result_id = $1', resultId)).toContain(
      'confirmed_lines_stay',
    )
    await workBankFiles(services)
  })

  it.each([
    ['assigned_to_a_candidate', 'position = 9'],
    ['bank_file_lines_taken_once', 'position = 1'],
    ['assigned_by_somebody', 'assigned_by = null, assigned_at = null'],
  ])('refuses an assignment that does not hold: %s', async (guard, wrong) => {
    const { fixture, bankFileId, resultId } = await duplicatePayouts(['成功', '失败'])
    await assign(fixture, { bankFileId, resultId, revision: 0, choices: both })
    const statement = `update bank_file_ambiguous_lines set ${wrong} where result_id = $1 and line = 3`
    expect(await change(statement, resultId)).toContain(guard)
  })
})
