// What is told of a sheet that was read: rows left out and columns that were not used.

import { formatYuanGrouped } from '@paywages/domain/money/fen.ts'
import type { AmountUnit } from '@paywages/domain/payouts/amount-units.ts'
import type { HiddenParts } from '@paywages/domain/payouts/hidden-parts.ts'
import type { ImpliedMonth } from '@paywages/domain/payouts/implied-months.ts'
import type { OtherRowKind, SkippedRow } from '@paywages/domain/payouts/other-rows.ts'

export type SheetReading = {
  readonly sheetName: string
  readonly skipped: readonly SkippedRow[]
  readonly unused: readonly string[]
  /** Whether amounts were what arrives, and gross ones were worked out of them. */
  readonly isNet?: boolean
  /** What is hidden in the sheet and was read all the same. */
  readonly hidden?: HiddenParts
  /** The unit of amounts that were turned into yuan. */
  readonly unit?: AmountUnit
  /** What months without a whole year were read as. */
  readonly months?: readonly ImpliedMonth[]
}

const KINDS: Readonly<Record<OtherRowKind, string>> = {
  title: '标题行',
  heading: '表头行',
  total: '合计行',
  subtotal: '小计行',
  footer: '制表、审核等说明行',
}

const MAX_NAMED = 8
const MAX_NOTES = 20

export function skippedNote({ rowNumber, kind, total }: SkippedRow): string {
  const left = `第 ${rowNumber} 行是${KINDS[kind]}，已跳过`
  if (total === undefined) return left
  const said = yuan(total.saidFen)
  return total.agrees
    ? `${left}；合计 ${said} 与明细一致`
    : `${left}；合计 ${said} 与明细 ${yuan(total.sumFen)} 不一致`
}

/** In the order of the sheet; titles above the heading are plain to see and told last. */
export function sheetNotes({ skipped, unused, isNet, hidden, unit, months = [] }: SheetReading): string[] {
  const titles = skipped.filter(({ kind }) => kind === 'title').map(({ rowNumber }) => rowNumber)
  const rest = skipped.filter(({ kind }) => kind !== 'title')
  const notes = rest.slice(0, MAX_NOTES).map(skippedNote)
  if (rest.length > MAX_NOTES) notes.push(`另有 ${rest.length - MAX_NOTES} 行合计、表头等已跳过`)
  if (isNet) notes.unshift('表中金额是实发金额，应发金额按代扣税款逐行倒推')
  if (months.length > 0)
    notes.unshift(
      `月份按确认的年份读取：${months.map(({ text, month }) => `「${text}」为 ${month}`).join('、')}`,
    )
  if (unit) notes.unshift(`表中金额以${unit}为单位，已换算成元，请核对`)
  if (titles.length > 0) notes.push(`第 ${titles.join('、')} 行是标题行，已跳过`)
  notes.unshift(...hiddenNotes(hidden))
  if (unused.length > 0) {
    const named = unused.slice(0, MAX_NAMED).map((text) => `「${text.replace(/\s+/g, '')}」`)
    notes.push(`未使用的列：${named.join('')}${unused.length > MAX_NAMED ? ` 等 ${unused.length} 列` : ''}`)
  }
  return notes
}

function hiddenNotes({ columns, rows, rowCount }: HiddenParts = NOTHING_HIDDEN): string[] {
  const named = columns.map((text) => `「${text.replace(/\s+/g, '')}」`).join('')
  const more = rowCount > rows.length ? ` 等 ${rowCount} 行` : ' 行'
  return [
    ...(columns.length > 0 ? [`表中隐藏的列${named}已按其内容读取，请核对`] : []),
    ...(rowCount > 0 ? [`表中隐藏的第 ${rows.join('、')}${more}已一并读取，请核对`] : []),
  ]
}

const NOTHING_HIDDEN: HiddenParts = { columns: [], rows: [], rowCount: 0 }

/** Totals of the sheet that its rows do not come to. */
export function totalsThatDiffer(skipped: readonly SkippedRow[]): SkippedRow[] {
  return skipped.filter(({ total }) => total?.agrees === false)
}

function yuan(fen: number): string {
  return formatYuanGrouped(BigInt(fen))
}
