// The history of one transfer in words: each event with what came of it, and what is waited for now.

import { shanghaiSecond } from '@paywages/domain/calendar/shanghai.ts'
import { PHASES } from '@paywages/domain/ledger/postings.ts'
import { isOpen } from '@paywages/domain/transfers/transfer-state.ts'
import { contradictionWords } from '@paywages/wire/bank-files/messages.ts'
import type { TransferHistory } from '@paywages/wire/transfers/shapes.ts'
import type { TimelineStep } from '../ui/display/timeline.tsx'
import {
  accountLabels,
  alarmLabels,
  DISBELIEVED,
  eventLabels,
  fileWaitLabels,
  historyLabels as labels,
  outcomeLabels,
  phaseLabels,
  silenceLabels,
  waitLabels,
} from './labels.ts'

type Event = TransferHistory['events'][number]

export type AlarmWords = { readonly words: string; readonly tone: 'wait' | 'bad' }

export type TransferStep = Omit<TimelineStep, 'text'> & {
  /** What the bank or a person said. */
  readonly said: string
  readonly alarm: AlarmWords | undefined
}

export function transferSteps(history: TransferHistory): readonly TransferStep[] {
  const { state, reason, events, startedAt } = history
  // Cancelled before the start: the start was none of its business.
  if (state === null && reason === '') return [unsentStep(reason)]
  const started = startedAt === null ? [] : [startStep(history, startedAt)]
  const steps = [...started, ...happened(events, history.bankFile), ...evidenceSteps(history.bankFile)]
  if (state === null) return [...steps, unsentStep(reason)]
  if (!isOpen(state)) return steps
  const title = (history.bankFile ? fileWaitLabels : waitLabels)[state] ?? outcomeLabels[state] ?? state
  return [...steps, { key: 'now', state: 'now', title, said: '', alarm: undefined }]
}

const OPINIONS = new Set<Event['kind']>(['proposed', 'resolved', 'proposal-refused'])

/** What people proposed last about it, nobody has decided yet. */
export function waitsForConfirmation({ events }: Pick<TransferHistory, 'events'>): boolean {
  return events.findLast(({ kind }) => OPINIONS.has(kind))?.kind === 'proposed'
}

function startStep(history: TransferHistory, at: Date): TransferStep {
  const note = history.starterName === '' ? time(at) : labels.by(history.starterName, time(at))
  const said = history.state === null ? '' : labels.startedText
  return { key: 'start', state: 'done', title: labels.started, note, said, alarm: undefined }
}

/** Events keep their order; a line of a result was assigned to it (ADR 134) before whatever came of that. */
function happened(events: readonly Event[], file: TransferHistory['bankFile']): readonly TransferStep[] {
  const lines = (file?.assignedLines ?? []).toSorted(
    (one, other) => Number(one.assignedAt) - Number(other.assignedAt),
  )
  const steps: TransferStep[] = []
  let next = 0
  for (const [index, event] of events.entries()) {
    for (let line = lines[next]; line !== undefined && line.assignedAt <= event.at; line = lines[next]) {
      steps.push(assignedStep(line))
      next += 1
    }
    steps.push(eventStep(event, index))
  }
  return [...steps, ...lines.slice(next).map(assignedStep)]
}

type AssignedLine = NonNullable<TransferHistory['bankFile']>['assignedLines'][number]

function assignedStep({ result, line, assigner, assignedAt, confirmer }: AssignedLine): TransferStep {
  return {
    key: `${result} ${line}`,
    state: 'done',
    title: labels.lineAssigned,
    note: labels.by(assigner, time(assignedAt)),
    said: labels.lineOf(result, line, confirmer),
    alarm: undefined,
  }
}

/** What statements of the paying account say of how it ended (ADR 85). */
function evidenceSteps(file: TransferHistory['bankFile']): readonly TransferStep[] {
  if (file === null) return []
  const against = file.contradictions.map(
    (what): TransferStep => ({
      key: what,
      state: 'warned',
      title: labels.statementContradicts,
      said: '',
      alarm: { words: contradictionWords[what] ?? what, tone: 'bad' },
    }),
  )
  if (file.listedIn === '') return against
  const title = labels.statementListed
  return [...against, { key: 'listed', state: 'done', title, said: file.listedIn, alarm: undefined }]
}

/** The row never became a transfer: it was cancelled, or the start refused it. */
function unsentStep(reason: string): TransferStep {
  const title = reason === '' ? labels.cancelledStep : labels.unsent
  return { key: 'unsent', state: 'stopped', title, said: reason, alarm: undefined }
}

