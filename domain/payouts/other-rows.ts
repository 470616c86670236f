// Rows of a sheet that pay nobody: totals, repeated headings, who made and checked the sheet. They are left out, and told.

import { bareHeading } from './heading-words.ts'

export type OtherRowKind = 'title' | 'heading' | 'total' | 'subtotal' | 'footer'

/** A row that was left out; `label` is the word that told it, never a cell's whole text. */
export type SkippedRow = {
  readonly rowNumber: number
  readonly kind: OtherRowKind
  readonly label: string
  /** Of a total: what it says and what the rows above come to, in fen. */
  readonly total?: { readonly saidFen: number; readonly sumFen: number; readonly agrees: boolean } | undefined
}

const TOTAL =
  /^(?:合计|总计|共计|总额|总和|总数|累计|汇总|总合计|本表合计|全部合计|人民币合计|金额合计|应发合计|实发合计|发放合计|(?:应付|实付|应收|付款|发放|结算)总(?:金?额|计)|total|sum)/i
const SUBTOTAL =
  /^(?:小计|本页小计|本页合计|部门小计|部门合计|subtotal)|(?:小计|合计|总计|汇总)(?:\d+[人笔])?$/i
const FOOTER =
  /^(?:制表|制单|编制|审核|审批|复核|批准|经办|出纳|会计|财务|主管|部门负责人|负责人|填表|填报|领导|总经理|董事长|签字|签名|盖章|打印|备注:|说明|注:|注意|温馨提示|日期:|制作|附:|以下空白|以下无正文|人数|总人数|笔数|总笔数|大写|金额大写|合计大写|大写金额|人民币大写|人民币\(大写|本页共|共\d+[人笔条]|第\d+页|共\d+页|-+第)/
/** Spread over two cells, the number of people perhaps beside it. */
const SPLIT_TOTAL = /^(?:[合总共小]计)\d?$/
/** A title between the rows: 第二部分, 二、销售部, 华东项目组. */
const SECTION =
  /^(?:第?[一二三四五六七八九十\d]{1,3}(?:[、.)]|部分|批次?|组|期|章|类).*|.*(?:部|部门|组|班组|小组|项目|门店|车间|分公司|明细|名单|如下):?)$/
const MAX_LABEL = 60
const SHOWN_LABEL = 6

/** Beside an amount these say how many it is the sum of. */
const COUNTED = /^(?:以上|本页)?(?:总|合|共)?[共计]\d+[人笔条名位]/

/** What the company pays beside the people: 服务费（6%）. */
const FEE = /^(?:平台|代发|灵工)?(?:服务费|管理费|手续费|税费|税金|增值税|开票税?费)/

/** The word of a row of fees below the table. */
export function feeOfRow(texts: Iterable<string>): string | undefined {
  const words = [...texts].map((text) => FEE.exec(bareHeading(text))?.[0])
  return words.find((word) => word !== undefined)
}

/** By the texts of a row that names nobody: no ID number, no card. */
export function kindOfRow(
  texts: Iterable<string>,
  hasAmount = false,
): { readonly kind: 'total' | 'subtotal' | 'footer'; readonly label: string } | undefined {
  const all = [...texts]
  const split = all.filter((text) => [...text].length === 1).join('')
  if (SPLIT_TOTAL.test(split)) return { kind: split.includes('小') ? 'subtotal' : 'total', label: split }
  for (const text of all) {
    if (text === '' || text.length > MAX_LABEL) continue
    const bare = text.normalize('NFKC').replace(/[\s\p{Cf}\p{Cc}]/gu, '')
    const counted = hasAmount ? COUNTED.exec(bare) : null
    if (counted) return { kind: 'total', label: counted[0] }
    const footer = FOOTER.exec(bare)
    if (footer) return { kind: 'footer', label: footer[0].replace(/:$/, '') }
    const word = bareHeading(text)
    const total = TOTAL.exec(word)
    if (total) return { kind: 'total', label: total[0] }
    const subtotal = SUBTOTAL.exec(word)
    if (subtotal) return { kind: 'subtotal', label: subtotal[0].slice(0, SHOWN_LABEL) }
  }
  return undefined
}

const SUM_IN_WORDS =
  /(?:合计|总计|共计|总额|总金额)[^\d,;。]{0,8}?[¥]?(\d{1,3}(?:,\d{3})+(?:\.\d{1,2})?|\d+\.\d{1,2}|\d+(?=元))(?![\d人笔条名位%万千])/

