// Login, logout, the current user and the change of one's own password (spec §7, D7–D10).

import { FACTOR_STATES } from '@paywages/domain/factors/factor-standing.ts'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { at, same, shape } from '../shape.ts'
import { flag, passwordDigest, plainPassword, shown, text } from '../values.ts'
import { sessionTexts } from './texts.ts'

/** Which of the two brands (D12). */
export const brandNumber = z.union([z.literal(1), z.literal(2)], { error: sessionTexts.brandUnknown })

export const currentUserShape = shape({
  account: at('account', shown),
  realName: at('accountName', shown),
  checkRight: at('checkRight', flag),
  payRight: at('payRight', flag),
  superManager: at('superManager', flag),
  manager: at('isManager', flag),
  brand: at('plat', brandNumber),
  mustChangePassword: at('mustChangePasswd', flag),
  accountId: at('accountId', z.number()),
  providerId: at('providerId', z.number()),
  providerName: at('providerName', shown),
  platformName: at('platformName', shown),
  /** Beside the specification: whether a second factor is asked for, and which there are (D48). */
  factor: at('factor', z.enum(FACTOR_STATES)),
  hasTotp: at('hasTotp', flag),
  hasPasskey: at('hasPasskey', flag),
})

export type CurrentUser = z.output<typeof currentUserShape>

export const login = endpoint({
  method: 'POST',
  path: '/login',
  purpose: 'Opens a session and sets its cookie.',
  right: 'public',
  scope: { rule: 'none', because: 'nobody is known yet' },
  input: shape({
    account: at('uaccount', text({ required: sessionTexts.accountMissing, max: 200 })),
    passwordDigest: at('upasswd', passwordDigest(sessionTexts.passwordMissing)),
    brand: at('plat', brandNumber.optional()),
  }),
  reply: { form: 'data', data: currentUserShape },
  failure: sessionTexts.loginFailed,
})

export const logout = endpoint({
  method: 'POST',
  path: '/logout',
  purpose: 'Ends the session of this browser.',
  right: 'session',
  scope: { rule: 'own' },
  factor: 'unasked',
  input: shape({}),
  reply: { form: 'nothing' },
  failure: sessionTexts.logoutFailed,
})

export const currentUser = endpoint({
  method: 'GET',
  path: '/user',
  purpose: 'Tells who is logged in, with rights and brand.',
  right: 'session',
  scope: { rule: 'own' },
  factor: 'unasked',
  input: shape({}),
  reply: { form: 'data', data: currentUserShape },
  failure: sessionTexts.userFailed,
  passive: true,
})

export const changePassword = endpoint({
  method: 'POST',
  path: '/account/change/passwd',
  purpose: 'Changes one’s own password and ends all of one’s sessions.',
  right: 'session',
  scope: { rule: 'own' },
  factor: 'unenrolled',
  input: shape({
    oldPasswordDigest: at('uaccount', passwordDigest(sessionTexts.oldPasswordMissing)),
    newPasswordDigest: at('upasswd', passwordDigest(sessionTexts.newPasswordMissing)),
    password: at('plainPasswd', plainPassword),
  }),
  reply: { form: 'nothing' },
  failure: sessionTexts.generic,
})

export const brand = endpoint({
  method: 'GET',
  path: '/brand',
  purpose: 'Tells name, slogan and footer of a brand.',
  right: 'public',
  scope: { rule: 'none', because: 'a brand is public' },
  input: shape({
    brand: at(
      'plat',
      z
        .codec(z.enum(['1', '2'], { error: sessionTexts.brandUnknown }), brandNumber, {
          decode: (text) => (text === '2' ? 2 : 1),
          encode: (value) => (value === 2 ? '2' : '1'),
        })
        .optional(),
    ),
  }),
  reply: {
    form: 'data',
    data: shape(
      // `footer` is the whole line (D6); its parts stand beside it, empty where a brand has no registration.
      same({
        plat: brandNumber,
        name: shown,
        slogan: shown,
        footer: shown,
        company: shown,
        icp: shown,
        police: shown,
      }),
    ),
  },
  failure: sessionTexts.generic,
  passive: true,
})
