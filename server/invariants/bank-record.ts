// The bank's own record of some days in the order of its references, whatever order it tells them in and however many there are.

import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Day } from '@paywages/domain/calendar/shanghai.ts'
import type { Fen } from '@paywages/domain/money/fen.ts'
import type { StatementLine } from '../adapters/bank/bank-port.ts'
import { ownFolder } from '../adapters/file-store/own-folder.ts'
import type { Line } from '../adapters/sorting/merge-sorted.ts'
import { openSortedSpool, type SortedSpool } from '../adapters/sorting/sorted-spool.ts'
import type { Services } from '../app-services.ts'

/** What the bank says of one reference; of several debits the last. */
export type Theirs = {
  readonly reference: string
  readonly debits: number
  readonly returned: boolean
  readonly fen: Fen
  readonly day: Day
  readonly serial: string
}

/** In DATA_DIR; a process has a folder of its own there, which is swept after it. */
const SPOOL = 'reading'

/** Names and cards stay out of it: references, amounts, days and serials only. */
export function openBankRecord({ settings }: Pick<Services, 'settings'>): SortedSpool {
  return openSortedSpool(async () => {
    const folder = join(settings.dataDir, SPOOL)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    return ownFolder(folder)
  })
}

/** `also` sees every page as it comes. */
export async function addDay(
  services: Pick<Services, 'bank'>,
  record: SortedSpool,
  day: Day,
  also: (lines: readonly StatementLine[]) => Promise<void>,
): Promise<void> {
  let after: string | undefined
  do {
    const page = await services.bank.statement(day, after)
    await record.add(page.lines.map((line) => keptOf(line, day)))
    await also(page.lines)
    after = page.next
  } while (after !== undefined)
}

function keptOf({ reference, status, amountFen = 0n, serial }: StatementLine, day: Day): Line {
  return [reference, status === 'returned' ? 'returned' : '', String(amountFen), day, serial]
}

export async function* byReference(record: SortedSpool): AsyncGenerator<Theirs> {
  let theirs: Theirs | undefined
  for await (const piece of record.inOrder())
    for (const line of piece) {
      if (theirs && theirs.reference !== line[0]) {
        yield theirs
        theirs = undefined
      }
      theirs = addLine(theirs, line)
    }
  if (theirs) yield theirs
}

function addLine(known: Theirs | undefined, [reference, kind, fen, day, serial]: Line): Theirs {
  const before = known ?? { reference, debits: 0, returned: false, fen: 0n, day: '' as Day, serial: '' }
  if (kind === 'returned') return { ...before, returned: true }
  return {
    ...before,
    debits: before.debits + 1,
    fen: BigInt(fen ?? 0),
    day: (day ?? '') as Day,
    serial: serial ?? '',
  }
}
