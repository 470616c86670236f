// What a row, its section or a note of a sheet says against paying it in yuan: another unit or currency, or that it is not to be paid.

import { unitAbove } from './amount-words.ts'
import { bareHeading } from './heading-words.ts'

/** A column beside ours that may speak against a row. */
export type Speaking = 'unit' | 'state'

const UNIT_HEADING = /^(?:币种|币别|货币|货币种类|金额单位|单位|currency|ccy|unit)$/i
const STATE_HEADING =
  /^(?:是否|有否)(?:已|要|可以?|需)?(?:发放?|支付|付款?|打款|结算|转账|代发|提现)$|^(?:发放|支付|付款|打款|结算|转账|代发|人员|在职|员工)?(?:状态|标志|标识|与否)$|^已(?:发放?|付款?|支付|打款|结清|结算)$/

export function speakingHeading(text: string): Speaking | undefined {
  const bare = bareHeading(text)
  if (UNIT_HEADING.test(bare)) return 'unit'
  return STATE_HEADING.test(bare) ? 'state' : undefined
}

export type SpeakingColumn = {
  readonly kind: Speaking
  /** 已发放: a yes speaks against it. */
  readonly isDone: boolean
  /** 是否发放: a no does. */
  readonly asks: boolean
}
export type SpeakingColumns = ReadonlyMap<number, SpeakingColumn>

/** The columns of a heading row that speak, but for those that are read. */
export function speakingColumns(
  cells: ReadonlyMap<number, string>,
  isOurs: (column: number) => boolean,
): SpeakingColumns {
  const found = new Map<number, SpeakingColumn>()
  for (const [column, text] of cells) {
    const kind = isOurs(column) ? undefined : speakingHeading(text)
    const bare = bareHeading(text)
    if (kind) found.set(column, { kind, isDone: /已/.test(bare), asks: /^(?:是否|有否)/.test(bare) })
  }
  return found
}

const OTHER_UNIT =
  /^(?:万元?|千元?|百元|亿元?|分|角|美元|美金|港元|港币|欧元|日元|英镑|usd|hkd|eur|jpy|gbp|\$|€|£)$/i
const NO = /^(?:否|不|不是|不要|没有|无|n|no|false|×|✗|✘|x)$/i
const YES = /^(?:是|有|已|y|yes|true|√|✓|✔|v|1)$/i
const UNPAID =
  /^(?:不发|停发|暂停|暂缓|暂不|不予|不用|不需|无需|不付|停付|作废|取消|撤销|冻结)|(?:不发|停发|不予发放|不用发|暂不发放?|暂停发放|暂缓发放|无需发放|无需支付|不付款?)$/
const PAID =
  /^(?:本月|上月|之前|现金)?已经?(?:发放?|付款?|支付|打款|结清|结算|转账|领取?)(?:了|完毕|完成|成功)?$/

/** The word that speaks against it; undefined where nothing does. */
export function saysAgainst({ kind, isDone, asks }: SpeakingColumn, text: string): string | undefined {
  const word = text.normalize('NFKC').replace(/\s/g, '')
  if (kind === 'unit') return OTHER_UNIT.test(word) ? word : undefined
  const isAgainst = UNPAID.test(word) || PAID.test(word) || (isDone ? YES.test(word) : asks && NO.test(word))
  return isAgainst ? withheld(word) : undefined
}

const MAX_REMARK = 8
/** With these they begin: most remarks need no second look. */
const FIRST = '不停暂无作已本上之现'

/** Of a remark that says nothing else. */
export function remarkAgainst(remark: string): string | undefined {
  if (remark === '' || remark.length > MAX_REMARK || !FIRST.includes(remark.charAt(0))) return undefined
  const isWhole =
    /^(?:不发|停发|不予发放|不用发|暂不发放?|暂停发放?|暂缓发放?|无需发放|无需支付|不付款?|作废)$/.test(
      remark,
    )
  return isWhole || PAID.test(remark) ? withheld(remark) : undefined
}

const WITHHELD = '不发:'
const SHOWN = 4
/** Stands behind an amount in brackets, so that it does not pass for one and its cause can be told. */
const withheld = (word: string) => `${WITHHELD}${word.slice(0, SHOWN)}`

/** Of a row with a cell that is struck out. */
export const STRUCK_ROW = withheld('已划掉')

/** The word of such a mark; undefined for a unit. */
export function withheldWord(mark: string): string | undefined {
  return mark.startsWith(WITHHELD) ? mark.slice(WITHHELD.length) : undefined
}

const SECTION = /已经?(?:发放?|付款?|支付|打款|结清)|作废|不发|停发|不予发放|暂缓发|暂不发|无需发放|不用发/
const ADVICE = /请|勿|须|若|如有|否则/
const MAX_SECTION = 24

/** Of a title over rows: 上月已发放明细. */
export function sectionAgainst(title: string): string | undefined {
  if (title.length > MAX_SECTION || ADVICE.test(title)) return undefined
  const [word] = SECTION.exec(title.replace(/\s/g, '')) ?? []
  return word === undefined ? undefined : withheld(word)
}

/** The unit that a note anywhere in the sheet names for its amounts: 以上金额单位为万元. */
export function unitInNote(texts: readonly string[]): string | undefined {
  return texts.map(unitAbove).find((unit) => unit !== undefined)
}
