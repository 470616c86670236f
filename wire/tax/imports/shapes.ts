// Import files of the tax client as they are told before a download.

import { LEFT_OUT_OF_IMPORT } from '@paywages/domain/tax/import-line.ts'
import { LAYOUT_KINDS } from '@paywages/domain/tax/layout-fields.ts'
import { z } from 'zod'
import { at, shape } from '../../shape.ts'
import { instant, openWord, shown, yuan } from '../../values.ts'

const layoutFields = {
  kind: at('kind', z.enum(LAYOUT_KINDS)),
  layoutName: at('layoutName', shown),
  effectiveFrom: at('effectiveFrom', shown),
  /** Put in by the operator, not shipped. */
  own: at('isOwn', z.boolean()),
  format: at('format', z.enum(['xlsx', 'csv'])),
  /** Why the layout is refused; else empty. */
  problem: at('problem', shown),
  people: at('peopleNum', z.number()),
}

export const importFileShape = shape({
  ...layoutFields,
  incomeFen: at('totalIncome', yuan()),
  leftOutCount: at('leftOutNum', z.number()),
  leftOutFen: at('leftOutMoney', yuan()),
  /** The first of them by name; all stand in the file's notes. */
  leftOut: at(
    'leftOut',
    z.array(
      shape({
        name: at('uname', shown),
        incomeFen: at('umoney', yuan()),
        why: at('why', openWord(LEFT_OUT_OF_IMPORT)),
        /** The heading of what is missing; of an income below zero the months whose corrections wait for a choice. */
        detail: at('detail', shown),
      }),
    ),
  ),
})
export type ImportFile = z.output<typeof importFileShape>

export const importPreviewShape = shape({
  providerName: at('providerName', shown),
  month: at('month', shown),
  /** One for each method that somebody is declared by. */
  incomes: at('incomes', z.array(importFileShape)),
  people: at('people', shape(layoutFields)),
  /** Everyone who is declared, and what the declaration comes to. */
  peopleCount: at('peopleNum', z.number()),
  declaredIncomeFen: at('declaredIncome', yuan()),
  /** When its people were marked as collected. */
  markedAt: at('markTime', instant.nullable()),
  markedBy: at('markName', shown),
})
export type ImportPreview = z.output<typeof importPreviewShape>
