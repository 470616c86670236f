// What tests of bank files do again and again: a company, a file at the bank, a result confirmed by its reviewer.

import { type RefusalCode, refusals } from '@paywages/wire/refusals.ts'
import { expect } from 'vitest'
import { decideResult } from '../bank-files/decide-result.ts'
import { rowsOfFile } from '../bank-files/file-store.ts'
import { actorOf } from './actor.ts'
import { madeFiles, submitted } from './bank-files.ts'
import type { Reply, SentFile } from './client.ts'
import { expectMoneyTruths } from './money-checks.ts'
import { freshRows } from './payout-sheet.ts'
import { createPeople } from './people.ts'
import { openProviderFixture, type ProviderFixture, transfersOf } from './provider-fixture.ts'
import { openTestServices, type TestServices } from './test-services.ts'

export type FileCases = Awaited<ReturnType<typeof openFileCases>>

/** A database of its own; closing it proves the invariants of all that was done there. */
export async function openFileCases(given?: TestServices) {
  const services = given ?? (await openTestServices())
  const people = await createPeople(services)
  return {
    services,
    people,
    company: () => openProviderFixture(services, people, { fen: 100_000n }),
    states: async (batchId: number) => (await transfersOf(services, batchId)).map(({ state }) => state),
    stateOf: async (bankFileId: number) => {
      const [file] = await services.query<{ state: string }>(
        'select state from bank_files where bank_file_id = $1',
        [bankFileId],
      )
      return file?.state
    },
    /** Made, downloaded and submitted. */
    atBank: async (
      fixture: ProviderFixture,
      rows = freshRows(3, { amount: '100.00' }),
      formatKey?: string,
    ) => {
      const { batchId, files } = await madeFiles(services, fixture, rows, formatKey)
      const bankFileId = files[0] ?? 0
      await submitted(services, bankFileId, fixture.pay)
      return { batchId, bankFileId }
    },
    confirm: async (
      fixture: ProviderFixture,
      bankFileId: number,
      kept: { readonly resultId: number; readonly sha256: string; readonly revision?: number },
      by = fixture.check,
    ) =>
      decideResult(services, await actorOf(services, by), {
        bankFileId,
        revision: 0,
        ...kept,
        confirms: true,
        reason: '',
      }),
    /** As a bank writes it that prints a day and none of our references. */
    sheetWithoutReferences: async (bankFileId: number): Promise<(day: string) => SentFile> => {
      const rows = await services.database.read((tx) => rowsOfFile(tx, bankFileId))
      const opened = services.cipher.openRows(rows.map(({ sealed }) => sealed))
      const lines = rows.map(({ name }, index) => [name, opened[index]?.cardNo, '100.00', '成功'].join(','))
      return (day) => ({
        fileName: 'result.csv',
        value: new TextEncoder().encode(
          `\uFEFF${['户名,账号,金额,状态,付款日期', ...lines.map((line) => `${line},${day}`)].join('\r\n')}\r\n`,
        ),
      })
    },
    close: async (except: readonly RegExp[] = []) => {
      await expectMoneyTruths(services, except)
      await services.close()
    },
  }
}

export function expectRefused({ http, body }: Reply, code: RefusalCode): void {
  expect([http, body.code]).toEqual([refusals[code].http, code])
}

/** The code with which it was refused; undefined where it went well. */
export const refusal = (work: Promise<unknown>): Promise<string | undefined> =>
  work.then(
    () => undefined,
    (error: { code?: string }) => error.code,
  )