function eventStep(event: Event, index: number): TransferStep {
  const alarm = alarmOf(event.alarm)
  const note = event.realName ? labels.by(event.realName, time(event.at)) : time(event.at)
  return {
    key: String(index),
    state: lookOf(event, alarm),
    title: titleOf(event),
    note,
    said: saidOf(event),
    alarm,
  }
}

/** These steps say by their own name where they lead. */
const PLAIN = new Set<Event['kind']>(['sent', 'no-answer', 'lease-lost', 'gave-up', 'handed-over'])

function titleOf({ kind, from, to, attempt, detail }: Event): string {
  if (kind === 'sent' && attempt > 1) return labels.again(attempt)
  if (kind === 'no-answer') return silenceTitle(detail)
  // Only of what was paid can a return be proposed.
  if (kind === 'proposed' && from === 'succeeded') return labels.returnProposed
  if (to === from || PLAIN.has(kind)) return eventLabels[kind] ?? kind
  return labels.came(eventLabels[kind] ?? kind, outcomeLabels[to] ?? to)
}

const DOUBTFUL = new Set<Event['kind']>(['no-answer', 'lease-lost', 'gave-up', 'proposal-refused'])

function lookOf({ kind, from, to }: Event, alarm: AlarmWords | undefined): TransferStep['state'] {
  if (to !== from && (to === 'failed' || to === 'returned')) return 'stopped'
  return alarm !== undefined || DOUBTFUL.has(kind) ? 'warned' : 'done'
}

const BY_BANK = new Set<Event['kind']>(['answered', 'asked', 'notified', 'listed', 'adopted'])

/** Our own codes in words; whatever the bank or a person wrote stays, but for what the title says already. */
function saidOf({ kind, detail, to }: Event): string {
  if (BY_BANK.has(kind)) return bankSaid(detail, outcomeLabels[to])
  if (kind !== 'no-answer' && kind !== 'gave-up') return detail
  return httpCode(detail) === undefined ? (silenceLabels[detail] ?? detail) : labels.unclear
}

/** A bank that answers with an error has answered. */
function silenceTitle(detail: string): string {
  const http = httpCode(detail)
  if (http !== undefined) return labels.bankFailed(http)
  return DISBELIEVED.has(detail) ? labels.disbelieved : eventLabels['no-answer']
}

function httpCode(detail: string): string | undefined {
  return /^http-(\d+)$/.exec(detail)?.[1]
}

/** The bank's words with its serial number behind them: "账户不存在", "成功 1957". */
function bankSaid(detail: string, outcome: string): string {
  const [, words = '', serial = ''] = /^(.*?)\s*([A-Za-z0-9-]*)$/.exec(detail) ?? []
  const parts = [words === outcome ? '' : words, serial === '' ? '' : labels.serialOf(serial)]
  return parts.filter((part) => part !== '').join(' · ')
}

function alarmOf(alarm: string | null): AlarmWords | undefined {
  if (alarm === null || alarm === '') return undefined
  return Object.hasOwn(alarmLabels, alarm)
    ? alarmLabels[alarm as keyof typeof alarmLabels]
    : { words: labels.unknownAlarm, tone: 'bad' }
}

export type MoneyLine = {
  readonly key: string
  readonly what: string
  readonly moved: string
  readonly amountFen: bigint
  readonly at: string
}

/** The hold is posted for a batch as a whole; each of its transfers begins with its own part of it. */
export function moneyTrail(history: TransferHistory): readonly MoneyLine[] {
  const { state, startedAt, amountFen, feeFen, postings } = history
  const held =
    state === null || startedAt === null || postings.some(({ phase }) => phase === 'reserve')
      ? []
      : [
          { phase: 'reserve' as const, amountFen, at: startedAt },
          { phase: 'reserve-fee' as const, amountFen: feeFen, at: startedAt },
        ].filter((posting) => posting.amountFen > 0n)
  return [...held, ...postings].map((posting) => {
    // One of a later release has no accounts here, and is shown by its word alone.
    const accounts: (typeof PHASES)[keyof typeof PHASES] | undefined = PHASES[posting.phase]
    return {
      key: posting.phase,
      what: phaseLabels[posting.phase] ?? posting.phase,
      moved: accounts
        ? labels.moved(accountLabels[accounts.source], accountLabels[accounts.destination])
        : '',
      amountFen: posting.amountFen,
      at: time(posting.at),
    }
  })
}

/** A history is read within its year: 11-13 09:31:08. */
function time(at: Date): string {
  return shanghaiSecond(at).slice(5)
}
