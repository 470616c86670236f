// The operator's table of CNAPS codes: loaded whole, looked up by the names of payees' banks.

import { type BankCode, bankNameKey, codesByKey } from '@paywages/domain/bank-files/bank-codes.ts'
import { type BankFormat, namesCodes } from '@paywages/domain/bank-files/bank-format.ts'
import { copyRows } from '../adapters/postgres/copy-rows.ts'
import type { Tx } from '../adapters/postgres/database.ts'

/** Takes the place of what was there. */
export async function replaceCodes(tx: Tx, codes: readonly BankCode[]): Promise<void> {
  await tx.deleteFrom('bank_codes').execute()
  const distinct = [...new Map(codes.map((one) => [one.code, one])).values()]
  await copyRows(
    tx,
    'bank_codes',
    ['code', 'name', 'name_key'],
    distinct.map(({ code, name }) => [code, name, bankNameKey(name)]),
  )
}

export type CodeOf = (bankName: string) => string

const NONE: CodeOf = () => ''

/** Asked only for a format that names codes; empty for a name that is not in the table, or not one bank's alone. */
export async function codesFor(
  tx: Tx,
  format: Pick<BankFormat, 'container' | 'columns'>,
  bankNames: readonly string[],
): Promise<CodeOf> {
  if (!namesCodes(format)) return NONE
  const keys = new Map([...new Set(bankNames)].map((name) => [name, bankNameKey(name)]))
  const found = await tx
    .selectFrom('bank_codes')
    .where('name_key', 'in', [...new Set(['', ...keys.values()])])
    .select(['name_key as key', 'code'])
    .execute()
  const codes = codesByKey(found)
  return (bankName) => codes.get(keys.get(bankName) ?? '') ?? ''
}
