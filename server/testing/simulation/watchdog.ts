// Watches every step of every transfer as it is committed, and who took it: what no check can see afterwards.

import type { RetryPolicy } from '@paywages/domain/transfers/retry-policy.ts'
import { LEGAL_STEPS, type TransferState } from '@paywages/domain/transfers/transfer-state.ts'
import type { BankUpdate } from '../../adapters/bank/bank-port.ts'
import type { Clock } from '../../adapters/clock/clock.ts'
import type { EventKind } from '../../transfers/event-store.ts'
import type { Coverage } from './coverage.ts'
import type { Journal } from './journal.ts'
import type { LyingBank } from './lying-bank.ts'
import type { Task } from './scheduler.ts'
import type { Marks } from './stage.ts'

type Step = {
  readonly id: bigint
  readonly reference: string
  readonly kind: EventKind
  readonly from: TransferState
  readonly to: TransferState
  readonly attempt: number
  readonly alarm: string | null
  readonly at: Date
}

/** Who sends a transfer, and until when it may. */
type Holder = { readonly by: string; readonly sentAt: number; readonly until: number }

const LEGAL = new Set(LEGAL_STEPS.map((step) => step.join(' → ')))

/** A history is asked for by row: first the rows that something happened to, rather than all rows of all seeds. */
const NEW_STEPS = `
  with touched as (
    select transfer_id as row_id from transfer_events where event_id > $1
    union select n.row_id from transfer_events e join transfer_names n using (transfer_id) where e.event_id > $1
    union select t.row_id from transfer_leases l join transfers t on t.batch_id = l.batch_id and t.row_id between l.first_row_id and l.last_row_id
      where greatest(l.sent_event_id, l.answered_event_id) > $1)
  select e.event_id as id, t.reference, e.kind, e.from_state as "from", e.to_state as "to", e.attempt, e.alarm, e.at
  from touched cross join lateral (select * from transfer_steps s where s.row_id = touched.row_id and s.event_id > $1 offset 0) e
    cross join lateral (select reference from row_transfers r where r.row_id = touched.row_id offset 0) t
  order by e.event_id, e.row_id`

type Given = {
  readonly retryPolicy: RetryPolicy
  /** By how much the clocks of two processes may differ. */
  readonly toleranceMs: number
  readonly clock: Clock
  readonly bank: LyingBank
  readonly journal: Journal
  readonly coverage: Coverage
  query<T>(text: string, values: readonly unknown[]): Promise<T[]>
  fail(what: string): void
}

export class Watchdog {
  /** References that were paid after they had failed. */
  readonly late = new Set<string>()
  readonly #given: Given
  readonly #states = new Map<string, TransferState>()
  readonly #holders = new Map<string, Holder>()
  readonly #firstSent = new Map<string, number>()
  readonly #resolved = new Set<string>()
  readonly #answers = new Map<string, Map<string, string>>()
  readonly #unanswered = new Map<string, readonly string[]>()
  #last = 0n

  constructor(given: Given) {
    this.#given = given
  }

  begin({ event }: Marks): void {
    this.#last = BigInt(event)
  }

  /** What was committed since the last look was done by that task, or by several at once. */
  async inspect(task: Task | undefined): Promise<void> {
    const steps = await this.#given.query<Step>(NEW_STEPS, [this.#last])
    for (const step of steps) this.#take(step, task)
    this.#last = steps.at(-1)?.id ?? this.#last
    if (task) this.#seeFence(task, steps)
  }

  /** At the moment a worker decides to call the bank; it may yet be stopped before it does. */
  decidesToSend(task: Task, references: readonly string[]): void {
    for (const reference of references) {
      const holder = this.#holders.get(reference)
      const name = this.#given.bank.nameOf(reference)
      if (holder?.by !== nameOf(task))
        this.#given.fail(`${nameOf(task)} sends ${name}, which it does not hold`)
      else if (this.#now() >= holder.until + this.#given.toleranceMs)
        this.#given.fail(`${nameOf(task)} sends ${name} though its lease is over`)
    }
    if (references.length !== new Set(references).size)
      this.#given.fail(`${nameOf(task)} sends a reference twice in one call`)
  }

  /** At the moment the order leaves. */
  sends(references: readonly string[]): void {
    const late = references.some((reference) => this.#now() >= (this.#holders.get(reference)?.until ?? 0))
    if (late) this.#given.coverage.saw('sent by a worker that slept past its lease')
  }

  receivedNothing(task: Task, references: readonly string[]): void {
    this.#unanswered.set(nameOf(task), references)
  }

  hears(task: Task, references: readonly string[], update: readonly BankUpdate[]): void {
    const words = new Map(references.map((reference) => [reference, 'no-answer']))
    for (const { reference, status } of update) words.set(reference, status)
    this.#answers.set(nameOf(task), words)
  }

  #now(): number {
    return this.#given.clock.now().getTime()
  }

  #take(step: Step, task: Task | undefined): void {
    const { reference, from, to, kind, alarm, attempt } = step
    const { bank, journal } = this.#given
    const name = bank.nameOf(reference)
    journal.note(
      task?.name ?? 'at once',
      `${name} ${kind} ${from === to ? from : `${from} → ${to}`} #${attempt}${alarm ? ` (${alarm})` : ''}`,
    )
    const stood = this.#states.get(reference) ?? 'reserved'
    if (stood !== from) this.#given.fail(`${name} goes on from ${from} where it stood at ${stood}`)
    if (from !== to && !LEGAL.has(`${from} → ${to}`)) this.#given.fail(`${name} steps from ${from} to ${to}`)
    this.#states.set(reference, to)
    if (kind === 'resolved') this.#resolved.add(reference)
    if (from !== to) this.#checkGround(step, name)
    this.#checkLease(step, name, task)
    this.#count(step)
  }

