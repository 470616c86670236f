// What a result sheet says of its batch and of its time beside the payments: last month's result of the same people and amounts gives itself away there (ADR 177).

import { bareHeading, knownHeading, strangeHeading } from '../bank-statements/headings.ts'
import { parseDay } from '../bank-statements/printed-days.ts'
import type { Day } from '../calendar/shanghai.ts'

/** A number of ours: of a batch, of a file of it, or of a payment. */
const OWN =
  /(?<![A-Z0-9])PW(\d{8,20})(?:R\d{1,7}(?:X[0-9A-F]*)?|-([A-Z]\d{1,4})(?:-[0-9A-F]+)?)?(?![A-Z0-9])/g
const OWN_ALONE = new RegExp(`^${OWN.source}$`)

export type OwnNumber = { readonly batch: string; readonly file: string | undefined }

/** Full width, small letters, blanks and characters that nobody sees are read as one writes them. */
const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\p{Cf}']/gu, '')
    .toUpperCase()

/** Among other words: PW202611170001-A1.xlsx, 批次号：PW202611170001. */
export function ownNumbersIn(text: string): OwnNumber[] {
  return [...plain(text).matchAll(OWN)].map(([, batch = '', file]) => ({ batch, file }))
}

/** Of a cell that is nothing else: among a payer's words a number may be that of another batch. */
export function ownNumberOf(cell: string): OwnNumber | undefined {
  if (!/[pｐ]/i.test(cell)) return undefined
  const [, batch, file] = OWN_ALONE.exec(plain(cell).replace(/\s/g, '')) ?? []
  return batch === undefined ? undefined : { batch, file }
}

/** Whether it may be said of the file of this message: another batch, or another file of the batch, may not. */
export function isOfFile(messageId: string, { batch, file }: OwnNumber): boolean {
  const [own] = ownNumbersIn(messageId)
  return own === undefined || (own.batch === batch && (file === undefined || own.file === file))
}

/** The bank's own number of a batch; what is shorter counts the parts of one. */
const BANK_BATCH = /^(?:银行|网银|代发|付款|交易)?(?:批次号?|批号|批次(?:编号|序列号|流水号))$/
const BANK_BATCH_ABOVE =
  /(?:^|\s)(?:银行|网银|代发|付款|交易)?(?:批次号|批号|批次(?:编号|序列号|流水号))[\s:：]+([0-9A-Za-z-]{6,40})(?![0-9A-Za-z-])/g
const NUMBER = /^[0-9A-Za-z-]{6,40}$/

export const isBankBatch = (heading: string): boolean => BANK_BATCH.test(heading.replace(/\s/g, ''))

/** Each once, in the column of batches and above the lines; numbers of ours are none of the bank's. */
export function bankBatchesIn(cells: readonly string[], above: readonly string[]): string[] {
  const told = [
    ...cells.map((cell) => cell.trim()).filter((cell) => NUMBER.test(cell)),
    ...above.flatMap((line) => [...line.matchAll(BANK_BATCH_ABOVE)].map(([, number = '']) => number)),
  ]
  return [...new Set(told.filter((number) => ownNumberOf(number) === undefined))]
}

const DATE = /(?<![A-Za-z\d])\d{4}(?:([-/.])\d{1,2}\1\d{1,2}|年\d{1,2}月\d{1,2}日|[01]\d[0-3]\d)(?!\d)/g
/** Days that were long before any payment. */
const OF_ELSE = /(?:开户|出生|生效|有效期?|签[约订]|合同|入职|注册|成立|版本|修订)[^\d]*$/

/** The newest day printed above the payments: a sheet that is older than a file tells nothing of it. */
export function newestDayIn(lines: readonly string[]): Day | undefined {
  return lines
    .flatMap((line) =>
      [...line.matchAll(DATE)].flatMap((match) =>
        OF_ELSE.test(line.slice(0, match.index)) ? [] : (parseDay(match[0]) ?? []),
      ),
    )
    .toSorted()
    .at(-1)
}

/** Done with a payment order before it was paid: none of it happens before there is a file. */
const DONE_ON =
  /^(?:制单|提交|申请|创建|录入|经办|上传|导入|发送|审批|复核|授权|受理|委托|指令|预约|计划|约定|定时)(?:付款|支付|执行|转账|发放|代发|入账)?(?:日期|时间)$/

/** Whether what stands below a heading is a day of the payment or of its order. */
export function isDayOfOrder(text: string): boolean {
  const bare = bareHeading(text)
  return (knownHeading(bare) ?? strangeHeading(text)).kind === 'day' || DONE_ON.test(bare)
}