/** 合计：1,200.50元（大写：…） in one cell: what it says; empty where it says nothing, or two things. */
export function sumInWords(texts: readonly string[]): string {
  const said = texts.flatMap(
    (text) => SUM_IN_WORDS.exec(text.normalize('NFKC').replace(/\s/g, ''))?.[1] ?? [],
  )
  const [only, another] = new Set(said.map((sum) => sum.replaceAll(',', '')))
  return only !== undefined && another === undefined ? only : ''
}

/** Whether a row's only text stands over the rows below it. */
export function isSectionTitle(text: string): boolean {
  return text.length <= MAX_LABEL && SECTION.test(text.normalize('NFKC').replace(/[\s\p{Cf}\p{Cc}]/gu, ''))
}

const HAN = /\p{Script=Han}/gu
const PERSON = /^(?:\p{Script=Han}{2,4}|\p{Script=Han}{1,10}(?:·\p{Script=Han}{1,10})+)$/u
/** Below a heading: what its column is in, or how it is to be filled in. */
const UNIT =
  /^[(（]?(?:(?:单位[:：]?)?(?:人民币)?元?|文本(?:格式)?|数字(?:格式)?|数值(?:格式)?|日期(?:格式)?|\d{1,4}位(?:数字?)?|(?:数字|数值),?.{0,8}小数|(?:如|例如?)[:：]?\d{4}.{0,6}|(?:不超过|最多|限)\d+个?字符?|不[能可]为空|非必填|年[-/.]?月|yyyy[-/.]?mm|必填项?|选填项?|可选)[)）]?$/i
const SHORT_TEXT = 30

/**
 * Whether a row that names nobody holds nothing but one text in words, or units below the headings: a note, a stamp, a promise, a place.
 * A short name in the column of names may be somebody whose data is missing.
 */
export function isNote(texts: readonly string[], name = ''): boolean {
  if (texts.length > 0 && texts.every((text) => UNIT.test(text))) return true
  const [only, another] = texts
  if (only === undefined || another !== undefined || (only === name && PERSON.test(name))) return false
  const isNumber = only.length <= SHORT_TEXT && /\d{11}/.test(only)
  return !isNumber && (only.match(HAN)?.length ?? 0) >= 2
}

/** The sums that totals are held against: of all rows, and of those since the last total of either kind. */
export class RunningSums {
  #all = 0
  #sinceTotal = 0
  #sinceSubtotal = 0
  #fees = 0
  #hasUnread = false

  /** Of a row's amount, a plain number or not. */
  add(amount: string): void {
    const fen = Math.round(Number(amount) * 100)
    if (amount === '' || Number.isNaN(fen)) {
      this.#hasUnread = true
      return
    }
    this.#all += fen
    this.#sinceTotal += fen
    this.#sinceSubtotal += fen
  }

  get all(): number {
    return this.#all
  }

  /** Of a row of fees, which are in no sum of what people get. */
  addFee(amount: string): void {
    this.#fees += Math.round(Number(amount) * 100)
  }

  /** Whether a total is that of the rows and the fees below them: what the company pays. */
  isWithFees(amount: string): boolean {
    return this.#fees !== 0 && Math.round(Number(amount) * 100) === this.#all + this.#fees
  }

  /** Of a total that stands above all rows, when these have been read. */
  whole(amount: string): SkippedRow['total'] {
    const saidFen = Math.round(Number(amount) * 100)
    if (amount === '' || Number.isNaN(saidFen) || this.#hasUnread) return undefined
    return { saidFen, sumFen: this.#all, agrees: saidFen === this.#all }
  }

  /** Undefined where the row names no sum, or where an amount above it could not be read. */
  close(kind: 'total' | 'subtotal', amount: string): SkippedRow['total'] {
    const saidFen = Math.round(Number(amount) * 100)
    const candidates = [this.#all, this.#sinceTotal, this.#sinceSubtotal]
    const sumFen = kind === 'total' ? this.#all : this.#sinceSubtotal
    this.#sinceSubtotal = 0
    if (kind === 'total') this.#sinceTotal = 0
    if (amount === '' || Number.isNaN(saidFen) || this.#hasUnread) return undefined
    return candidates.includes(saidFen)
      ? { saidFen, sumFen: saidFen, agrees: true }
      : { saidFen, sumFen, agrees: false }
  }
}
