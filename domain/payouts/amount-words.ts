// What people write over a column of money: whether it is before tax or what arrives, and in which unit.

/** Whether an amount is before tax, what arrives, or either: only a company that withholds need know. */
export type AmountIs = 'gross' | 'net'
export type AmountMeaning = AmountIs | 'either'

export const AMOUNT_WORDS: Readonly<Record<AmountMeaning, readonly string[]>> = {
  gross: [
    ...[
      '应发金额',
      '应发',
      '应发额',
      '应发工资',
      '应发薪资',
      '应发薪酬',
      '应发合计',
      '应发报酬',
      '应发总额',
      '应发劳务费',
    ],
    ...[
      '应发数',
      '应发款',
      '税前金额',
      '税前',
      '税前工资',
      '税前收入',
      '税前报酬',
      '税前劳务费',
      '税前应发',
      '税前应发金额',
    ],
    ...['应得金额', '应付工资', '应付劳务费', '毛额', 'gross', 'grossamount', 'grosspay'],
    ...['本期应发', '本月应发', '本期应发金额', '本月应发金额', '应付劳务报酬', '应发劳务报酬'],
    ...['收入', '收入额', '收入金额', '本期收入', '本月收入', '劳务收入'],
  ],
  net: [
    ...[
      '实发金额',
      '实发',
      '实发额',
      '实发工资',
      '实发薪资',
      '实发薪酬',
      '实发合计',
      '实发报酬',
      '实发总额',
      '实发劳务费',
    ],
    ...[
      '实发数',
      '实发款',
      '税后金额',
      '税后',
      '税后工资',
      '税后收入',
      '税后报酬',
      '税后劳务费',
      '税后实发',
      '税后实发金额',
    ],
    ...[
      '到手金额',
      '到手',
      '到手工资',
      '到账金额',
      '实际到账',
      '实际到账金额',
      '实付金额',
      '实付',
      '实付工资',
      '实得金额',
    ],
    ...['实领金额', '实领', '实际发放', '实际发放金额', '净额', 'net', 'netamount', 'netpay'],
    ...['本期实发', '本月实发', '本期实发金额', '本月实发金额', '实发工资合计'],
  ],
  either: [
    ...['应打金额', '应打款金额', '本次结算金额', '本次付款金额', '本次支付金额', '课酬', '金额元'],
    ...[
      '发放金额',
      '发放额',
      '发放总额',
      '本次发放金额',
      '本次发放',
      '本月发放金额',
      '发放款',
      '付款金额',
      '支付金额',
      '转账金额',
    ],
    ...[
      '打款金额',
      '代发金额',
      '代付金额',
      '收款金额',
      '结算金额',
      '本期结算金额',
      '应付金额',
      '应结金额',
      '应结算金额',
      '交易金额',
    ],
    ...[
      '发放佣金',
      '佣金',
      '佣金金额',
      '报酬',
      '劳务报酬',
      '劳务报酬金额',
      '劳务费',
      '劳务费金额',
      '酬劳',
      '酬金',
      '薪酬',
      '薪资',
    ],
    ...[
      '工资',
      '工资金额',
      '薪资金额',
      '提现金额',
      '分成金额',
      '服务报酬',
      '报酬金额',
      '劳务金额',
      '金额合计',
      '总金额',
      '金额小计',
    ],
    ...[
      '合计金额',
      '人民币金额',
      '本次金额',
      '稿酬',
      '稿费',
      '本期发放',
      '本期发放金额',
      '汇款金额',
      '汇款额',
      '转账额',
      '付款额',
      '打款额',
      '支付额',
      '本月劳务费',
      '本期劳务费',
      '当月劳务费',
      '本月报酬',
      '本期报酬',
      '本月工资',
      'amount',
      'money',
      'payamount',
      'paymentamount',
    ],
  ],
}

/** Beside one of these a gross amount is not what is paid: some other column tells that. */
export const DEDUCTION_WORD = /扣|个税|个人所得税|税额|税费|社保|公积金/

/** Beside one of these an amount may be a part of what is paid. */
export const PART_WORD =
  /^(?:合计|总计|共计|小计|总额|总和|奖金|补贴|补助|津贴|提成|绩效|加班费?|全勤|餐补|房补|话补|交通补贴|高温费|其他)|^(?:奖励|激励|返点|返佣|油补|车补|饭补|餐费|交通费|住宿费|话费)|(?:奖金?|奖励|激励|报销费?|补贴|补助|津贴|提成|加班费)$/

