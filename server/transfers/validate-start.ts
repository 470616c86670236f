// Validates the rows of a batch once more at its start, and fixes what is withheld from them (D19, docs/rules/tax.md).

import type { Day } from '@paywages/domain/calendar/shanghai.ts'
import { birthDay } from '@paywages/domain/identity/id-card.ts'
import type { Fen } from '@paywages/domain/money/fen.ts'
import { type StartVerdict, validateStart } from '@paywages/domain/transfers/start-validation.ts'
import { startRefusalText, transferTexts } from '@paywages/wire/transfers/messages.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import type { Services } from '../app-services.ts'
import type { BatchRecord } from '../payouts/batch-store.ts'
import { gatherMonthPeople, type MonthPeople } from '../payouts/month-people-store.ts'
import { setTaxes } from '../payouts/row-outcome-store.ts'
import { openRow } from '../payouts/seal-row.ts'
import {
  ageGoodUntil,
  copiesPaidElsewhere,
  peopleToValidate,
  type RowToValidate,
  rowsToValidate,
} from '../payouts/starting-store.ts'
import { monthsOf } from '../payouts/tax-history-store.ts'
import { rowsTakenOver } from './debit-store.ts'
import { insertRefused, type Refusals } from './transfer-store.ts'

/** What was refused, and whom the batch paid before that. */
export type ValidatedRows = { readonly refused: Refusals; readonly people: MonthPeople }

export type StartTerms = { readonly at: Date; readonly day: Day; readonly limitFen: Fen }

/** Rows that no longer pass fail with their reason; the others get their tax. */
export async function validateRowsAtStart(
  tx: Tx,
  services: Services,
  batch: BatchRecord,
  terms: StartTerms,
): Promise<ValidatedRows> {
  const copies = await copiesPaidElsewhere(tx, batch.batchId)
  const paid = [...new Set([...copies, ...(await rowsTakenOver(tx, batch.batchId))])]
  if (batch.withholdsTax)
    await setTaxes(
      tx,
      paid.map((rowId) => ({ rowId, taxFen: 0n })),
    )
  const repaid = await insertRefused(
    tx,
    paid.map((rowId) => ({ rowId, error: transferTexts.paidAlready })),
    terms.at,
  )
  const people = await gatherMonthPeople(tx, batch, terms.day.slice(0, 7))
  const validated = await validatePeople(tx, services, batch, terms, people)
  const refused = {
    count: repaid.count + validated.count,
    fen: repaid.fen + validated.fen,
    feeFen: repaid.feeFen + validated.feeFen,
  }
  return { refused, people }
}

async function validatePeople(
  tx: Tx,
  services: Services,
  batch: BatchRecord,
  terms: StartTerms,
  gathered: MonthPeople,
): Promise<Refusals> {
  const goodUntil = await ageGoodUntil(tx, batch.batchId)
  const agesMatter = goodUntil === null || terms.day > goodUntil
  const everyone = batch.withholdsTax || agesMatter
  const { limitFen } = terms
  const people = await peopleToValidate(tx, gathered, batch.providerId, { limitFen, everyone })
  if (people.length === 0) return insertRefused(tx, [], terms.at)
  const hashes = people.map(({ idHash }) => idHash)
  const rows = Map.groupBy(
    await rowsToValidate(tx, batch.batchId, everyone ? 'everyone' : hashes),
    ({ idHash }) => idHash,
  )
  const histories = batch.withholdsTax
    ? await monthsOf(tx, batch, hashes, terms.day)
    : new Map<string, never[]>()
  const { taxTables } = services
  const taxMethod = batch.withholdsTax ? batch.taxMethod : undefined
  const verdicts = people.flatMap(({ idHash, restricted, monthSoFarFen }) => {
    const own = rows.get(idHash) ?? []
    const birth = agesMatter ? birthOf(services, own[0]) : undefined
    const person = { restricted, monthSoFarFen, birth, history: histories.get(idHash) ?? [] }
    return validateStart(person, own, { ...terms, taxMethod, gapRule: batch.gapRule, taxTables })
  })
  if (batch.withholdsTax) await setTaxes(tx, changedTaxes(verdicts, rows))
  const refused = verdicts.flatMap((verdict) =>
    'refusal' in verdict
      ? [{ rowId: verdict.rowId, error: startRefusalText(verdict.refusal, limitFen) }]
      : [],
  )
  return insertRefused(tx, refused, terms.at)
}

function birthOf(services: Services, row: RowToValidate | undefined): Day | undefined {
  return row && birthDay(openRow(services.cipher, row.sealed).idCardNo)
}

/** Most provisional figures still hold; only the others are written. */
function changedTaxes(
  verdicts: readonly StartVerdict[],
  rows: ReadonlyMap<string, readonly RowToValidate[]>,
) {
  const provisional = new Map([...rows.values()].flat().map(({ rowId, taxFen }) => [rowId, taxFen]))
  return verdicts
    .map((verdict) => ({ rowId: verdict.rowId, taxFen: 'refusal' in verdict ? 0n : verdict.taxFen }))
    .filter(({ rowId, taxFen }) => provisional.get(rowId) !== taxFen)
}
