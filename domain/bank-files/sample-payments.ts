// Payments that nobody could mistake for real ones, to show and try a format with (ADR 83).

import type { PaymentRow } from './bank-format.ts'

/** No card begins so, and no bank pays to nobody. */
const NO_CARD = '0000000000000000000'

const row = (
  rowNumber: number,
  over: Partial<PaymentRow> & Pick<PaymentRow, 'name' | 'amountFen'>,
): PaymentRow => ({
  rowNumber,
  reference: `PW000000000000R${rowNumber}X000000000000`,
  cardNo: NO_CARD,
  bankName: '中国工商银行',
  cnaps: '000000000000',
  ...over,
})

export const SAMPLE_BATCH_NO = '000000000000'

/** Shown in the editor: a short name, one with a dot, a large amount. */
export const SAMPLE_PAYMENTS: readonly PaymentRow[] = [
  row(1, { name: '测试一', amountFen: 1n }),
  row(2, { name: '测试二·样例', amountFen: 123_456n, bankName: '招商银行' }),
  row(3, { name: '测试三', amountFen: 123_456_789n, bankName: '中国建设银行' }),
]

/** In the file that people try at the bank: one fen each, so that even a bank that took it would move nothing. */
export const TEST_PAYMENTS: readonly PaymentRow[] = SAMPLE_PAYMENTS.map((one) => ({ ...one, amountFen: 1n }))

/** Before the name of a file that was made to be looked at. */
export const TEST_FILE_MARK = '测试-请勿提交-'
