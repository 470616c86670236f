// Reads what a list says became of a payment: only one that is told as done, or told of otherwise, was paid.

import { simplified } from './traditional.ts'

export type LineStatus = 'done' | 'undone' | 'unknown'

const WORK = '(?:银行|交易|处理|支付|付款|转账|汇款|代发|代付|入账|发放|打款|划款|记账|清算)'
const DONE = new RegExp(
  `^(?:${WORK}*(?:成功|完成|完毕)|已(?:成功|完成|入账|到账|付款|支付|发放|记账|清算|转账|打款|汇出|付讫)(?:成功)?|正常|付讫|(?:对方|收款[人方])?已收[钱款]|SUCCESS(?:FUL)?|SUCCEEDED|COMPLETED?|PAID|SETTLED|BOOKED|OK|DONE|S|Y|YES|TRUE|是)$`,
)
/** It did not go, not yet, or not for good. */
const UNDONE =
  /失败|退款|退还|退票|退汇|退回|拒绝|拒付|作废|撤销|冲正|不成功|取消|关闭|不符|异常|错误|无效|未|待|中$|FAIL|REJECT|RETURN|CANCEL|ERROR|INVALID/
/** Said under a heading that does not promise to say what became of a payment: nothing but this is meant by it. */
const PLAINLY_UNDONE =
  /失败|退票|退汇|[已被]退[回还](?!押金|保证金|垫)|原路[退返]|款项?已?(?:返还|退[回还])|拒付|拒收|被拒|拒绝|作废|已?撤销|冲[正回销]|[冲抹错][账帐]|[红反]冲|[撤退]单|反交易|未[入到]账|[未不]成功|不存在|不符|余额不足|销户|止付|FAILED|REJECTED|CANCELL?ED/

/** Of a cell below a heading that nobody knows. */
export const tellsUndone = (text: string): boolean =>
  PLAINLY_UNDONE.test(simplified(text.toUpperCase().replace(/\s/g, '')))

/** Below 成功标志 and 是否成功, and beside the S of a success. */
const NO = /^(?:N|NO|F|FALSE|否)$/
/** What programs print where there is nothing to say. */
const BLANK = /^(?:-+|\/|无|N\/A|NULL|NONE)?$/

/** Of the cells 状态, 结果 and 失败原因 of a row; undefined where they say nothing. */
export function statusOf(texts: readonly string[]): LineStatus | undefined {
  const words = texts
    .map((text) => simplified(text.toUpperCase().replace(/\s/g, '')))
    .filter((word) => !BLANK.test(word))
  const told = words.map(readStatus)
  if (told.includes('undone')) return 'undone'
  // 00 beside 成功 is the code of it.
  const isUnknown = words.some((word, index) => told[index] === 'unknown' && !/^0{1,3}$/.test(word))
  if (isUnknown) return 'unknown'
  return told.includes('done') ? 'done' : told[0]
}

/** 0000 and longer, or AAAAAAA: what banks' protocols answer when an order went well; shorter ones are numbers of all kinds. */
const SUCCESS_CODE = /^(?:0{4,20}|A{7})$/

function readStatus(word: string): LineStatus {
  if (UNDONE.test(word) || NO.test(word)) return 'undone'
  if (SUCCESS_CODE.test(word)) return 'done'
  // 成功(0000), 0000-交易成功
  const bare = word.replace(/[([【].*?[)\]】]/g, '').replace(/[^\p{Script=Han}A-Z]/gu, '')
  return DONE.test(bare) ? 'done' : 'unknown'
}

const NOT_TAKEN_BACK = /^(?:0+(?:\.0+)?|N|NO|FALSE|否|正常|正|蓝|蓝字|非.*|未.*|无.*|不.*)$/

/** Of the cells 冲正标志 and 是否退汇: whether one says that the payment was taken back. */
export function isTakenBack(texts: readonly string[]): boolean {
  return texts.some((text) => {
    const word = simplified(text.toUpperCase().replace(/\s/g, ''))
    return !BLANK.test(word) && !NOT_TAKEN_BACK.test(word)
  })
}
