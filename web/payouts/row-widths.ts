// How wide the columns of the check page are: what has no room is left out or stacked, so that no table scrolls sideways at 1280.

import { type Fen, formatYuanGrouped } from '@paywages/domain/money/fen.ts'

export type RowRoom = {
  readonly withholdsTax: boolean
  /** The switches take a column. */
  readonly switches: boolean
  readonly rowCount: number
  /** An eye beside each number takes its room. */
  readonly masked: boolean
  /** A small laptop has no room to spare for long names. */
  readonly narrow: boolean
  /** There is an earlier batch, so that each amount has a difference. */
  readonly compared: boolean
  /** How wide the table may be without a bar below it. */
  readonly room: number
  /** The largest among the rows: figures never wrap. */
  readonly maxFen: Fen
  readonly maxTaxFen: Fen
}

export type RowWidths = {
  readonly rowNumber: number
  readonly name: number
  readonly idCardNo: number
  readonly account: number
  readonly amount: number
  /** Undefined where it stands under the amount. */
  readonly difference: number | undefined
  readonly tax: number
  readonly cancel: number
  /** So many chips at most. */
  readonly chips: 1 | 2
  /** The least at which every column is whole. */
  readonly least: number
}

/** Two chips of seven characters and +2 need 272, one of them 148. */
const WARNINGS = { 1: 168, 2: 292 } as const
const ACCOUNT = 200
const CANCEL = 72

/** From the roomiest to the closest. */
const FORMS = [
  { difference: true, wide: true, chips: 2 },
  { difference: true, wide: false, chips: 2 },
  { difference: false, wide: true, chips: 2 },
  { difference: false, wide: false, chips: 2 },
  { difference: false, wide: false, chips: 1 },
] as const

/** The roomiest form that fits, or else the closest. */
export function rowWidths(room: RowRoom): RowWidths {
  const possible = FORMS.filter(
    ({ difference, wide }) => (room.compared || !difference) && !(room.narrow && wide),
  ).map((form) => widthsOf(room, form))
  const fitting = possible.find(({ least }) => least <= room.room) ?? possible.at(-1)
  if (fitting === undefined) throw new Error('The closest form is always possible.')
  return fitting
}

function widthsOf(room: RowRoom, { difference, wide, chips }: (typeof FORMS)[number]): RowWidths {
  const { masked, compared, rowCount, withholdsTax, switches, maxFen, maxTaxFen } = room
  const widths = {
    rowNumber: Math.max(40, 18 + 9 * String(rowCount).length),
    name: masked ? 128 : wide ? 160 : 104,
    idCardNo: masked ? 204 : 176,
    account: ACCOUNT,
    amount: moneyWidth(compared && !difference ? 124 : 116, maxFen),
    difference: difference ? moneyWidth(112, maxFen) : undefined,
    tax: withholdsTax ? moneyWidth(88, maxTaxFen) : 0,
    cancel: switches ? CANCEL : 0,
  }
  const sum = Object.values(widths).reduce<number>((all, width = 0) => all + width, 0)
  return { ...widths, chips, least: sum + WARNINGS[chips] }
}

const moneyWidth = (least: number, maxFen: Fen) => Math.max(least, 20 + 8 * formatYuanGrouped(maxFen).length)
