// The layout by which a month is written, or the refusal that names what is wrong: nothing else is taken in its place.

import type { Month } from '@paywages/domain/calendar/shanghai.ts'
import type { LayoutKind } from '@paywages/domain/tax/layout-fields.ts'
import { type KnownLayout, type LayoutInForce, layoutInForce } from '@paywages/domain/tax/layout-in-force.ts'
import { layoutProblemText } from '@paywages/wire/tax/imports/layout-messages.ts'
import type { Services } from '../../app-services.ts'
import { Refused } from '../../refused.ts'
import { layoutProblemLine } from './layout-problem-line.ts'
import { readLayouts } from './read-layouts.ts'

type Place = Pick<Services, 'settings' | 'log'>

/** Read anew each time: a layout that was put in or mended counts from then on, without a restart. */
export async function findLayout(services: Place, kind: LayoutKind, month: Month): Promise<KnownLayout> {
  const layouts = await readLayouts(services.settings.taxLayouts)
  const inForce = layoutInForce(layouts, kind, month)
  const refusal = layoutRefusal(inForce, kind, month)
  if (inForce.refused) services.log.error(layoutProblemLine(inForce.refused))
  if (inForce.found === undefined || refusal) throw refusal
  return inForce.found
}

export function layoutRefusal(inForce: LayoutInForce, kind: LayoutKind, month: Month): Refused | undefined {
  if (inForce.refused) {
    const { file, problem } = inForce.refused
    return new Refused('tax-layout-wrong', { file, problem: layoutProblemText(problem) })
  }
  return inForce.found === undefined ? new Refused('tax-layout-none', { kind, month }) : undefined
}

/** At the start: whoever put a wrong one in learns it before anybody needs it. Payouts go on without it. */
export async function logRefusedLayouts({ settings, log }: Place): Promise<void> {
  const { refused } = await readLayouts(settings.taxLayouts)
  for (const one of refused) log.error(layoutProblemLine(one))
}
