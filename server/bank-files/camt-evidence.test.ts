// A camt.053 as evidence: kept as a bank statement whichever way it comes, it bears results out or contradicts them aloud (ADR 124).

import { shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type FileCases, openFileCases } from '../testing/bank-file-cases.ts'
import { ACCOUNT_NO, imported, resultCsv } from '../testing/bank-files.ts'
import { type SentFile, signIn } from '../testing/client.ts'
import type { ProviderFixture } from '../testing/provider-fixture.ts'
import { rowsOfFile } from './file-store.ts'
import { workBankFiles } from './work-bank-files.ts'

let cases: FileCases
beforeAll(async () => {
  cases = await openFileCases()
})
afterAll(() => cases.close())

type Entry = {
  readonly at: number
  readonly fen?: number
  readonly direction?: 'DBIT' | 'CRDT'
  readonly state?: string
}

/** Entries of the file's rows, as its bank books them on an account. */
async function camt(bankFileId: number, entries: readonly Entry[], account = ACCOUNT_NO): Promise<SentFile> {
  const { services } = cases
  const rows = await services.database.read((tx) => rowsOfFile(tx, bankFileId))
  const opened = services.cipher.openRows(rows.map(({ sealed }) => sealed))
  const day = shanghaiDay(services.clock.now())
  const nodes = entries.map(({ at, fen = 10_000, direction = 'DBIT', state = 'BOOK' }) => {
    const payee = `<RltdPties><Cdtr><Pty><Nm>${rows[at]?.name}</Nm></Pty></Cdtr><CdtrAcct><Id><Othr><Id>${opened[at]?.cardNo}</Id></Othr></Id></CdtrAcct></RltdPties>`
    return `<Ntry><Amt Ccy="CNY">${(fen / 100).toFixed(2)}</Amt><CdtDbtInd>${direction}</CdtDbtInd><Sts><Cd>${state}</Cd></Sts><BookgDt><Dt>${day}</Dt></BookgDt><NtryDtls><TxDtls><Refs><EndToEndId>${rows[at]?.reference}</EndToEndId></Refs>${payee}</TxDtls></NtryDtls></Ntry>`
  })
  const text = `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt><Acct><Id><Othr><Id>${account}</Id></Othr></Id></Acct>${nodes.join('')}</Stmt></BkToCstmrStmt></Document>`
  return { fileName: 'camt.053.xml', value: new TextEncoder().encode(text) }
}

/** Three rows: paid, failed, paid, as a confirmed result sheet says. */
async function settled() {
  const fixture = await cases.company()
  const { bankFileId, batchId } = await cases.atBank(fixture)
  const sheet = await resultCsv(cases.services, bankFileId, ['成功', '失败', '成功'])
  await cases.confirm(fixture, bankFileId, await imported(cases.services, fixture.pay, bankFileId, sheet))
  await workBankFiles(cases.services)
  return { fixture, bankFileId, batchId }
}

const uploaded = async ({ pay }: ProviderFixture, file: SentFile) => {
  const { body } = await (await signIn(cases.services, pay)).wire('uploadStatements', { files: file })
  await workBankFiles(cases.services)
  return body.code ?? body.status
}

const found = async (bankFileId: number) => {
  const listed = await cases.services.query<{ position: number }>(
    'select position from bank_file_rows where bank_file_id = $1 and listed_in is not null order by 1',
    [bankFileId],
  )
  const against = await cases.services.query<{ what: string }>(
    'select position || what as what from bank_file_contradictions where bank_file_id = $1 and ended_at is null order by 1',
    [bankFileId],
  )
  return [listed.map(({ position }) => position), against.map(({ what }) => what)]
}

it('bears out what was settled', async () => {
  const { fixture, bankFileId } = await settled()
  await uploaded(fixture, await camt(bankFileId, [{ at: 0 }, { at: 2 }]))
  expect(await found(bankFileId)).toEqual([[1, 2, 3], []])
})

it.each<[string, readonly Entry[], string[]]>([
  ['a debit of what failed', [{ at: 0 }, { at: 1 }, { at: 2 }], ['2failed-debited']],
  ['no debit of what was paid', [{ at: 0 }], ['3not-debited']],
  ['a debit that is only pending', [{ at: 0 }, { at: 2, state: 'PDNG' }], ['3not-debited']],
  ['money that came back', [{ at: 0 }, { at: 2 }, { at: 2, direction: 'CRDT' }], ['3came-back']],
  ['a debit twice', [{ at: 0 }, { at: 2 }, { at: 2 }], ['3debited-twice']],
  ['another amount', [{ at: 0 }, { at: 2, fen: 10_001 }], ['3other-amount']],
])('contradicts aloud: %s', async (_, entries, against) => {
  const { fixture, bankFileId, batchId } = await settled()
  const before = await cases.states(batchId)
  await uploaded(fixture, await camt(bankFileId, entries))
  expect((await found(bankFileId))[1]).toEqual(against)
  expect(await cases.states(batchId)).toEqual(before)
})

it('of an account that is not ours is no statement of ours', async () => {
  const { fixture, bankFileId } = await settled()
  const file = await camt(bankFileId, [{ at: 0, direction: 'CRDT' }], '6222021202000776612')
  expect(await uploaded(fixture, file)).toBe('statement-other-account')
  expect(await found(bankFileId)).toEqual([[], []])
})

it('that contradicts itself is refused', async () => {
  const { fixture, bankFileId } = await settled()
  const { value } = await camt(bankFileId, [{ at: 0 }])
  const text = new TextDecoder().decode(value as Uint8Array).replace('DBIT', 'BOTH')
  expect(await uploaded(fixture, { fileName: 'x.xml', value: new TextEncoder().encode(text) })).toBe(
    'statement-message',
  )
})

it('that is imported as a result is kept as a statement too, and bears out what it settled', async () => {
  const { services, states, confirm } = cases
  const fixture = await cases.company()
  const { bankFileId, batchId } = await cases.atBank(fixture)
  const file = await camt(bankFileId, [{ at: 0 }, { at: 1 }, { at: 2 }])
  await confirm(fixture, bankFileId, await imported(services, fixture.pay, bankFileId, file))
  await workBankFiles(services)
  expect(await states(batchId)).toEqual(['succeeded', 'succeeded', 'succeeded'])
  await workBankFiles(services)
  expect(await found(bankFileId)).toEqual([[1, 2, 3], []])
  expect(await uploaded(fixture, file)).toBe('statement-known')
})
