// Gives a provider's fund flow as .xlsx, with the filters of the page.

import { shanghaiDay, shanghaiSecond } from '@paywages/domain/calendar/shanghai.ts'
import { flowPhases } from '@paywages/domain/ledger/fund-flow.ts'
import type { Actor } from '../actor.ts'
import type { Services } from '../app-services.ts'
import { exportLargeSheet } from '../exports/export-sheet.ts'
import type { Download } from '../http/call.ts'
import { countLines } from './flow-lines.ts'
import { readFlowParts } from './flow-parts.ts'
import type { FlowSheetInput } from './flow-sheet.ts'
import { flowFileName } from './labels.ts'

const SHEET = new URL('./flow-sheet.ts', import.meta.url)

export type FlowExport = FlowSheetInput & { readonly providerName: string }

export async function exportFlow(
  services: Services,
  by: Actor,
  { range, kind, providerName }: FlowExport,
): Promise<Download> {
  const { providerId, from, to } = range
  const count = await services.database.read(async (tx) =>
    countLines(await readFlowParts(tx, range), flowPhases(kind)),
  )
  const entry = {
    action: 'export-fund-flow',
    object: { kind: 'fund-flow', id: providerId, name: providerName },
    providerId,
    after: {
      flowKind: kind ?? 'all',
      from: from ? shanghaiSecond(from) : '',
      to: to ? shanghaiSecond(to) : '',
      rows: count,
    },
  } as const
  const about = { entry, fileName: flowFileName(providerName, shanghaiDay(by.at)), count }
  return exportLargeSheet<FlowSheetInput>(services, by, about, SHEET, { range, kind })
}
