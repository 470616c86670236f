// How long personal data is kept, what would be erased and what is held back: of the providers that a manager manages (ADR 146).

import { isDay } from '@paywages/domain/calendar/shanghai.ts'
import { ERASURE_BLOCKS } from '@paywages/domain/retention/retention.ts'
import { RETENTION_KINDS } from '@paywages/domain/retention/retention-rules.ts'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { paging } from '../paging.ts'
import { proposalTexts } from '../proposals/messages.ts'
import { at, same, shape } from '../shape.ts'
import { flag, id, idInQuery, instant, shown, text } from '../values.ts'
import { retentionTexts as texts } from './messages.ts'

const kind = z.enum(RETENTION_KINDS)
const day = z.string(texts.dayWrong).refine(isDay, texts.dayWrong)

const periodShape = shape(
  same({
    kind,
    years: z.number(),
    leastYears: z.number(),
    /** What the rule says where nobody decided. */
    usualYears: z.number(),
    /** A shorter period that was decided and has not begun. */
    comingYears: z.number().nullable(),
    comingFrom: day.nullable(),
  }),
)
export type RetentionPeriod = z.output<typeof periodShape>

const providerShape = shape({
  providerId: at('providerId', id),
  name: at('name', shown),
  periods: at('periods', z.array(periodShape)),
  holds: at('holds', z.number()),
  waiting: at('waiting', flag),
})
export type RetentionProvider = z.output<typeof providerShape>

const holdShape = shape(
  same({
    holdId: id,
    userId: z.number().nullable(),
    personName: shown,
    reason: shown,
    placedByName: shown,
    placedAt: instant,
    /** Whether the asker may lift it: another one than who placed it. */
    mayLift: flag,
    liftedByName: shown,
    liftedAt: instant.nullable(),
    liftReason: shown,
  }),
)
export type RetentionHold = z.output<typeof holdShape>

const runShape = shape(same({ day, endedAt: instant.nullable(), erased: z.number(), blocked: z.number() }))

const detailShape = shape({
  name: at('name', shown),
  periods: at('periods', z.array(periodShape)),
  waiting: at('waiting', flag),
  holds: at('holds', z.array(holdShape)),
  /** The last look of the worker, over all providers; null before the first. */
  lastRun: at('lastRun', runShape.nullable()),
  /** Before this day nothing is erased; null before the first look. */
  erasesFrom: at('erasesFrom', day.nullable()),
})
export type RetentionDetail = z.output<typeof detailShape>

const examinedShape = shape(
  same({
    kind,
    subjectId: z.number(),
    name: shown,
    from: day,
    block: z.enum(ERASURE_BLOCKS).nullable(),
  }),
)
export type ExaminedRow = z.output<typeof examinedShape>

export const PREVIEW_PARTS = ['people', 'batches'] as const

const previewShape = shape({
  rows: at('rows', z.array(examinedShape)),
  /** Where to go on; null at the end. */
  nextPart: at('nextPart', z.enum(PREVIEW_PARTS).nullable()),
  nextAfter: at('nextAfter', z.number().nullable()),
})

const provider = { rule: 'record', kind: 'provider', at: 'providerId' } as const

export const listRetention = endpoint({
  method: 'GET',
  path: '/retention/providers',
  purpose: 'Lists how long the providers in scope keep personal data.',
  right: 'manager',
  scope: { rule: 'list' },
  input: shape({ name: at('name', text({ max: 50 }).optional()), ...paging }),
  reply: { form: 'list', row: providerShape },
  failure: texts.listFailed,
})

export const retentionDetail = endpoint({
  method: 'GET',
  path: '/retention/provider',
  purpose: 'Gives a provider’s periods, its holds, and the last look for what may be erased.',
  right: 'manager',
  scope: provider,
  input: shape(same({ providerId: idInQuery })),
  reply: { form: 'data', data: detailShape },
  failure: texts.listFailed,
})

export const retentionPreview = endpoint({
  method: 'GET',
  path: '/retention/preview',
  purpose:
    'Looks some people or batches of a provider through for what would be erased on a day, and what is kept back; changes nothing.',
  right: 'manager',
  scope: provider,
  input: shape(
    same({
      providerId: idInQuery,
      day: day.optional(),
      part: z.enum(PREVIEW_PARTS).optional(),
      after: idInQuery.optional(),
    }),
  ),
  reply: { form: 'data', data: previewShape },
  failure: texts.listFailed,
})

const years = z.number(texts.yearsWrong)

export const changeRetention = endpoint({
  method: 'POST',
  path: '/retention/provider',
  purpose:
    'Proposes to a second manager how long a provider keeps personal data; longer holds at once, shorter after thirty days.',
  right: 'manager',
  scope: provider,
  input: shape({
    providerId: at('providerId', id),
    contactYears: at('contactYears', years),
    imageYears: at('imageYears', years),
    contractYears: at('contractYears', years),
    unpaidYears: at('unpaidYears', years),
    paidYears: at('paidYears', years),
    reason: at('reason', text({ max: 200, tooLong: proposalTexts.reasonTooLong }).optional()),
  }),
  reply: { form: 'nothing', proposes: true },
  failure: texts.generic,
})

const reason = at('reason', text({ max: 200, required: texts.reasonMissing, tooLong: texts.reasonTooLong }))

export const placeHold = endpoint({
  method: 'POST',
  path: '/retention/hold',
  purpose: 'Keeps what a provider has of a person, or of everybody, although its time has come.',
  right: 'manager',
  scope: provider,
  input: shape({ providerId: at('providerId', id), userId: at('userId', id.optional()), reason }),
  reply: { form: 'nothing' },
  failure: texts.generic,
})

export const liftHold = endpoint({
  method: 'POST',
  path: '/retention/lift',
  purpose: 'Lifts a hold that another manager placed.',
  right: 'manager',
  scope: provider,
  input: shape({ providerId: at('providerId', id), holdId: at('holdId', id), reason }),
  reply: { form: 'nothing' },
  failure: texts.generic,
})
