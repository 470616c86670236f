// Balances, postings and their sums by day and subject in the database; the only file that writes these tables.

import type { Scope } from '@paywages/domain/accounts/rights.ts'
import { shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import { flowRuleOf, type PhaseSum } from '@paywages/domain/ledger/fund-flow.ts'
import {
  isSettledPhase,
  type LedgerEffect,
  PHASES,
  type Phase,
  type Posting,
  SETTLED_PHASES,
  type SettledPhase,
} from '@paywages/domain/ledger/postings.ts'
import type { Fen } from '@paywages/domain/money/fen.ts'
import { sql } from 'kysely'
import { numberArray } from '../adapters/postgres/array-text.ts'
import { camelColumns } from '../adapters/postgres/camel-columns.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import { inScope } from '../adapters/postgres/in-scope.ts'

export type Balance = {
  readonly availableFen: Fen
  readonly heldFen: Fen
  /** Zero, or below zero by what the bank paid beyond the balance. */
  readonly suspenseFen: Fen
  readonly incomeFen: Fen
  readonly outcomeFen: Fen
  readonly costFen: Fen
}

/** What may be spent: a shortfall is owed before anything else is (D23: income − outcome − cost). */
export function spendable(balance: Pick<Balance, 'availableFen' | 'suspenseFen'>): Fen {
  return balance.availableFen + balance.suspenseFen
}

function balances(tx: Tx, providerId: number) {
  return tx
    .selectFrom('ledger_balances')
    .where('provider_id', '=', providerId)
    .select([
      'available_fen as availableFen',
      'held_fen as heldFen',
      'suspense_fen as suspenseFen',
      'income_fen as incomeFen',
      'outcome_fen as outcomeFen',
      'cost_fen as costFen',
    ])
}

export async function balanceOf(tx: Tx, providerId: number): Promise<Balance> {
  return balances(tx, providerId).executeTakeFirstOrThrow()
}

/** Of every company in scope, with its name. */
export async function balancesIn(tx: Tx, scope: Scope) {
  return tx
    .selectFrom('ledger_balances as b')
    .innerJoin('provider_names as p', 'p.provider_id', 'b.provider_id')
    .where(inScope(scope, 'b.provider_id'))
    .select([
      'b.provider_id as providerId',
      'p.name as providerName',
      ...camelColumns('b', ['available_fen', 'held_fen', 'suspense_fen']),
    ])
    .orderBy('b.provider_id')
    .execute()
}

/** Held until the transaction ends: take it last, as every payment of the provider waits for it. */
export async function lockBalance(tx: Tx, providerId: number): Promise<Balance> {
  return balances(tx, providerId).forUpdate().executeTakeFirstOrThrow()
}

/** What money moved for, and how. */
export type Entry = { readonly subjectId: bigint; readonly postings: readonly Posting[] } & (
  | { readonly subject: 'recharge' | 'reversal' | 'batch' }
  | { readonly subject: 'transfer'; readonly batchId: bigint }
)
export type Subject = Entry['subject']

const PHASE_NAMES = Object.keys(PHASES) as Phase[]
const PHASE_NUMBERS = new Map(PHASE_NAMES.map((phase, number) => [phase, number]))
/** Each phase by its place in this list, as its name and accounts need not be sent a thousand times. */
const PHASE_ACCOUNTS = sql.join(
  PHASE_NAMES.map((phase, number) => {
    const { source, destination } = PHASES[phase]
    return sql`(${sql.lit(number)}, ${sql.lit(phase)}, ${sql.lit(source)}, ${sql.lit(destination)})`
  }),
)

/** In the order given: the lines of a fund flow follow it. */
export async function insertPostings(
  tx: Tx,
  providerId: number,
  entries: readonly Entry[],
  at: Date,
): Promise<void> {
  for (const [subject, own] of Map.groupBy(entries, (entry) => entry.subject))
    for (const rows of rowsInTurn(own))
      await (rows.settled
        ? insertSettlements(tx, providerId, rows.settled, at)
        : insertPlain(tx, { providerId, subject, at }, rows.plain))
}

type Settlement = { readonly subjectId: bigint; readonly parts: Partial<Record<SettledPhase, Fen>> }
type PlainRow = Posting & { readonly subjectId: bigint }
type Rows =
  | { readonly settled: Settlement[]; readonly plain?: never }
  | { readonly plain: PlainRow[]; readonly settled?: never }

/** What a transfer settles is one row, everything else one a posting: as many of either as come without the other between. */
function rowsInTurn(entries: readonly Entry[]): Rows[] {
  const turns: Rows[] = []
  for (const { subject, subjectId, postings } of entries) {
    let parts: Settlement['parts'] | undefined
    for (const { phase, amountFen } of postings) {
      const last = turns.at(-1)
      if (subject !== 'transfer' || !isSettledPhase(phase)) {
        const row = { subjectId, phase, amountFen }
        if (last?.plain) last.plain.push(row)
        else turns.push({ plain: [row] })
        // The same phase again is another row, which the table refuses.
      } else if (parts && parts[phase] === undefined) parts[phase] = amountFen
      else {
        parts = { [phase]: amountFen }
        if (last?.settled) last.settled.push({ subjectId, parts })
        else turns.push({ settled: [{ subjectId, parts }] })
      }
    }
  }
  return turns
}

async function insertSettlements(
  tx: Tx,
  providerId: number,
  settled: readonly Settlement[],
  at: Date,
): Promise<void> {
  const amounts = SETTLED_PHASES.map(
    (phase) => sql`${numberArray(settled.map(({ parts }) => parts[phase] ?? 0n))}::bigint[]`,
  )
  await sql`
    insert into ledger_settlements (provider_id, transfer_id, at, net_fen, fee_fen, tax_fen, vat_fen)
    select ${providerId}, w.id, ${at}, nullif(w.net, 0), nullif(w.fee, 0), nullif(w.tax, 0), nullif(w.vat, 0)
    from unnest(${numberArray(settled.map(({ subjectId }) => subjectId))}::bigint[], ${sql.join(amounts)})
      with ordinality w(id, net, fee, tax, vat, n)
    order by w.n`.execute(tx)
}

async function insertPlain(
  tx: Tx,
  { providerId, subject, at }: { readonly providerId: number; readonly subject: Subject; readonly at: Date },
  flat: readonly PlainRow[],
): Promise<void> {
  await sql`
      insert into ledger_postings (provider_id, phase, source, destination, amount_fen, subject, subject_id, at)
      select ${providerId}, p.phase, p.source, p.destination, w.amount, ${subject}, w.id, ${at}
      from unnest(${numberArray(flat.map(({ phase }) => PHASE_NUMBERS.get(phase) ?? -1))}::int[],
          ${numberArray(flat.map(({ amountFen }) => amountFen))}::bigint[],
          ${numberArray(flat.map(({ subjectId }) => subjectId))}::bigint[]) with ordinality w(number, amount, id, n)
        join (values ${PHASE_ACCOUNTS}) p(number, phase, source, destination) on p.number = w.number
      order by w.n`.execute(tx)
}

/**
 * Moves the balance, and under its lock, which keeps two settlements from waiting for each other's days, the sums of the day: in one
 * statement, as every payment of the provider waits from here to the commit.
 */
export async function moveSums(
  tx: Tx,
  providerId: number,
  by: LedgerEffect,
  entries: readonly Entry[],
  at: Date,
): Promise<void> {
  const days = sumByPhase(entries.flatMap(({ postings }) => postings))
  if (days.length === 0) return
  const day = shanghaiDay(at)
  const subjects = sumBySubject(entries)
  await sql`
    with balance as (
      update ledger_balances set
        available_fen = available_fen + ${by.available}, held_fen = held_fen + ${by.held},
        bank_clearing_fen = bank_clearing_fen + ${by['bank-clearing']}, fee_income_fen = fee_income_fen + ${by['fee-income']},
        tax_payable_fen = tax_payable_fen + ${by['tax-payable']}, vat_payable_fen = vat_payable_fen + ${by['vat-payable']},
        suspense_fen = suspense_fen + ${by.suspense},
        income_fen = income_fen + ${by.income}, outcome_fen = outcome_fen + ${by.outcome}, cost_fen = cost_fen + ${by.cost}
      where provider_id = ${providerId} returning provider_id),
    days as (
      insert into fund_days as d (provider_id, day, phase, lines, amount_fen)
      select b.provider_id, ${day}::date, w.phase, w.lines, w.amount
      from balance b cross join unnest(${days.map(({ phase }) => phase)}::text[], ${days.map(({ lines }) => lines)}::int[],
        ${days.map(({ amountFen }) => amountFen)}::bigint[]) as w(phase, lines, amount)
      on conflict (provider_id, day, phase) do update
        set lines = d.lines + excluded.lines, amount_fen = d.amount_fen + excluded.amount_fen)
    insert into fund_subjects as s (provider_id, day, subject, subject_id, phase, lines, amount_fen, last_at)
    select b.provider_id, ${day}::date, w.subject, w.id, w.phase, w.lines, w.amount, ${at}
    from balance b cross join unnest(${subjects.map(({ subject }) => subject)}::text[], ${numberArray(subjects.map(({ subjectId }) => subjectId))}::bigint[],
      ${subjects.map(({ phase }) => phase)}::text[], ${subjects.map(({ lines }) => lines)}::int[],
      ${numberArray(subjects.map(({ amountFen }) => amountFen))}::bigint[]) as w(subject, id, phase, lines, amount)
    on conflict (provider_id, day, subject, subject_id, phase) do update set lines = s.lines + excluded.lines,
      amount_fen = s.amount_fen + excluded.amount_fen, last_at = greatest(s.last_at, excluded.last_at)`.execute(
    tx,
  )
}

function sumByPhase(postings: readonly Posting[]): PhaseSum[] {
  const sums = new Map<Phase, PhaseSum>()
  for (const { phase, amountFen } of postings) {
    const sum = sums.get(phase)
    sums.set(phase, { phase, lines: (sum?.lines ?? 0) + 1, amountFen: (sum?.amountFen ?? 0n) + amountFen })
  }
  return [...sums.values()]
}

type SubjectSum = PhaseSum & {
  readonly subject: Exclude<Subject, 'transfer'>
  readonly subjectId: bigint
}

/** Of the lines of the flow alone: a transfer's stand with its batch. */
function sumBySubject(entries: readonly Entry[]): SubjectSum[] {
  const groups = Map.groupBy(entries, (entry) =>
    entry.subject === 'transfer' ? `batch ${entry.batchId}` : `${entry.subject} ${entry.subjectId}`,
  )
  return [...groups.values()].flatMap((own) => {
    const [first] = own
    if (first === undefined) return []
    const of =
      first.subject === 'transfer'
        ? { subject: 'batch' as const, subjectId: first.batchId }
        : { subject: first.subject, subjectId: first.subjectId }
    return sumByPhase(own.flatMap(({ postings }) => postings))
      .filter(({ phase }) => flowRuleOf(phase) !== null)
      .map((sum) => ({ ...sum, ...of }))
  })
}
