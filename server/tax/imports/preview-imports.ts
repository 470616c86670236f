// Tells what the import files of a closed month hold, by which layouts, and what is left out of them.

import { INCOME_KINDS, type LayoutKind } from '@paywages/domain/tax/layout-fields.ts'
import { type Layouts, layoutInForce } from '@paywages/domain/tax/layout-in-force.ts'
import {
  layoutKindNames,
  layoutProblemText,
  noLayoutText,
} from '@paywages/wire/tax/imports/layout-messages.ts'
import type { ImportFile, ImportPreview } from '@paywages/wire/tax/imports/shapes.ts'
import type { Services } from '../../app-services.ts'
import { closedFiling, type FilingWanted } from './closed-filing.ts'
import { countNewPeople, declaredIncomeOf, findPeopleCollection } from './collected-store.ts'
import { importSums, type LayoutOfMethod, METHOD_OF } from './import-people.ts'
import { readLayouts } from './read-layouts.ts'

export async function previewImports(services: Services, wanted: FilingWanted): Promise<ImportPreview> {
  const { providerId, month } = wanted
  const layouts = await readLayouts(services.settings.taxLayouts)
  // One moment of the database, and the time that a hundred thousand people take.
  return services.database.read(async (tx) => {
    const { providerName, period } = await closedFiling(tx, wanted)
    const { taxId } = period
    const place = { taxId, providerId, month }
    const seen = new Set<string>()
    const sums = await importSums(tx, place, layoutsOf(layouts, month), seen)
    const incomes = INCOME_KINDS.flatMap((kind) => {
      const own = sums.get(METHOD_OF[kind])
      return own ? [{ ...layoutFacts(layouts, kind, month), ...own }] : []
    })
    const collection = await findPeopleCollection(tx, taxId)
    return {
      providerName,
      month,
      incomes,
      people: {
        ...layoutFacts(layouts, 'people', month),
        people: collection?.peopleCount ?? (await countNewPeople(tx, place)),
      },
      peopleCount: seen.size,
      declaredIncomeFen: await declaredIncomeOf(tx, place),
      markedAt: collection?.markedAt ?? null,
      markedBy: collection?.markedBy ?? '',
    }
  }, 'long')
}

function layoutsOf(layouts: Layouts, month: string): LayoutOfMethod {
  return Object.fromEntries(
    INCOME_KINDS.flatMap((kind) => {
      const { found } = layoutInForce(layouts, kind, month)
      return found ? [[METHOD_OF[kind], found.layout]] : []
    }),
  )
}

type LayoutFacts = Pick<ImportFile, 'kind' | 'layoutName' | 'effectiveFrom' | 'own' | 'format' | 'problem'>

/** A layout that is refused does not hide the figures: the page says what is wrong with it. */
function layoutFacts(layouts: Layouts, kind: LayoutKind, month: string): LayoutFacts {
  const { found, refused } = layoutInForce(layouts, kind, month)
  const none = {
    kind,
    layoutName: layoutKindNames[kind],
    effectiveFrom: '',
    own: false,
    format: 'xlsx',
  } as const
  if (refused)
    return { ...none, own: true, problem: `${refused.file}：${layoutProblemText(refused.problem)}` }
  if (!found) return { ...none, problem: noLayoutText(kind, month) }
  const { name, effectiveFrom, format } = found.layout
  return { kind, layoutName: name, effectiveFrom, own: found.own, format, problem: '' }
}
