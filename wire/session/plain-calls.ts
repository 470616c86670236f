// The calls of the login page, written out by hand: it loads no codecs. A test holds them against the declared ones.

import type { AnswerOf, InputOf } from '../endpoint.ts'
import type { askPasskey, giveCode, givePasskey } from '../factors/endpoints.ts'
import { factorTexts } from '../factors/texts.ts'
import type { brand, CurrentUser, login } from './endpoints.ts'
import { sessionTexts } from './texts.ts'

type Wire = Readonly<Record<string, unknown>>

/** A call that needs nothing but fetch: how the question travels and what the answer's `data` becomes. */
export type PlainCall<Input, Answer> = {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly failure: string
  readonly encode: (input: Input) => Wire
  readonly decode: (data: Wire) => Answer
}

export const plainLogin: PlainCall<InputOf<typeof login>, CurrentUser> = {
  method: 'POST',
  path: '/login',
  failure: sessionTexts.loginFailed,
  encode: ({ account, passwordDigest, brand }) => ({
    uaccount: account.trim(),
    upasswd: passwordDigest,
    ...(brand === undefined ? {} : { plat: brand }),
  }),
  decode: decodeUser,
}

export const plainGiveCode: PlainCall<InputOf<typeof giveCode>, CurrentUser> = {
  method: 'POST',
  path: '/factor/code',
  failure: factorTexts.failed,
  encode: ({ code }) => ({ code: code.trim() }),
  decode: decodeUser,
}

export const plainAskPasskey: PlainCall<InputOf<typeof askPasskey>, AnswerOf<typeof askPasskey>> = {
  method: 'POST',
  path: '/factor/passkey/ask',
  failure: factorTexts.failed,
  encode: () => ({}),
  decode: (data) => ({ options: String(data.options) }),
}

export const plainGivePasskey: PlainCall<InputOf<typeof givePasskey>, CurrentUser> = {
  method: 'POST',
  path: '/factor/passkey/give',
  failure: factorTexts.failed,
  encode: ({ credential }) => ({ credential }),
  decode: decodeUser,
}

export const plainBrand: PlainCall<InputOf<typeof brand>, AnswerOf<typeof brand>> = {
  method: 'GET',
  path: '/brand',
  failure: sessionTexts.generic,
  encode: ({ brand }) => (brand === undefined ? {} : { plat: String(brand) }),
  decode: (data) => ({
    plat: brandOf(data.plat),
    name: String(data.name),
    slogan: String(data.slogan),
    footer: String(data.footer),
    company: String(data.company),
    icp: String(data.icp),
    police: String(data.police),
  }),
}

const FACTOR_STATES = ['asked', 'enrol', 'given'] as const

const factorOf = (state: unknown) => FACTOR_STATES.find((known) => known === state) ?? 'none'

const brandOf = (plat: unknown) => (plat === 2 ? 2 : 1)

function decodeUser(data: Wire): CurrentUser {
  return {
    account: String(data.account),
    realName: String(data.accountName),
    checkRight: data.checkRight === 1,
    payRight: data.payRight === 1,
    superManager: data.superManager === 1,
    manager: data.isManager === 1,
    brand: brandOf(data.plat),
    mustChangePassword: data.mustChangePasswd === 1,
    accountId: Number(data.accountId),
    providerId: Number(data.providerId),
    providerName: String(data.providerName),
    platformName: String(data.platformName),
    factor: factorOf(data.factor),
    hasTotp: data.hasTotp === 1,
    hasPasskey: data.hasPasskey === 1,
  }
}
