// The specification's calls of payout batches, recharges and funds (spec §3, §7, D42).

import { PAGE, type SpecifiedCall, type WireFields } from './wire-type.ts'

const ROW_FILTERS = ['uname', 'uprovider', 'uphone', 'payStatus'] as const
const DETAIL_FILTERS = ['uname', 'cardid', 'providerId', 'payStatus', 'beginTime', 'endTime'] as const

const ROW: WireFields = {
  id: 'number',
  uname: 'text',
  uprovider: 'text',
  payStatus: 'number',
  umoney: 'yuan',
  personalTax: 'yuan',
  ucardid: 'text',
  uphone: 'text',
  ubank: 'text',
  ubankcard: 'text',
  umonth: 'month',
  remark: 'text',
  errMsg: 'text',
  tranId: 'text',
  payTime: 'time?',
  bankAccountFile: 'file',
}

export const PAYOUT_CALLS: readonly SpecifiedCall[] = [
  {
    call: 'POST /excel/import',
    asks: ['fileName', 'fileSize'],
    file: 'file',
    answers: {
      opId: 'id?',
      totalNum: 'count',
      peopleNum: 'count',
      sucNum: 'count',
      failNum: 'count',
      failVOs: {
        listOf: {
          id: 'number',
          userName: 'text',
          cardid: 'text',
          phone: 'text',
          bankno: 'text',
          reason: 'text',
        },
      },
    },
  },
  {
    call: 'GET /excel/import',
    asks: [...PAGE, 'providerId', 'beginTime', 'endTime'],
    list: true,
    answers: {
      opId: 'id',
      providerName: 'text',
      excelName: 'text',
      excelSize: 'count',
      opTime: 'time',
      opName: 'text',
      totalNum: 'count',
      peopleNum: 'count',
      sucNum: 'count',
      failNum: 'count',
      status: 'number',
      isSign: 'flag',
    },
  },
  {
    call: 'GET /excel/detail',
    asks: [...ROW_FILTERS, ...PAGE, 'opId'],
    list: true,
    beside: { isPersonalTax: 'flag' },
    answers: ROW,
  },
  { call: 'GET /excel/export', asks: ['opId', ...ROW_FILTERS], answers: 'download' },
  { call: 'POST /excel/enable', asks: ['opId', 'status', 'ispass'], answers: 'nothing' },
  { call: 'GET /pay/detail', asks: [...DETAIL_FILTERS, ...PAGE], list: true, answers: ROW },
  {
    call: 'GET /pay/detail/count',
    asks: DETAIL_FILTERS,
    answers: { totalNum: 'count', sucNum: 'count', failNum: 'count' },
  },
  { call: 'GET /pay/detail/download', asks: DETAIL_FILTERS, answers: 'download' },
  { call: 'POST /pay/change/status', asks: ['tranIds', 'status'], answers: 'nothing' },
  { call: 'POST /bank/account/verify', asks: [], file: 'files', answers: {} },
]

const RECHARGE: WireFields = {
  rechargeId: 'id',
  payName: 'text',
  payAccount: 'text',
  recvName: 'text',
  recvAccount: 'text',
  recvBank: 'text',
  money: 'yuan',
  payDate: 'time',
  fileUrl: 'file',
  rechargeStatus: 'number',
  /** What the balance was once it had been credited; there is none before. */
  availMoney: 'yuan?',
}

const MONEY: WireFields = { outcomeMoney: 'yuan', serviceCost: 'yuan' }

export const FUND_CALLS: readonly SpecifiedCall[] = [
  { call: 'POST /recharge/upload/receipt', asks: ['fileName'], file: 'file', answers: 'file' },
  { call: 'GET /recharge/all', asks: PAGE, list: true, answers: RECHARGE },
  { call: 'GET /recharge/list', asks: PAGE, list: true, answers: RECHARGE },
  {
    call: 'POST /recharge/add',
    asks: ['payName', 'payAccount', 'recvName', 'recvAccount', 'recvBank', 'money', 'payDate', 'fileUrl'],
    answers: 'id',
  },
  { call: 'GET /recharge/detail', asks: ['rechargeId'], answers: RECHARGE },
  { call: 'POST /recharge/audit', asks: ['rechargeStatus', 'rechargeId'], answers: 'nothing' },
  {
    call: 'GET /recharge/money',
    asks: [],
    answers: { incomeMoney: 'yuan', ...MONEY, availMoney: 'yuan', frozenMoney: 'yuan' },
  },
  { call: 'GET /recharge/unhandle', asks: [], answers: 'count', beside: { count: 'count' } },
  {
    call: 'GET /money/view',
    asks: ['beginTime', 'endTime', 'providerId', ...PAGE],
    list: true,
    answers: {
      opTime: 'time',
      opTotal: 'yuan',
      opPeople: 'count',
      opSucTotal: 'yuan',
      opSucPeople: 'count',
      opFailTotal: 'yuan',
      opFailPeople: 'count',
      providerFee: 'yuan',
      providerName: 'text',
      platformName: 'text',
    },
  },
  { call: 'GET /provider/money', asks: ['providerId'], answers: MONEY },
]
