// The specification's calls of providers and platforms (spec §3, §7).

import { PAGE, type SpecifiedCall, type WireFields } from './wire-type.ts'

const PROVIDER: WireFields = { providerId: 'id', providerName: 'text' }
const PLATFORM: WireFields = { platformId: 'id', platformName: 'text' }

export const PROVIDER_CALLS: readonly SpecifiedCall[] = [
  { call: 'GET /platforms', asks: [], list: true, answers: PLATFORM },
  { call: 'GET /providers', asks: [], list: true, answers: PROVIDER },
  { call: 'GET /provider/detail', asks: [], answers: { payName: 'text', payAccount: 'text' } },
  { call: 'GET /platforms/providerid', asks: ['providerId'], list: true, answers: PLATFORM },
  { call: 'POST /platform/add', asks: ['platformName'], answers: 'id' },
  {
    call: 'POST /provider/add',
    asks: [
      ...['providerName', 'platformIds', 'serviceRate', 'bankAccount', 'bankAccountName', 'taxpayerIDNumber'],
      ...['userMonthPayLimit', 'contactUser', 'phone', 'address', 'isPersonalTax'],
    ],
    answers: 'id',
  },
  { call: 'POST /add/limituser', asks: ['userName', 'userAccno'], answers: 'id' },
  {
    call: 'GET /limitusers',
    asks: PAGE,
    list: true,
    answers: { providerName: 'text', userName: 'text', userAccno: 'text' },
  },
]
