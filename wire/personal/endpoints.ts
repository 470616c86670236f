// One row's personal data in full, for the eye in masked cells (D33).

import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { at, same, shape } from '../shape.ts'
import { shown } from '../values.ts'

/** Which list the row stands in. */
export const REVEAL_KINDS = [
  'payout-row',
  'limit-user',
  'recharge',
  'freelancer',
  'signing-link',
  'tax-statement',
  'tax-year-statement',
] as const
export type RevealKind = (typeof REVEAL_KINDS)[number]

export const revealPersonal = endpoint({
  method: 'POST',
  path: '/personal/reveal',
  purpose: 'Gives ID number, phone and card of one row in full; every look stands in the audit log.',
  right: 'console',
  scope: { rule: 'record', kindAt: 'kind', at: 'id' },
  input: shape({
    kind: at('kind', z.enum(REVEAL_KINDS, '参数不正确')),
    id: at('id', z.string().regex(/^\d{1,15}$/, '参数不正确')),
  }),
  reply: { form: 'data', data: shape(same({ idCardNo: shown, phone: shown, cardNo: shown })) },
  failure: '暂无法查看，请稍后重试',
  reads: 'reveal',
})