/** These say that the amount is what is paid, whatever stands beside it. */
export const PAID_WORD = /发放|付款|支付|转账|打款|代发|代付|提现|结算/

const MEANINGS = new Map<string, AmountMeaning>(
  Object.entries(AMOUNT_WORDS).flatMap(([meaning, words]) =>
    words.map((word) => [word, meaning as AmountMeaning] as const),
  ),
)

/** The template's own 金额 is gross (D20). */
export function amountMeaning(bare: string): AmountMeaning {
  return MEANINGS.get(bare) ?? 'gross'
}

/** The same of a heading that may be no word for money at all. */
export function meaningOfWord(bare: string): AmountMeaning {
  return bare === '金额' ? 'gross' : (MEANINGS.get(bare) ?? 'either')
}

const OTHER_UNIT = /万|千元|^千$|^[kw]$|thousand|百元|美元|美金|港元|港币|欧元|日元|英镑|usd|hkd|eur|jpy|\$/i
const SMALL_UNIT = /^(?:单位:?|以|按)?(?:人民币)?(分|角)(?:为单位)?$/
const UNIT_AT_END = /(?:(万元|万|千元|百元|美元|美金|港元|港币|欧元|usd|hkd|eur)|[:\s_,-](分|角))$/i

/** The unit that an amount's heading names, where it is not yuan: 万元. */
export function otherUnit(text: string): string | undefined {
  const plain = text.normalize('NFKC').trim()
  const named = plain.match(/\([^()]*\)|\[[^[\]]*\]|【[^【】]*】|\/[^/]*$/g) ?? []
  const units = named.map((unit) => unit.replace(/[()[\]【】/\s]/g, ''))
  const [, large, small] = UNIT_AT_END.exec(plain) ?? []
  return units.find((unit) => OTHER_UNIT.test(unit) || SMALL_UNIT.test(unit)) ?? large ?? small
}

const UNIT_OF_TABLE =
  /(?:单位|人民币|币种|币别|货币)均?[:为是]?\s*(?:人民币)?\(?(万元|千元|百元|[万千]$|分|角|美元|美金|港元|港币|欧元|日元|英镑|USD|HKD|EUR|JPY|GBP)\)?(?=$|[\s,;.)。])/
/** 注：金额以万元计 */
const UNIT_COUNTED =
  /[以按](?:人民币)?(万元|千元|百元|万|千|分|角|美元|港币|港元)(?:为单位|计|列示|填列|填写)/
/** 以下金额均为港币; 金额为万元以上 is a rule. */
const UNIT_OF_AMOUNTS =
  /金额(?:单位)?(?:均|都|全部|一律)*(?:为|是|系|以|按)(?:人民币)?(万元|千元|百元|美元|美金|港元|港币|欧元|日元|英镑)(?:计算?|结算|支付|发放|为单位)?(?=$|[\s,;.)。])/
/** All amounts in USD, Currency: HKD */
const UNIT_IN_ENGLISH =
  /\b(?:amounts?|figures?|values?|paid|payable)\b[\w\s]{0,20}\bin\s*:?\s*(USD|HKD|EUR|GBP|JPY|US dollars?|HK dollars?|thousands?)\b|\b(?:currency|ccy)\s*(?:is)?\s*:?\s*(USD|HKD|EUR|GBP|JPY)\b/i
const UNIT_IN_TITLE = /\((?:人民币)?(万元|千元|百元|美元|港元|港币|欧元|日元|英镑|USD|HKD|EUR|JPY|GBP)\)/

/** 单位：万元 above a table holds for all its amounts; 单位：千山科技 is a company. */
export function unitAbove(text: string): string | undefined {
  const plain = text.normalize('NFKC')
  const [, unit] = UNIT_OF_TABLE.exec(plain) ?? UNIT_COUNTED.exec(plain) ?? UNIT_OF_AMOUNTS.exec(plain) ?? []
  if (unit !== undefined) return unit
  const [, inEnglish, currency] = UNIT_IN_ENGLISH.exec(plain) ?? []
  return inEnglish ?? currency
}

/** The same of a title: 十一月发放表（万元）. */
export function unitInTitle(text: string): string | undefined {
  return UNIT_IN_TITLE.exec(text.normalize('NFKC'))?.[1]
}
