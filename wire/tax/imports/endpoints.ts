// Files that the tax client imports of a closed month, and the mark that its people were collected (docs/rules/tax.md).

import { isMonth } from '@paywages/domain/calendar/shanghai.ts'
import { LAYOUT_KINDS } from '@paywages/domain/tax/layout-fields.ts'
import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { at, shape } from '../../shape.ts'
import { idInQuery, requiredId } from '../../values.ts'
import { importTexts as texts } from './refusals.ts'
import { importPreviewShape } from './shapes.ts'

const month = z.string(texts.monthWrong).refine(isMonth, texts.monthWrong)
const filingOf = { providerId: at('providerId', idInQuery), month: at('month', month) }

export const previewImports = endpoint({
  method: 'GET',
  path: '/tax/filing/imports',
  purpose:
    'Tells what the files that the tax client imports hold for a provider and a closed month, by which layouts, and what is left out of them.',
  right: 'pay-or-manager',
  scope: { rule: 'record', kind: 'provider', at: 'providerId' },
  input: shape(filingOf),
  reply: { form: 'data', data: importPreviewShape },
  failure: texts.listFailed,
})

export const downloadImport = endpoint({
  method: 'GET',
  path: '/tax/filing/import',
  purpose:
    'Gives one import file of the tax client for a provider and a closed month: income with or without cumulative withholding, or people not collected before; or the income of a month that was filed again, with its corrections up to the period that booked them.',
  right: 'pay-or-manager',
  scope: { rule: 'record', kind: 'provider', at: 'providerId' },
  factor: 'again',
  input: shape({
    ...filingOf,
    kind: at('kind', z.enum(LAYOUT_KINDS, texts.kindWrong)),
    /** The period whose corrections the month was filed again with; not of people, who are collected with that period. */
    bookedIn: at('bookedMonth', month.optional()),
  }),
  reply: { form: 'download' },
  failure: texts.fileFailed,
  reads: 'export',
})

export const markPeopleCollected = endpoint({
  method: 'POST',
  path: '/tax/filing/people/mark',
  purpose:
    'Marks the people of a closed month who were not collected before as collected in the tax client; later months leave them out. The answer is how many.',
  right: 'pay-or-manager',
  scope: { rule: 'record', kind: 'provider', at: 'providerId' },
  input: shape({ providerId: at('providerId', requiredId(texts.providerWrong)), month: at('month', month) }),
  reply: { form: 'data', data: z.number() },
  failure: texts.markFailed,
})
