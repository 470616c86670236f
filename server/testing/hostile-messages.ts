// Hostile messages of ISO 20022: pain.002 and camt.053 of another file, changed, cut, or with things that no message holds.

import { ACCOUNT_NO } from './bank-files.ts'
import { type Hostile, type HostileResult, named, type Victim } from './hostile-result.ts'

const NOTHING = 'result-nothing'
const utf8 = (text: string) => new TextEncoder().encode(text)

const PAIN = 'urn:iso:std:iso:20022:tech:xsd:pain.002.001.10'
const payment = (reference: string, state: string, more = '') =>
  `<TxInfAndSts><OrgnlEndToEndId>${reference}</OrgnlEndToEndId><TxSts>${state}</TxSts>${more}</TxInfAndSts>`
const instructed = (yuan: string, currency = 'CNY') =>
  `<OrgnlTxRef><Amt><InstdAmt Ccy="${currency}">${yuan}</InstdAmt></Amt></OrgnlTxRef>`
type Report = {
  readonly message?: string
  readonly group?: string
  readonly namespace?: string
  readonly before?: string
}
const report = (messageId: string, payments: string, over: Report = {}) => {
  const { message = messageId, group = 'PART', namespace = PAIN, before = '' } = over
  return `<?xml version="1.0" encoding="UTF-8"?>${before}<Document xmlns="${namespace}"><CstmrPmtStsRpt><OrgnlGrpInfAndSts><OrgnlMsgId>${message}</OrgnlMsgId><OrgnlMsgNmId>pain.001.001.09</OrgnlMsgNmId><GrpSts>${group}</GrpSts></OrgnlGrpInfAndSts><OrgnlPmtInfAndSts>${payments}</OrgnlPmtInfAndSts></CstmrPmtStsRpt></Document>`
}
const pain =
  (payments: (victim: Victim) => string, over: Report | ((victim: Victim) => Report) = {}) =>
  (victim: Victim) =>
    utf8(report(victim.messageId, payments(victim), typeof over === 'function' ? over(victim) : over))
const paid = ({ rows: [one] }: Victim) => payment(one.reference, 'ACSC')
const entry = (reference: string, direction: string, yuan = '100.00', currency = 'CNY', state = 'BOOK') =>
  `<Ntry><Amt Ccy="${currency}">${yuan}</Amt><CdtDbtInd>${direction}</CdtDbtInd><Sts><Cd>${state}</Cd></Sts><NtryDtls><TxDtls><Refs><EndToEndId>${reference}</EndToEndId></Refs></TxDtls></NtryDtls></Ntry>`
const account = (no: string) => `<Acct><Id><Othr><Id>${no}</Id></Othr></Id></Acct>`
const withAccount = (entries: string) =>
  entries.startsWith('<Acct>') ? entries : account(ACCOUNT_NO) + entries
const camt = (entries: (victim: Victim) => string) => (victim: Victim) =>
  utf8(
    `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt>${withAccount(entries(victim))}</Stmt></BkToCstmrStmt></Document>`,
  )

