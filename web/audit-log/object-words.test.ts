// The object of an audit entry, for people.

import { expect, it } from 'vitest'
import { objectInWords } from './object-words.ts'

it.each([
  ['陈静', '陈静'],
  ['signing-link 12', '签约邀请 12'],
  ['freelancer 12', '人员 RY000012'],
  ['recharge 12', '充值单 CZ000012'],
  ['freelancers all', '人员'],
  ['provider ', '供应商'],
  ['sending other-timeline', '转账发送'],
  ['sending server 7710002266190401759 1', '转账发送'],
  ['sending older log since 2026-11-19T21:43:38.865Z', '转账发送'],
  ['sending list.xlsx 1', 'sending list.xlsx 1'],
  ['key 46407c67', '密钥 46407c67'],
  ['unknown-debit 12', '银行未入账支出 12'],
  ['call updateProvider', 'call updateProvider'],
  ['GR2026031600001 陈静', 'GR2026031600001 陈静'],
])('renders audit log object "%s" as "%s"', (object, words) => {
  expect(objectInWords(object)).toBe(words)
})
