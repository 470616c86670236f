// The sheet of a provider's fund flow, oldest first, with the balance after each line.

import { shanghaiSecond } from '@paywages/domain/calendar/shanghai.ts'
import { bringsIn, type FlowKind, flowPhases, flowRuleOf } from '@paywages/domain/ledger/fund-flow.ts'
import { rechargeNumber } from '@paywages/domain/recharges/recharge-number.ts'
import { flowWord } from '@paywages/wire/funds/messages.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import {
  moneyColumn,
  type SheetColumn,
  type SheetDefinition,
  textColumn,
} from '../exports/sheet-definition.ts'
import { eachPieceOfLines } from './flow-lines.ts'
import { type FlowRange, readFlowParts } from './flow-parts.ts'
import { type DescribedLine, withSubjects } from './flow-subjects.ts'
import { FLOW_SHEET, FLOW_TITLES } from './labels.ts'

export type FlowSheetInput = { readonly range: FlowRange; readonly kind: FlowKind | undefined }

async function* piecesOf(tx: Tx, { range, kind }: FlowSheetInput): AsyncGenerator<DescribedLine[]> {
  const parts = await readFlowParts(tx, range)
  for await (const lines of eachPieceOfLines(tx, range.providerId, parts, flowPhases(kind)))
    yield withSubjects(tx, lines)
}

/** Only the side that a line stands on is filled in. */
function sideColumn(title: string, incoming: boolean): SheetColumn<DescribedLine> {
  return {
    title,
    width: 16,
    kind: 'money',
    cell: ({ phase, amountFen }) => {
      const rule = flowRuleOf(phase)
      return rule !== null && bringsIn(rule.kind) === incoming ? { fen: amountFen } : null
    },
  }
}

function wordOf({ phase, reversalKind }: DescribedLine): string {
  const rule = flowRuleOf(phase)
  return rule === null ? '' : flowWord({ kind: rule.kind, late: rule.late === true, reversalKind })
}

const COLUMNS: readonly SheetColumn<DescribedLine>[] = [
  textColumn(FLOW_TITLES.at, 20, ({ at }) => shanghaiSecond(at)),
  textColumn(FLOW_TITLES.kind, 16, wordOf),
  textColumn(FLOW_TITLES.batchNo, 18, ({ batchNo }) => batchNo),
  textColumn(FLOW_TITLES.payee, 14, ({ payeeName }) => payeeName),
  textColumn(FLOW_TITLES.recharge, 12, ({ rechargeId }) =>
    rechargeId === null ? '' : rechargeNumber(rechargeId),
  ),
  textColumn(FLOW_TITLES.payer, 26, ({ payerName }) => payerName),
  sideColumn(FLOW_TITLES.in, true),
  sideColumn(FLOW_TITLES.out, false),
  moneyColumn(FLOW_TITLES.balance, ({ balanceFen }) => balanceFen),
  textColumn(FLOW_TITLES.flowId, 14, ({ postingId }) => String(postingId)),
]

export const sheet: SheetDefinition<FlowSheetInput, DescribedLine> = {
  sheetName: FLOW_SHEET,
  columns: () => COLUMNS,
  pieces: (tx, _, input) => piecesOf(tx, input),
}