  /** Nothing ends without somebody's word for it. */
  #checkGround({ reference, to, kind }: Step, name: string): void {
    if (kind === 'resolved') return
    if (kind === 'file-withdrawn') {
      if (this.#given.bank.records.has(reference))
        this.#given.fail(`${name} was withdrawn, and the bank has its file`)
      return
    }
    const said = this.#given.bank.said.get(reference)
    const received = (...words: Parameters<NonNullable<typeof said>['has']>[0][]) =>
      words.some((status) => said?.has(status))
    if (to === 'succeeded' && !received('succeeded'))
      this.#given.fail(`${name} is paid by the books, and the bank never said so`)
    if (to === 'returned' && !received('returned'))
      this.#given.fail(`${name} came back by the books, and the bank never said so`)
    if (to === 'failed' && !received('rejected', 'not-accepted'))
      this.#given.fail(`${name} failed by the books, and the bank never said so`)
  }

  #checkLease({ reference, kind, from, at }: Step, name: string, task: Task | undefined): void {
    const { toleranceMs, retryPolicy } = this.#given
    const { leaseMs, resendAfterMs, manualAfterMs } = retryPolicy
    const holder = this.#holders.get(reference)
    const by = task ? nameOf(task) : ''
    if (kind === 'sent') {
      if (from === 'in-doubt' && holder && at.getTime() - holder.sentAt < resendAfterMs - toleranceMs)
        this.#given.fail(`${name} is sent again within the bank’s window`)
      if (from === 'in-doubt' && task && this.#answers.get(by)?.get(reference) !== 'not-found')
        this.#given.fail(`${name} is sent again though the bank did not say that it knows nothing`)
      this.#holders.set(reference, { by, sentAt: at.getTime(), until: at.getTime() + leaseMs })
      if (!this.#firstSent.has(reference)) this.#firstSent.set(reference, at.getTime())
    }
    if (kind === 'handed-over') this.#firstSent.set(reference, at.getTime())
    if (kind === 'no-answer' && task && holder?.by !== by)
      this.#given.fail(`${by} gives up on ${name}, which ${holder?.by} holds`)
    if (kind === 'lease-lost' && this.#now() < (holder?.until ?? 0) - toleranceMs)
      this.#given.fail(`${name} is taken from a worker that still has its lease`)
    if (
      kind === 'gave-up' &&
      this.#now() - (this.#firstSent.get(reference) ?? 0) < manualAfterMs - toleranceMs
    )
      this.#given.fail(`${name} is given to people before the bank had its time`)
  }

  #count({ reference, kind, from, to, alarm }: Step): void {
    const { coverage } = this.#given
    if (kind === 'lease-lost') coverage.saw('lease lost')
    if (kind === 'sent' && from === 'in-doubt') coverage.saw('sent again')
    if (kind === 'gave-up') coverage.saw('given to people')
    if (kind === 'proposal-refused') coverage.saw('proposal refused')
    if (kind === 'resolved') coverage.saw(to === 'succeeded' ? 'resolved as paid' : 'resolved as failed')
    if (kind === 'notified' && from === 'sending' && to !== from) coverage.saw('heard from a callback first')
    if (kind === 'listed' && to !== from) coverage.saw('heard from a statement first')
    if (alarm === 'contradiction') coverage.saw('contradiction')
    if (kind === 'file-result' && alarm !== null) coverage.saw('result that contradicts')
    if (alarm === 'unsent') coverage.saw('heard of what was never sent')
    if (alarm === 'amount-differs') coverage.saw('another amount')
    if (from === 'succeeded' && to === 'returned') coverage.saw('returned after success')
    if (from === 'failed' && to === 'returned') coverage.saw('returned after a failure')
    if (to === 'returned' && from !== 'succeeded' && from !== 'failed')
      coverage.saw('returned before success was known')
    if (from === 'manual' && to === 'succeeded' && kind !== 'resolved')
      coverage.saw('paid after the manual limit')
    if (to === 'succeeded' && this.#given.bank.said.get(reference)?.has('not-found'))
      coverage.saw('not found, then paid')
    if (from !== 'failed' || to === 'failed') return
    this.late.add(reference)
    coverage.saw('late success')
    if (this.#resolved.has(reference)) coverage.saw('late success after resolution')
  }

  /** A worker came back without an answer, and found that another sends by now what it had sent. */
  #seeFence(task: Task, steps: readonly Step[]): void {
    const references = this.#unanswered.get(nameOf(task))
    if (references === undefined) return
    this.#unanswered.delete(nameOf(task))
    for (const reference of references) {
      const holder = this.#holders.get(reference)
      const reported = steps.some((step) => step.reference === reference && step.kind === 'no-answer')
      const sending = this.#states.get(reference) === 'sending'
      if (!reported && sending && holder?.by !== nameOf(task))
        this.#given.coverage.saw('fence refused a late worker')
    }
  }
}

const nameOf = (task: Task) => `${task.name}.${task.generation}`
