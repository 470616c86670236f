// The words of statements whose headings are English alone, as data; letters only, as headings are wrapped anywhere.

import { type ColumnKind, type KnownHeading, PLAIN_RANK } from './heading-words.ts'

const words = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '')

const OTHER_SIDE = words(
  'counterparty counterpart opposite opponent beneficiary payee recipient receiver creditor otherparty',
)
/** Whom money goes to, whichever account is printed. */
const PAYEE = words('beneficiary payee recipient')
const PAYER = words('payer sender remitter debtor orderingparty')
const NAMES = words('name accountname acname acctname')
const ACCOUNTS = words(
  'account accountno accountnumber accountnum ac acno acctno acct cardno cardnumber accountcardno iban',
)
const BANKS = words('bank bankname branch bankbranch bankcode bankno')

const joined = (who: readonly string[], what: readonly string[]) =>
  who.flatMap((one) => what.map((other) => one + other))

const KNOWN = new Map<string, KnownHeading>()

function learn(kind: ColumnKind, list: readonly string[], from = 0, paysOut = false): void {
  for (const [index, word] of list.entries())
    if (!KNOWN.has(word)) KNOWN.set(word, { kind, rank: from + index, paysOut })
}

learn(
  'day',
  words(`transactiondate txndate trandate transdate tradedate date postingdate postdate posteddate bookingdate bookdate
  entrydate paymentdate accountingdate valuedate datetime dateandtime transactiondatetime transactiontime tradetime time timestamp`),
)
learn(
  'reference',
  words(`customerreference customerref customerreferenceno clientreference paymentreference reference referenceno referencenumber
  refno ref transactionreference transactionreferenceno transactionreferencenumber transactionref bankreference bankreferenceno bankref
  transactionid transactionno transactionnumber txnid txnno serialno serialnumber serial traceno journalno voucherno vouchernumber receiptno orderno`),
)
learn('amount', words('paymentamount paidamount payoutamount amountpaid netpay'), 0, true)
learn(
  'amount',
  words('transactionamount tradeamount txnamount transamount amount amt amountcny amountrmb'),
  20,
)
learn(
  'out',
  words(`debit debits debitamount debitamt withdrawal withdrawals withdrawalamount paidout moneyout outflow payments payment
  dr dramount debitcny debitrmb amountdebited expenditure`),
)
learn(
  'in',
  words(`credit credits creditamount creditamt deposit deposits depositamount paidin moneyin inflow receipts receipt
  cr cramount creditcny creditrmb amountcredited income`),
)
learn(
  'direction',
  words(`drcr crdr debitcredit creditdebit debitorcredit dcflag dc dcindicator debitcreditflag debitcreditindicator direction inout
  transactiondirection drcrflag drcrindicator`),
)
learn(
  'balance',
  words(`balance accountbalance runningbalance closingbalance ledgerbalance aftertransactionbalance balanceaftertransaction
  currentbalance balancecny balancermb`),
)
learn(
  'remark',
  words(`description transactiondescription remark remarks memo narrative narration details transactiondetails particulars summary
  purpose note notes message postscript abstract comment usage`),
)
learn('type', words('type transactiontype txntype businesstype tradetype'))
learn(
  'status',
  words('status transactionstatus paymentstatus result paymentresult failurereason rejectreason'),
)
learn('currency', words('currency ccy cur tradecurrency transactioncurrency'))
learn('count', words('count noofpayments numberofpayments items'))
learn('name', joined(PAYEE, NAMES), 0, true)
learn('name', PAYEE, 500, true)
learn('account', joined(PAYEE, ACCOUNTS), 0, true)
learn('name', joined(OTHER_SIDE, NAMES), 1_000)
learn('name', OTHER_SIDE, 1_500)
learn('account', joined(OTHER_SIDE, ACCOUNTS), 1_000)
learn('payer', [...joined(PAYER, NAMES), ...PAYER])
learn('payer-account', joined(PAYER, ACCOUNTS))
learn('name', NAMES, PLAIN_RANK)
learn('account', ACCOUNTS, PLAIN_RANK)
learn('other', joined([...OTHER_SIDE, ...PAYER], BANKS))
learn(
  'other',
  words(`no sno seq sequence channel branch bank fee fees charge charges tax commission exchangerate rate
  availablebalance openingbalance code operator teller`),
)

export const ENGLISH_HEADINGS: ReadonlyMap<string, KnownHeading> = KNOWN
