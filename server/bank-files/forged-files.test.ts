// Books of bank files that somebody changed past the stores are found, or refused by the database itself (I16).

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FileCases, openFileCases } from '../testing/bank-file-cases.ts'
import { imported, resultCsv } from '../testing/bank-files.ts'
import { moneyFindings } from '../testing/money-checks.ts'
import { freshRows } from '../testing/payout-sheet.ts'
import { workBankFiles } from './work-bank-files.ts'

let cases: FileCases
let atBank: FileCases['atBank']
let company: FileCases['company']
let services: FileCases['services']
beforeAll(async () => {
  cases = await openFileCases()
  ;({ atBank, company, services } = cases)
})
afterAll(() => cases.close())

describe('forged books are found (I16)', () => {
  const findings = async () =>
    (await moneyFindings(services)).filter(({ invariant }) => invariant === 'I16').map(({ what }) => what)
  /** Made, looked at, and undone. */
  async function found(forge: string, undo: string, values: readonly unknown[]) {
    await services.query(forge, values)
    const seen = await findings()
    await services.query(undo, values)
    return seen
  }

  it('finds each, and nothing otherwise', async () => {
    const fixture = await company()
    const { batchId, bankFileId } = await atBank(fixture, freshRows(2, { amount: '100.00' }))
    expect(await findings()).toEqual([])
    const sum = (more: number) => `update bank_files set sum_fen = sum_fen + ${more} where bank_file_id = $1`
    expect(await found(sum(1), sum(-1), [bankFileId])).toEqual([
      expect.stringContaining('is not what its transfers come to'),
    ])
    const net = (more: number) =>
      `update bank_file_rows set net_fen = net_fen + ${more} * case position when 1 then 1 else -1 end where bank_file_id = $1`
    expect(await found(net(5), net(-5), [bankFileId])).toEqual([
      expect.stringContaining('is not what its transfers come to'),
    ])
    const paid = (state: string) => `update transfers set state = '${state}' where batch_id = $1`
    const unproved = await found(paid('succeeded'), paid('in-doubt'), [batchId])
    expect(unproved).toHaveLength(2)
    expect(unproved[0]).toContain('is succeeded without evidence')
    expect((await found(paid('sending'), paid('in-doubt'), [batchId]))[0]).toContain(
      'is sending without evidence',
    )
    const live = (value: boolean) => `update bank_file_rows set live = ${value} where bank_file_id = $1`
    expect((await found(live(false), live(true), [bankFileId]))[0]).toContain('its file is withdrawn')
    const channel = (word: string) => `update transfer_queues set channel = '${word}' where batch_id = $1`
    expect((await found(channel('direct'), channel('file'), [batchId]))[0]).toContain(
      'is sent directly and stands in a file',
    )
  })

  it('the database itself keeps a row from a second live file, and a file queue from waiting', async () => {
    const fixture = await company()
    const { batchId, bankFileId } = await atBank(fixture, freshRows(1, { amount: '100.00' }))
    await expect(
      services.query(
        'insert into bank_file_rows (bank_file_id, position, row_id, net_fen) select bank_file_id, 9, row_id, net_fen from bank_file_rows where bank_file_id = $1',
        [bankFileId],
      ),
    ).rejects.toThrow(/bank_file_rows_live_once/)
    await expect(
      services.query('update transfer_queues set waiting = 1 where batch_id = $1', [batchId]),
    ).rejects.toThrow(/files_never_wait/)
    const file = await resultCsv(services, bankFileId, ['成功'])
    const kept = await imported(services, fixture.pay, bankFileId, file)
    const decided = (by: string) =>
      services.query(
        `update bank_file_results set state = 'confirmed', decided_by = ${by}, decided_at = imported_at where result_id = $1`,
        [kept.resultId],
      )
    const submitter = `(select submitted_by from bank_files where bank_file_id = bank_file_results.bank_file_id)`
    await expect(decided(submitter)).rejects.toThrow(/submitter_never_confirms/)
    await cases.confirm(fixture, bankFileId, kept)
    await workBankFiles(services)
    expect(await findings()).toEqual([])
    const hand = (whose: string) =>
      `update bank_files f set submitted_by = r.${whose} from bank_file_results r where r.bank_file_id = f.bank_file_id and f.bank_file_id = $1`
    expect(await found(hand('decided_by'), hand('imported_by'), [bankFileId])).toEqual([
      expect.stringContaining('is succeeded without evidence'),
    ])
  })
})
