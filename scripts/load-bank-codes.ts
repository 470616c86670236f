// Loads a table of CNAPS codes (sheet: 联行号, 行名) in place of the one that is there; says which lines cannot be read.

import { createReadStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { writeSealedCopy } from '@paywages/server/adapters/file-store/sealed-copy.ts'
import { loadBankCodes } from '@paywages/server/bank-files/load-bank-codes.ts'
import { commandWords, usageOf } from './command-line.ts'
import { withServices } from './with-services.ts'

const FORM = {
  usage: 'load-bank-codes -- TABLE.xlsx "YOUR NAME" (.xlsx, .xls or .csv with 联行号 and 行名)',
  words: 2,
}
const [path, by] = commandWords(FORM).words
const KINDS = { '.xlsx': 'xlsx', '.xls': 'xls', '.csv': 'csv' } as const
const FAULTS = {
  code: 'the code has not twelve digits (a program may have rounded it: keep the column as text)',
  name: 'there is no name',
  'two-names': 'the code stands under another name further up',
} as const
const SHOWN = 20

function fail(words: string): void {
  console.error(words)
  process.exitCode = 1
}

await withServices(async (services) => {
  const kind = KINDS[extname(path ?? '').toLowerCase() as keyof typeof KINDS]
  if (!path || !by || kind === undefined) return fail(usageOf(FORM))
  const folder = await mkdtemp(join(tmpdir(), 'paywages-codes-'))
  try {
    const loaded = await loadBankCodes(services, await writeSealedCopy(folder, createReadStream(path)), {
      kind,
      by,
    })
    if ('count' in loaded) return console.log(`${loaded.count} codes were loaded.`)
    if ('missing' in loaded)
      return fail(
        loaded.missing === 'rows' ? 'The table is empty.' : 'No line has the headings 联行号 and 行名.',
      )
    for (const { line, fault } of loaded.faults.slice(0, SHOWN)) fail(`line ${line}: ${FAULTS[fault]}`)
    fail(`${loaded.faults.length} lines cannot be loaded; nothing was changed.`)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
