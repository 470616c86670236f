// The calls of retention.

import { addDays, type Day, shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import {
  comingPeriods,
  type DecidedPeriod,
  erasesFrom,
  yearsInForce,
} from '@paywages/domain/retention/retention.ts'
import { RETENTION_KINDS, ruleOf } from '@paywages/domain/retention/retention-rules.ts'
import { pageOf } from '@paywages/wire/paging.ts'
import type { Services } from '../app-services.ts'
import type { Handlers } from '../http/call.ts'
import { waitingSubjects } from '../proposals/store.ts'
import { Refused } from '../refused.ts'
import { liftHold, placeHold } from './change-holds.ts'
import { changeRetention, decidedOf, subjectOf } from './change-periods.ts'
import type { Examined } from './examine.ts'
import { countHolds, listHolds } from './hold-store.ts'
import { decidedPeriods, listNamed, nameOf } from './period-store.ts'
import { previewPiece } from './preview.ts'
import { lastRun, looksUpTo } from './run-store.ts'

type RetentionCalls =
  | 'listRetention'
  | 'retentionDetail'
  | 'retentionPreview'
  | 'changeRetention'
  | 'placeHold'
  | 'liftHold'

/** Older holds are in the audit log. */
const HOLDS_SHOWN = 100
/** Later days say nothing: everybody would be due some day. */
const MAX_DAYS_AHEAD = 400

export function retentionRoutes(services: Services): Pick<Handlers, RetentionCalls> {
  const { database, clock } = services
  const today = (): Day => shanghaiDay(clock.now())
  return {
    listRetention: ({ input, scope }) =>
      database.query(async (tx) => {
        const { rows, count } = await listNamed(tx, scope, input.name, pageOf(input))
        const ids = rows.map(({ providerId }) => providerId)
        const decided = await decidedPeriods(tx, ids)
        const holds = await countHolds(tx, ids)
        const waiting = new Set(await waitingSubjects(tx, 'change-retention', ids.map(subjectOf)))
        const listed = rows.map(({ providerId, name }) => ({
          providerId,
          name,
          periods: periodsOf(decided.get(providerId) ?? [], today()),
          holds: holds.get(providerId) ?? 0,
          waiting: waiting.has(subjectOf(providerId)),
        }))
        return { rows: listed, count }
      }),
    retentionDetail: ({ input: { providerId }, by }) =>
      database.query(async (tx) => {
        const name = await nameOf(tx, providerId)
        if (name === undefined) throw new Refused('not-found')
        const holds = await listHolds(tx, providerId, HOLDS_SHOWN)
        return {
          name,
          periods: periodsOf(await decidedOf(tx, providerId), today()),
          waiting: (await waitingSubjects(tx, 'change-retention', [subjectOf(providerId)])).length > 0,
          holds: holds.map(({ placedBy, ...hold }) => ({
            ...hold,
            mayLift: hold.liftedAt === null && placedBy !== by.person.accountId,
          })),
          lastRun: (await lastRun(tx)) ?? null,
          erasesFrom: erasesFrom(await looksUpTo(tx, today())) ?? null,
        }
      }),
    retentionPreview: ({ input: { providerId, day = today(), part = 'people', after = 0 } }) => {
      const latest = addDays(today(), MAX_DAYS_AHEAD)
      return database.query(async (tx) => {
        const wanted = { providerId, day: day > latest ? latest : day }
        const { found, next } = await previewPiece(tx, wanted, { of: part, after })
        return { rows: found.map(shownRow), nextPart: next?.of ?? null, nextAfter: next?.after ?? null }
      })
    },
    changeRetention: async ({ input, by }) => ({
      data: undefined,
      waiting: await changeRetention(services, by, {
        providerId: input.providerId,
        years: {
          contact: input.contactYears,
          'identity-images': input.imageYears,
          'personal-contract': input.contractYears,
          'unpaid-numbers': input.unpaidYears,
          'paid-numbers': input.paidYears,
        },
        reason: input.reason,
      }),
    }),
    placeHold: async ({ input, by }) => {
      await placeHold(services, by, { userId: undefined, ...input })
      return undefined
    },
    liftHold: async ({ input, by }) => {
      await liftHold(services, by, input)
      return undefined
    },
  }
}

const shownRow = ({ kind, id, name, verdict }: Examined) => ({
  kind,
  subjectId: id,
  name,
  from: verdict.from,
  block: verdict.state === 'blocked' ? verdict.block : null,
})

function periodsOf(decided: readonly DecidedPeriod[], day: Day) {
  const coming = comingPeriods(decided, day)
  return RETENTION_KINDS.map((kind) => {
    const { years, leastYears } = ruleOf(kind, day)
    const next = coming.find((period) => period.kind === kind)
    return {
      kind,
      years: yearsInForce(kind, decided, day),
      leastYears,
      usualYears: years,
      comingYears: next?.years ?? null,
      comingFrom: next?.from ?? null,
    }
  })
}
