// Calculates a payment before any sheet is made: by a provider's terms and a person's history here, or typed months.

import { scopeOf } from '@paywages/domain/accounts/rights.ts'
import { shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import type { Fen } from '@paywages/domain/money/fen.ts'
import { calculateTax, faultOfHistory, hasTable, monthsThatCount } from '@paywages/domain/tax/calculator.ts'
import { hasTerms, NO_TERMS, sumTerms } from '@paywages/domain/tax/formula-terms.ts'
import type { MonthSoFar } from '@paywages/domain/tax/month-so-far.ts'
import type { InputOf } from '@paywages/wire/endpoint.ts'
import type { taxTrial } from '@paywages/wire/tax/endpoints.ts'
import { calculatorLines } from '@paywages/wire/tax/messages.ts'
import type { CalculatorResult } from '@paywages/wire/tax/shapes.ts'
import type { Actor } from '../../actor.ts'
import { FREELANCER_SEAL, ID_CARD_NO } from '../../adapters/personal-data/contexts.ts'
import type { Services } from '../../app-services.ts'
import { recordEntry } from '../../audit-log/record-entry.ts'
import { knownPersonsOf } from '../../freelancers/person-store.ts'
import { Refused } from '../../refused.ts'
import { paidMonthsOf, termsOf } from './calculator-store.ts'
import { platformPaidIn, vatBearerOf, vatOfPayment, vatWithheldIn } from './calculator-vat.ts'

type Input = InputOf<typeof taxTrial>

export async function calculatePayment(
  services: Services,
  by: Actor,
  input: Input,
): Promise<CalculatorResult> {
  const { amountFen, isNet, method, userId } = input
  const providerId = input.providerId ?? by.person.providerId
  const day = input.day ?? shanghaiDay(by.at)
  const { taxTables: tables } = services
  if (!hasTable(method, day, tables)) throw new Refused('trial-no-table')
  const terms = await services.database.query((tx) => termsOf(tx, providerId))
  if (terms === undefined) throw new Refused('not-found')
  const { history, paidFen, ownWithheldFen } =
    userId === undefined
      ? typedHistory(input, day)
      : await historyOf(services, by, { ...input, userId, providerId, day })
  const { gapRule = terms.gapRule, serviceRate = terms.serviceRate } = input
  const bearer = await services.database.query((tx) => vatBearerOf(tx, providerId))
  const own = history.find(({ month }) => day.startsWith(month))
  // For VAT it does not matter how income tax was withheld.
  const ownPaidFen = (own?.incomeFen ?? 0n) + (own?.otherwise?.incomeFen ?? 0n)
  const vatPerson = { platformPaidFen: paidFen, ownPaidFen, ownWithheldFen }
  const calculation = calculateTax({
    method,
    gapRule,
    serviceRate,
    day,
    amountFen,
    isNet,
    history,
    tables,
    vat: bearer === 'person' ? { person: vatPerson, tables: services.vatTables } : undefined,
  })
  const { grossFen, taxFen } = calculation
  const wholePlatform = userId !== undefined
  const tried = { day, grossFen, taxFen, paidFen, wholePlatform, bearer, ownPaidFen, ownWithheldFen }
  return {
    ...calculation,
    vat: vatOfPayment(tried, services.vatTables),
    serviceRate,
    day,
    trace: calculatorLines(calculation.trace),
    history: history.filter(counts).map((month) => ({ ...NO_TERMS, ...month })),
  }
}

/** Whether anything of a month is in the figures; what is not stands in the trace. */
const counts = ({ incomeFen, withheldFen, otherwise, ...terms }: MonthSoFar) =>
  otherwise === undefined || incomeFen > 0n || withheldFen > 0n || hasTerms(sumTerms([terms]))

/** The months that count here, and what was paid this month by all companies of the platform, as far as it is known. */
type Before = {
  readonly history: readonly MonthSoFar[]
  readonly paidFen: Fen
  readonly ownWithheldFen: Fen
}

function typedHistory(input: Input, day: string): Before {
  const history = (input.history ?? []).map((month) => ({
    ...month,
    exemptFen: month.exemptFen ?? 0n,
    otherDeductionFen: month.otherDeductionFen ?? 0n,
    reliefFen: month.reliefFen ?? 0n,
  }))
  const fault = faultOfHistory(history, day)
  if (fault) throw new Refused(fault.code, { month: fault.month, ...monthsThatCount('cumulative', day) })
  return {
    history: history.sort((one, other) => (one.month < other.month ? -1 : 1)),
    paidFen: history.find(({ month }) => day.startsWith(month))?.incomeFen ?? 0n,
    ownWithheldFen: 0n,
  }
}

type Whose = Input & { readonly userId: number; readonly providerId: number; readonly day: string }

/** Whom that provider does not know is not found, whoever else may know them; what is told stands in the audit log (D33). */
async function historyOf(services: Services, by: Actor, whose: Whose): Promise<Before> {
  const { userId, providerId, method, day } = whose
  if (whose.history !== undefined) throw new Refused('trial-history-both')
  const { cipher } = services
  return services.database.transact(async (tx) => {
    const [known] = await knownPersonsOf(tx, { scope: scopeOf(by.person), providerId }, [userId])
    if (known === undefined) throw new Refused('not-found')
    const idHashes = cipher.lookupHashes(cipher.open(known.sealedId, FREELANCER_SEAL), ID_CARD_NO)
    await recordEntry(tx, by, {
      action: 'read-personal-data',
      object: { kind: 'freelancer', id: userId, name: known.name },
      providerId,
    })
    const scope = scopeOf(by.person)
    const platformId = scope.of === 'everything' ? undefined : by.person.platformId
    return {
      history: await paidMonthsOf(tx, { providerId, idHashes, day, method }, monthsThatCount(method, day)),
      paidFen: await platformPaidIn(tx, { providerId, platformId, idHashes }, day),
      ownWithheldFen: await vatWithheldIn(tx, { providerId, idHashes }, day),
    }
  })
}
