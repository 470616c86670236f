// What a remark in brackets makes of a heading: 金额（税后） is another amount than 金额, 手机号（紧急联系人） somebody else's phone.

import type { AmountMeaning } from './amount-words.ts'

const REMARK = /\(([^()]*)\)|\[([^[\]]*)\]|【([^【】]*)】/g
/** Somebody else's, an earlier one, or one for another purpose. */
const ANOTHER =
  /紧急|联系人|家属|配偶|亲属|父亲|母亲|父母|监护|推荐|介绍|担保|领导|主管|经办|付款|付方|对公|公司账|公司卡|报销|备用|旧|原卡|原账|原银行|原手机|前次|上次|上月|上期|往月|去年|历史|累计|已付|已发|未发|未付|预付|预支|扣|社保|公积金|个税|税额|税费|单价|日薪|时薪|小时|每日|每天|每单|每件/
const NET = /税后|实发|到手|到账|实付|实得|净/
const GROSS = /税前|应发|毛/
/** Says nothing of which amount it is. */
const PLAIN =
  /^(?:单位|人民币|金额|元|圆|rmb|cny|￥|¥|必填|选填|本次|本月|本期|小写|数字|保留两位小数|[:\s,、*])*$/i

function remarksOf(text: string): string[] {
  return [...text.normalize('NFKC').matchAll(REMARK)].map(([, ...said]) =>
    said.filter((one) => one !== undefined).join(''),
  )
}

/** Whether the remark says that the column is not what its word alone would be. */
export function meansAnother(heading: string): boolean {
  return remarksOf(heading).some((remark) => ANOTHER.test(remark))
}

/** What the remark says of an amount; undefined where it says nothing of that. */
export function remarkedMeaning(heading: string): AmountMeaning | undefined {
  const telling = remarksOf(heading).filter((remark) => !PLAIN.test(remark))
  if (telling.length === 0) return undefined
  const said = telling.join(' ')
  if (NET.test(said)) return GROSS.test(said) ? 'either' : 'net'
  return GROSS.test(said) ? 'gross' : 'either'
}
