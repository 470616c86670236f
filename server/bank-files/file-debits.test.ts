// A batch that was cut into bank files, and a bank that debits a file or several at once: linked where count and sum fit one way alone (D32).

import { formatYuan } from '@paywages/domain/money/fen.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type FileCases, openFileCases } from '../testing/bank-file-cases.ts'
import { imported, madeFiles, resultCsv, submitted } from '../testing/bank-files.ts'
import { paymentsOf, postStatements } from '../testing/bank-statements.ts'
import { signIn } from '../testing/client.ts'
import { freshRows } from '../testing/payout-sheet.ts'
import { workBankFiles } from './work-bank-files.ts'

let cases: FileCases
beforeAll(async () => {
  cases = await openFileCases()
})
afterAll(() => cases.close())

/** Own cards and others' go into files of their own; all were paid. */
async function cutBatch(own: string, others: string) {
  const { services } = cases
  const fixture = await cases.company()
  const rows = [
    ...freshRows(2, { amount: own, bank: '招商银行' }),
    ...freshRows(2, { amount: others, bank: '中国工商银行' }),
  ]
  const { batchId, files } = await madeFiles(services, fixture, rows, 'cmb-payroll')
  expect(files).toHaveLength(2)
  for (const bankFileId of files) {
    await submitted(services, bankFileId, fixture.pay)
    const result = await resultCsv(services, bankFileId, ['成功', '成功'])
    await cases.confirm(fixture, bankFileId, await imported(services, fixture.pay, bankFileId, result))
  }
  await workBankFiles(services)
  const paid = await paymentsOf(services, batchId)
  const client = await signIn(services, fixture.pay)
  const upload = async (...debits: readonly (readonly [fen: bigint, remark: string])[]) => {
    const table = [
      ['交易日期', '收付标志', '交易金额', '对方户名', '对方账号', '附言'],
      ...debits.map(([fen, remark]) => ['2026-03-16', '付', formatYuan(fen), '', '', remark]),
    ]
    const bytes = Buffer.from(table.map((cells) => cells.join(',')).join('\n'))
    const { body } = await postStatements(client, [{ fileName: '流水.csv', bytes }])
    const [{ id } = { id: 0 }] = await services.query<{ id: number }>(
      'select max(statement_id)::int as id from statements where provider_id = $1',
      [fixture.providerId],
    )
    expect(body.status).toBe(0)
    return (await client.answer('statementLines', { statementId: id })).rows
  }
  const sumOf = (places: readonly number[]) =>
    places.reduce((sum, place) => sum + (paid[place]?.netFen ?? 0n), 0n)
  return { client, paid, upload, sumOf }
}

it('links a debit to the rows of the file whose count and sum it is', async () => {
  const { paid, upload, sumOf } = await cutBatch('100.00', '70.00')
  const lines = await upload(
    [sumOf([0, 1]), '代发劳务费 2笔'],
    [sumOf([2, 3]), '代发劳务费 2笔'],
    [sumOf([0, 2]), '代发劳务费 2笔'],
  )
  expect(lines.map(({ result, rowCount, row }) => [result, rowCount, row?.rowId])).toEqual([
    ['linked', 2, paid[0]?.rowId],
    ['linked', 2, paid[2]?.rowId],
    ['not-found', 1, undefined],
  ])
  const again = await upload([sumOf([0, 1, 2, 3]), '代发劳务费 4笔'])
  expect(again.map(({ result }) => result)).toEqual(['already-linked'])
})

it('asks which file is meant where two are alike, and links the one that a person chose', async () => {
  const { client, paid, upload, sumOf } = await cutBatch('80.00', '80.00')
  const [line] = await upload([sumOf([0, 1]), '代发劳务费 2笔'])
  expect(line).toMatchObject({ result: 'ambiguous', candidateCount: 2 })
  const lineId = line?.lineId ?? 0
  const { rows } = await client.answer('lineCandidates', { lineId })
  expect(rows.map(({ rowId, rowCount }) => [rowId, rowCount]).toSorted()).toEqual([
    [paid[0]?.rowId, 2],
    [paid[2]?.rowId, 2],
  ])
  await client.answer('chooseRow', { lineId, rowId: paid[2]?.rowId ?? 0 })
  const linked = await cases.services.query<{ id: number }>(
    `select row_id::int as id from statement_lines where line_id = $1
     union all select row_id::int from statement_batch_rows where line_id = $1 order by 1`,
    [lineId],
  )
  expect(linked.map(({ id }) => id)).toEqual([paid[2]?.rowId, paid[3]?.rowId])
  // The other one is not concluded from that: the line may repeat an earlier one.
  const [next] = await upload([sumOf([0, 1]), '代发劳务费 2笔 '])
  expect(next).toMatchObject({ result: 'ambiguous', candidateCount: 1 })
})
