// Tells rows of sums and of balances carried on from payments, by their words.

import type { ColumnKind } from './heading-words.ts'
import type { Cell } from './printed-row.ts'

const TOTAL =
  /^(本页|本日|当日|本月|本期|本次|本年|累计)?((借|贷|付|收)方|支出|收入|付款|收款|转出|转入|交易)?(发生额?|金额)?(合计|小计|总计|累计|共计|总笔数|总金额|总额|笔数)/
const CARRIED =
  /^(承前|承上页|过次|转下页|接上页|期初|期末|上期|上页|上日|(月初|年初|昨日|前[日页]|上[月年])(余额|结余|结存|结转))/
/** 合计科技有限公司 */
const COMPANY = /(?:公司|店|厂|社|院|所|中心|学校)$/

/** Nearly every cell is told by its letters alone. */
const LETTERS = /[计笔总额承过转接期上月年昨前]/

export function isTotal(text: string): boolean {
  if (!LETTERS.test(text)) return false
  const bare = text.replace(/[\s:：]/g, '')
  return (TOTAL.test(bare) || CARRIED.test(bare)) && !COMPANY.test(bare)
}

type KindAndText = Pick<Cell, 'kind' | 'text'>

/** A row that names a payee is a payment, whatever its words begin with: 上期劳务费. */
export function namesNobody(cells: readonly KindAndText[]): boolean {
  return !cells.some(
    ({ kind, text }) => (kind === 'name' || kind === 'account' || kind === 'party') && !isTotal(text),
  )
}

/** In these a total's word may be part of what a payment is for. */
const WORDY: ReadonlySet<ColumnKind> = new Set(['remark', 'type', 'other', 'strange', 'status'])

/** A row of sums or of a balance carried on; in 摘要 such a word counts where nobody is named beside it. */
export function isSumRow(cells: readonly KindAndText[]): boolean {
  const isNobody = namesNobody(cells)
  return cells.some(({ kind, text }) => {
    if (!isTotal(text)) return false
    return !WORDY.has(kind) || (isNobody && (kind !== 'remark' || text.length <= 6))
  })
}
