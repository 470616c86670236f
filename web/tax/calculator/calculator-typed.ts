// What stands in the form of a calculation, and how it becomes the question.

import { fenFromYuanNumber } from '@paywages/domain/money/fen.ts'
import type { CalculatorMethod } from '@paywages/domain/tax/calculator.ts'
import type { InputOf } from '@paywages/wire/endpoint.ts'
import { taxTrial } from '@paywages/wire/tax/endpoints.ts'
import type { Dayjs } from 'dayjs'

export type PastMonthFormValues = {
  month?: Dayjs | null
  incomeFen?: number | null
  withheldFen?: number | null
  exemptFen?: number | null
  otherDeductionFen?: number | null
  reliefFen?: number | null
}

export type CalculatorFormValues = {
  kind: 'gross' | 'net'
  /** In yuan, as typed; so are the others. */
  amountFen?: number | null
  day: Dayjs
  providerId?: number
  method: CalculatorMethod
  serviceRate?: number | null
  from: 'none' | 'person' | 'typed'
  person?: { value: number; label: string }
  months?: readonly (PastMonthFormValues | undefined)[]
}

export const MONTH = 'YYYY-MM'
export const DAY = 'YYYY-MM-DD'

/** Undefined while something is missing; the fields say what. */
export function inputFromForm(typed: CalculatorFormValues): InputOf<typeof taxTrial> | undefined {
  const { kind, amountFen, day, providerId, method, serviceRate } = typed
  const amount = fenFromYuanNumber(amountFen ?? 0)
  if (amount === undefined) return undefined
  return {
    amountFen: amount,
    isNet: kind === 'net',
    method,
    day: day.format(DAY),
    ...(providerId === undefined ? {} : { providerId }),
    ...(typeof serviceRate === 'number'
      ? { serviceRate: taxTrial.input.fields.serviceRate.value.parse(serviceRate) }
      : {}),
    ...historyOf(typed),
  }
}

function historyOf({ from, person, months = [] }: CalculatorFormValues) {
  if (from === 'person') return person === undefined ? {} : { userId: person.value }
  if (from === 'none') return {}
  const history = months.map((past) => ({
    month: past?.month?.format(MONTH) ?? '',
    incomeFen: fenFromYuanNumber(past?.incomeFen ?? 0) ?? 0n,
    withheldFen: fenFromYuanNumber(past?.withheldFen ?? 0) ?? 0n,
    exemptFen: fenFromYuanNumber(past?.exemptFen ?? 0) ?? 0n,
    otherDeductionFen: fenFromYuanNumber(past?.otherDeductionFen ?? 0) ?? 0n,
    reliefFen: fenFromYuanNumber(past?.reliefFen ?? 0) ?? 0n,
  }))
  return { history }
}
