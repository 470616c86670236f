// The specification's calls of sessions, accounts and people (spec §3, §7).

import { PAGE, type SpecifiedCall, type WireFields } from './wire-type.ts'

const ACCOUNT_RIGHTS = ['payRight', 'checkRight', 'appLoginRight', 'isManager'] as const

const USER: WireFields = {
  account: 'text',
  accountName: 'text',
  checkRight: 'flag',
  payRight: 'flag',
  superManager: 'flag',
  isManager: 'flag',
  plat: 'number',
  mustChangePasswd: 'flag',
}

export const SESSION_CALLS: readonly SpecifiedCall[] = [
  { call: 'POST /login', asks: ['uaccount', 'upasswd', 'plat'], answers: USER },
  { call: 'POST /logout', asks: [], answers: 'nothing' },
  { call: 'GET /user', asks: [], answers: USER },
  {
    call: 'POST /account/change/passwd',
    asks: ['uaccount', 'upasswd'],
    // The one call that the specification's own fields do not satisfy: the server judges the new password's strength (D48, ADR 72).
    demands: ['plainPasswd'],
    answers: 'nothing',
  },
  {
    call: 'POST /account/add',
    asks: ['account', 'passwd', 'providerId', 'platformId', ...ACCOUNT_RIGHTS, 'serviceName'],
    answers: 'id',
  },
  {
    call: 'GET /accounts',
    asks: PAGE,
    list: true,
    answers: {
      accountId: 'id',
      account: 'text',
      providerName: 'text',
      platformName: 'text',
      payRight: 'flag',
      checkRight: 'flag',
      appLoginRight: 'flag',
      isManager: 'flag',
    },
  },
  {
    call: 'GET /users',
    asks: ['userName', 'cardid', 'ustatus', ...PAGE],
    list: true,
    beside: { code: 'text' },
    answers: {
      uid: 'id',
      ucardid: 'text',
      uname: 'text',
      uphone: 'text',
      uprovider: 'text',
      utime: 'time?',
    },
  },
  {
    call: 'GET /user/detail',
    asks: ['cardid'],
    list: true,
    beside: {
      code: 'text',
      udetail: {
        object: {
          uname: 'text',
          ucardid: 'text',
          uphone: 'text',
          ubankcard: 'text',
          uplatform: 'text',
          ubankaddress: 'text',
          ustatus: 'number',
          utime: 'time?',
          idcardforeurl: 'file',
          idcardbackurl: 'file',
          signurl: 'file',
        },
      },
    },
    answers: {
      uid: 'text',
      ucardid: 'text',
      umonth: 'month',
      utime: 'time?',
      umoney: 'yuan',
      upayment: 'text',
      uinvoice: 'text',
      utax: 'yuan',
    },
  },
  {
    call: 'GET /basic/info',
    asks: ['accountId'],
    answers: {
      providerName: 'text',
      bankAccount: 'text',
      bankAccountName: 'text',
      phone: 'text',
      taxpayerIDNumber: 'text',
      address: 'text',
      contactUser: 'text',
      platformName: 'text',
      loginAccount: 'text',
      serviceRate: 'number',
      serviceName: 'text',
    },
  },
]
