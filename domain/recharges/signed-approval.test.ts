// Each fact of an approval is part of what is signed.

import { expect, it } from 'vitest'
import { approvalText } from './signed-approval.ts'

const recharge = {
  rechargeId: 21,
  providerId: 3,
  amountFen: 12_345_600n,
  payDay: '2026-11-16',
  payerName: '星河科技',
  receiverAccount: '6222020000',
  receiptSha256: 'ab12',
} as const
const approval = { accountId: 7, at: new Date('2026-11-17T01:02:03.000Z') }

it('is this text', () => {
  expect(approvalText(recharge, approval)).toBe(
    [
      'paywages recharge 1',
      'recharge 21',
      'provider 3',
      'account 7',
      'at 2026-11-17T01:02:03.000Z',
      'fen 12345600',
      'day 2026-11-16',
      'payer "星河科技"',
      'receiver "6222020000"',
      'receipt ab12',
    ].join('\n'),
  )
})

it.each([
  { rechargeId: 22 },
  { providerId: 4 },
  { amountFen: 12_345_601n },
  { payDay: '2026-11-15' },
  { payerName: '星河科技"\nreceiver "1"' },
  { receiverAccount: '6222020001' },
  { receiptSha256: 'ab13' },
] as const)('another text where %o', (other) => {
  const text = approvalText({ ...recharge, ...other }, approval)
  expect(text).not.toBe(approvalText(recharge, approval))
  expect(text.split('\n')).toHaveLength(10)
})
