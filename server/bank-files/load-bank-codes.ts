// Loads the operator's table of CNAPS codes (sheet: 联行号, 行名), whole or not at all (ADR 95).

import { randomUUID } from 'node:crypto'
import { type BankCode, type CodeFault, judgeCodes } from '@paywages/domain/bank-files/bank-codes.ts'
import type { SealedCopy } from '../adapters/file-store/sealed-copy.ts'
import { type GridKind, readGrids } from '../adapters/spreadsheet/read-grid.ts'
import type { Services } from '../app-services.ts'
import { recordAnonymousEntry } from '../audit-log/record-entry.ts'
import { replaceCodes } from './bank-code-store.ts'

export type LoadedCodes =
  | { readonly count: number }
  | { readonly faults: readonly CodeFault[] }
  | { readonly missing: 'headings' | 'rows' }

/** The whole of China has some 150,000. */
const MAX_CODES = 300_000
const CODE_HEADING = /^(联行号|行号|大额行号|支付行号|人行行号)$/
const NAME_HEADING = /^(行名|银行名称|机构名称|开户行名称|名称)$/

export async function loadBankCodes(
  services: Services,
  file: SealedCopy,
  { kind, by }: { readonly kind: GridKind; readonly by: string },
): Promise<LoadedCodes> {
  const rows = codeRows(await readGrids(file, kind, MAX_CODES, { texts: 'as-written' }))
  if (rows === undefined) return { missing: 'headings' }
  // An empty table would take every code away.
  if (rows.length === 0) return { missing: 'rows' }
  const faults = judgeCodes(rows)
  if (faults.length > 0) return { faults }
  await services.database.transact(async (tx) => {
    await replaceCodes(tx, rows)
    await recordAnonymousEntry(
      tx,
      { at: services.clock.now(), address: '', requestId: randomUUID(), hostname: '' },
      {
        action: 'load-bank-codes',
        object: { kind: 'bank-codes', id: 'cnaps', name: by },
        after: { codes: rows.length },
      },
    )
  }, 'long')
  return { count: rows.length }
}

/** Below the first line that names both columns. */
function codeRows(grids: Awaited<ReturnType<typeof readGrids>>): (BankCode & { line: number })[] | undefined {
  for (const { rows } of grids)
    for (const [at, { cells }] of rows.entries()) {
      const headings = Array.from(cells, (cell) => (cell ?? '').replace(/\s/g, ''))
      const [code, name] = [CODE_HEADING, NAME_HEADING].map((word) =>
        headings.findIndex((one) => word.test(one)),
      )
      if (code === undefined || name === undefined || code < 0 || name < 0) continue
      return rows.slice(at + 1).map((row) => ({
        line: row.number,
        code: (row.cells[code] ?? '').trim(),
        name: (row.cells[name] ?? '').trim(),
      }))
    }
  return undefined
}
