// Corrections of closed months: what a month corrects, on which declaration that was filed, and the corrected month (docs/rules/tax.md).

import { isMonth } from '@paywages/domain/calendar/shanghai.ts'
import { FILING_WAYS } from '@paywages/domain/tax/correction-filing.ts'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { at, shape } from '../shape.ts'
import { idInQuery, requiredId } from '../values.ts'
import { taxTexts as texts } from './refusals.ts'
import { taxCorrectionShape } from './shapes.ts'

const month = z.string(texts.monthWrong).refine(isMonth, texts.monthWrong)

export const listCorrections = endpoint({
  method: 'GET',
  path: '/tax/filing/corrections',
  purpose:
    'Tells what a closed month of a provider corrects of older months, for whom, and on which declaration that was filed.',
  right: 'console',
  scope: { rule: 'record', kind: 'provider', at: 'providerId' },
  input: shape({ providerId: at('providerId', idInQuery), month: at('month', month) }),
  reply: { form: 'list', row: taxCorrectionShape },
  failure: texts.correctionsFailed,
})

export const fileCorrection = endpoint({
  method: 'POST',
  path: '/tax/filing/correction',
  purpose:
    'Records once and for good how the corrections of an old month were filed: within the month that booked them, or on the old month’s declaration filed again.',
  right: 'manager',
  scope: { rule: 'record', kind: 'provider', at: 'providerId' },
  input: shape({
    providerId: at('providerId', requiredId(texts.idWrong)),
    month: at('month', month),
    correctedMonth: at('correctMonth', month),
    way: at('way', z.enum(FILING_WAYS, texts.wayWrong)),
  }),
  reply: { form: 'nothing' },
  failure: texts.generic,
})

export const downloadCorrectedMonth = endpoint({
  method: 'GET',
  path: '/tax/filing/corrected',
  purpose:
    'Gives the whole declaration of an old month once more with its corrections, person by person against what was declared, as .xlsx.',
  right: 'pay-or-manager',
  scope: { rule: 'record', kind: 'provider', at: 'providerId' },
  factor: 'again',
  input: shape({
    providerId: at('providerId', idInQuery),
    month: at('month', month),
    correctedMonth: at('correctMonth', month),
  }),
  reply: { form: 'download' },
  failure: texts.filingFailed,
  reads: 'export',
})
