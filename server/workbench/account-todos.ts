// What waits of accounts: changes to confirm, and what people are told of their own accounts (D47).

import { hasRight, scopeOf } from '@paywages/domain/accounts/rights.ts'
import { DAY_MS } from '@paywages/domain/calendar/shanghai.ts'
import { NOTICE_DAYS } from '@paywages/domain/proposals/notice.ts'
import { validateProposalStep } from '@paywages/domain/proposals/proposal.ts'
import { traitWords } from '@paywages/wire/payouts/people-words.ts'
import { askedPairs } from '../payouts/pair-store.ts'
import { alarmsSince } from '../personal/full-read-store.ts'
import { noticesOf } from '../proposals/notice-store.ts'
import { waitingProposals } from '../proposals/store.ts'
import { all, NOTHING, named, type Source, todo } from './todo-source.ts'

export const changesToConfirm: Source = async (tx, { person, at }) => {
  if (!hasRight(person, 'manager')) return NOTHING
  const waiting = await waitingProposals(tx, scopeOf(person))
  const mine = waiting.filter(
    (proposal) => validateProposalStep(proposal, 'confirm', person, at) === undefined,
  )
  const [first] = mine
  if (first === undefined) return NOTHING
  const names = new Set(mine.map(({ providerName }) => providerName))
  return all([
    todo('confirm-change', first.proposedAt, {
      title: first.objectName,
      count: mine.length,
      byName: first.proposerName,
      providerName: names.size === 1 ? named(person, first.providerName) : '',
    }),
  ])
}

/** Accounts behind a batch that may be one person's (D44). */
export const pairsToLookInto: Source = async (tx, { person }) => {
  if (!hasRight(person, 'manager')) return NOTHING
  const asked = await askedPairs(tx, scopeOf(person), person.accountId)
  return all(
    asked.map(({ one, other, traits, batchId, providerName, foundAt }) =>
      todo('account-pair', foundAt, {
        title: `${one}、${other}`,
        batchId,
        reasons: traits.map((reason) => ({ reason: traitWords[reason], count: 1 })),
        providerName: named(person, providerName),
      }),
    ),
  )
}

/** For a day, somebody who read more personal data in full than a working hour asks for. */
export const fullReadsToLookInto: Source = async (tx, { person, at }, limit) => {
  if (!hasRight(person, 'manager')) return NOTHING
  const since = new Date(at.getTime() - DAY_MS)
  const alarms = await alarmsSince(tx, scopeOf(person), person.accountId, since, limit)
  return all(
    alarms.map((alarm) =>
      todo('full-reads', alarm.at, {
        title: alarm.account,
        byName: alarm.realName,
        serial: alarm.kind,
        count: alarm.reads,
        reasons: alarm.refused ? [{ reason: 'refused', count: 1 }] : [],
        providerName: named(person, alarm.providerName),
      }),
    ),
  )
}

export const noticesToRead: Source = async (tx, { person, at }, limit) => {
  const since = new Date(at.getTime() - NOTICE_DAYS * DAY_MS)
  const notices = await noticesOf(tx, person.accountId, since, limit)
  return all(
    notices.map(({ noticeId, kind, about, byName, at: told }) =>
      todo('account-notice', told, { noticeId, title: kind, byName, providerName: about ?? '' }),
    ),
  )
}