const MESSAGES: readonly Hostile[] = [
  [
    'a pain.002 of another message',
    pain(paid, ({ foreignMessageId }) => ({ message: foreignMessageId })),
    'result-other-message',
  ],
  ['a pain.002 of no message', pain(paid, { message: '' }), 'result-message'],
  [
    'a pain.002 with a payment of another file',
    pain(({ foreign }) => payment(foreign.reference, 'ACSC')),
    'result-foreign-row',
  ],
  [
    'a pain.002 with another amount',
    pain(({ rows: [one] }) => payment(one.reference, 'ACSC', instructed('100.01'))),
    'result-other-amount',
  ],
  [
    'a pain.002 in another currency',
    pain(({ rows: [one] }) => payment(one.reference, 'ACSC', instructed('100.00', 'USD'))),
    'result-amount',
  ],
  ['a pain.002 with a payment twice', pain((victim) => paid(victim) + paid(victim)), 'result-row-twice'],
  [
    'a pain.002 with two words in one',
    pain(({ rows: [one] }) => payment(one.reference, 'ACSC', '<TxSts>RJCT</TxSts>')),
    'result-xml',
  ],
  ['a pain.002 that rejects all and pays one', pain(paid, { group: 'RJCT' }), 'result-status'],
  ['a pain.002 that accepts all without a word', pain(() => '', { group: 'ACSC' }), 'result-empty'],
  ['a pain.002 that only accepts', pain(({ rows: [one] }) => payment(one.reference, 'ACSP')), NOTHING],
  ['a pain.002 of another namespace', pain(paid, { namespace: 'urn:x' }), 'result-message'],
  [
    'a pain.001',
    pain(() => '', { namespace: 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09' }),
    'result-message',
  ],
  [
    'entities that unfold',
    pain(() => payment('&b;', 'ACSC'), { before: '<!DOCTYPE d [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]>' }),
    'file-type',
  ],
  ['an entity that nobody declared', pain(() => payment('&b;', 'ACSC')), 'result-xml'],
  ['an external reference', pain(() => '<!ENTITY x SYSTEM "file:///etc/passwd">'), 'result-xml'],
  ['a document included from outside', pain(() => '<xi:include href="file:///etc/passwd"/>'), 'result-xml'],
  ['an instruction', pain(() => '<?xml-stylesheet href="http://127.0.0.1/x"?>'), 'result-xml'],
  ['CDATA', pain(() => '<![CDATA[x]]>'), 'result-xml'],
  ['a message that is too deep', pain(() => '<a>'.repeat(40) + '</a>'.repeat(40)), 'result-xml'],
  ['a message cut off', (victim) => utf8(report(victim.messageId, paid(victim)).slice(0, -30)), 'result-xml'],
  [
    'two messages in one',
    (victim) => utf8(`${report(victim.messageId, paid(victim))}<Document/>`),
    'result-xml',
  ],
  [
    'a message in no UTF-8',
    (victim) =>
      Buffer.concat([
        utf8(report(victim.messageId, paid(victim)).slice(0, -11)),
        Buffer.from([0xff, 0xfe]),
        utf8('</Document>'),
      ]),
    'result-xml',
  ],
  [
    'a statement that debits twice',
    camt(({ rows: [one] }) => entry(one.reference, 'DBIT') + entry(one.reference, 'DBIT')),
    'result-row-twice',
  ],
  [
    'a statement with another amount',
    camt(({ rows: [one] }) => entry(one.reference, 'DBIT', '1.00')),
    'result-other-amount',
  ],
  [
    'a statement in another currency',
    camt(({ rows: [one] }) => entry(one.reference, 'DBIT', '100.00', 'USD')),
    'result-amount',
  ],
  [
    'a statement of what is not booked',
    camt(({ rows: [one] }) => entry(one.reference, 'DBIT', '100.00', 'CNY', 'PDNG')),
    'statement-no-entries',
  ],
  ['a statement without a direction', camt(({ rows: [one] }) => entry(one.reference, '')), 'result-status'],
  ['a statement of others alone', camt(({ foreign }) => entry(foreign.reference, 'DBIT')), NOTHING],
  [
    'a statement of another account',
    camt(({ rows: [one] }) => `${account('622202000000000099')}${entry(one.reference, 'DBIT')}`),
    'result-other-account',
  ],
  [
    'a statement of the payee’s account',
    camt(({ rows: [one] }) => `${account(one.cardNo)}${entry(one.reference, 'CRDT')}`),
    'result-other-account',
  ],
  [
    'a statement of no account',
    camt(({ rows: [one] }) => `<Acct></Acct>${entry(one.reference, 'DBIT')}`),
    'result-no-account',
  ],
  ['a statement of money that never went', camt(({ rows: [one] }) => entry(one.reference, 'CRDT')), NOTHING],
  ['a statement without entries', camt(() => ''), 'result-empty'],
]

export const HOSTILE_MESSAGES: readonly HostileResult[] = named(MESSAGES, 'result.xml')
