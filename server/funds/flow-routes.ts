// The calls of the fund flow: one provider at a time, in the asker's scope.

import type { Scope } from '@paywages/domain/accounts/rights.ts'
import type { Day } from '@paywages/domain/calendar/shanghai.ts'
import {
  bringsIn,
  type FlowKind,
  flowPhases,
  flowRuleOf,
  inAndOut,
  sumByKind,
} from '@paywages/domain/ledger/fund-flow.ts'
import type { BatchFlowRow, FlowRow, FlowSummary } from '@paywages/wire/funds/fund-flow.ts'
import { pageOf } from '@paywages/wire/paging.ts'
import type { Actor } from '../actor.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import type { Services } from '../app-services.ts'
import type { Handlers } from '../http/call.ts'
import { exportFlow } from './export-flow.ts'
import { type BalancedBatchFlow, listBatchFlows, withBalances } from './flow-by-batch.ts'
import { listLines } from './flow-lines.ts'
import { type FlowPage, readFlowPage } from './flow-page.ts'
import { type FlowRange, firstDayOf, readFlowParts } from './flow-parts.ts'
import { listFlowPeople } from './flow-people.ts'
import { type FlowProvider, findProvider } from './flow-provider.ts'
import { type DescribedLine, withBatches, withSubjects } from './flow-subjects.ts'
import { makeAccountStatement } from './make-account-statement.ts'
import { taxBalance } from './tax-balance.ts'

type FlowCalls = 'fundFlow' | 'batchFlow' | 'flowPeople' | 'exportFundFlow' | 'fundStatement'

export function fundFlowRoutes(services: Services): Pick<Handlers, FlowCalls> {
  const { database } = services
  const providerOf = (scope: Scope, input: { providerId?: number | undefined }, by: Actor) =>
    database.query((tx) => findProvider(tx, scope, input.providerId ?? by.person.providerId))
  return {
    fundFlow: async ({ input, by, scope }) => {
      const provider = await providerOf(scope, input, by)
      const range = rangeOf(provider.providerId, input)
      // At one moment: lines, sums and balances have to agree.
      return database.read(async (tx) => {
        const phases = flowPhases(input.kind)
        const [page, standing] = await Promise.all([
          readFlowPage(tx, range, phases, pageOf(input)),
          standingOf(tx, scope, provider),
        ])
        const lines = await listLines(tx, provider.providerId, page, phases)
        return {
          rows: (await withSubjects(tx, lines)).map(rowOf),
          count: page.count,
          beside: summaryOf(provider, page, standing),
        }
      })
    },
    batchFlow: async ({ input, by, scope }) => {
      const provider = await providerOf(scope, input, by)
      const range = rangeOf(provider.providerId, input)
      return database.read(async (tx) => {
        const parts = await readFlowParts(tx, range)
        const { flows, count } = await listBatchFlows(tx, range, input.kind, pageOf(input))
        const balanced = await withBalances(tx, provider.providerId, parts, flows)
        return {
          rows: (await withBatches(tx, balanced)).map(batchRowOf),
          count,
          beside: summaryOf(
            provider,
            { ...parts, sums: parts.parts.flatMap(({ sums }) => sums) },
            await standingOf(tx, scope, provider),
          ),
        }
      })
    },
    flowPeople: async ({ input }) => {
      const { batchId, day, side, kind } = input
      const wanted = { batchId, day: day as Day, side, kind }
      const { people, count } = await database.read((tx) => listFlowPeople(tx, wanted, pageOf(input)))
      return { rows: people, count }
    },
    exportFundFlow: async ({ input, by, scope }) => {
      const { providerId, providerName } = await providerOf(scope, input, by)
      return exportFlow(services, by, { range: rangeOf(providerId, input), kind: input.kind, providerName })
    },
    fundStatement: async ({ input, by, scope }) =>
      makeAccountStatement(services, by, await providerOf(scope, input, by), input.month),
  }
}

type FlowInput = {
  readonly kind?: FlowKind | undefined
  readonly from?: Date | undefined
  readonly to?: Date | undefined
}

/** Days are written with four digits of a year; nothing is booked later than that. */
const LAST_MOMENT = new Date('9999-12-30T00:00:00Z')

function rangeOf(providerId: number, { from, to }: FlowInput): FlowRange {
  const within = (at: Date | undefined) => (at !== undefined && at > LAST_MOMENT ? LAST_MOMENT : at)
  return { providerId, from: within(from), to: within(to) }
}

type Standing = Pick<FlowSummary, 'tax' | 'firstMonth'>

/** What a flow tells of the company, whatever the range. */
async function standingOf(tx: Tx, scope: Scope, { providerId }: FlowProvider): Promise<Standing> {
  const [first, tax] = await Promise.all([firstDayOf(tx, providerId), taxBalance(tx, scope, providerId)])
  return { tax, firstMonth: first?.slice(0, 7) ?? null }
}

function summaryOf(
  { providerId, providerName }: FlowProvider,
  { opening, closing, sums }: Pick<FlowPage, 'opening' | 'closing' | 'sums'>,
  standing: Standing,
): FlowSummary {
  const kinds = sumByKind(sums)
  return {
    providerId,
    providerName,
    openingFen: opening.balanceFen,
    ...inAndOut(kinds),
    closingFen: closing.balanceFen,
    heldFen: closing.heldFen,
    kinds,
    ...standing,
  }
}

function batchRowOf({
  subject,
  subjectId,
  amountFen,
  ...flow
}: Awaited<ReturnType<typeof withBatches<BalancedBatchFlow>>>[number]): BatchFlowRow {
  return {
    ...flow,
    key: `${flow.day} ${subject} ${subjectId} ${flow.side}`,
    kinds: [...flow.kinds],
    inFen: flow.side === 'in' ? amountFen : 0n,
    outFen: flow.side === 'in' ? 0n : amountFen,
  }
}

function rowOf(line: DescribedLine): FlowRow {
  const rule = flowRuleOf(line.phase)
  if (rule === null) throw new Error(`a posting of ${line.phase} is no line of the flow`)
  const incoming = bringsIn(rule.kind)
  const { postingId, phase, amountFen, subject, subjectId, ...shown } = line
  return {
    ...shown,
    flowId: Number(postingId),
    kind: rule.kind,
    late: rule.late === true,
    inFen: incoming ? amountFen : 0n,
    outFen: incoming ? 0n : amountFen,
  }
}
