// Sessions as people see them: one's own devices, those of the people one manages, and how they are ended (D9).

import { ADDRESS_PLACES } from '@paywages/domain/session/address-place.ts'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { same, shape } from '../shape.ts'
import { flag, id, idInQuery, instant, shown } from '../values.ts'
import { deviceTexts as texts } from './messages.ts'

/** A session is named by a number of its own; its token and the token's hash never travel. */
const sessionShape = shape(
  same({
    sessionId: id,
    /** Each empty where the browser does not tell. */
    browser: shown,
    version: shown,
    system: shown,
    /** Where it was opened from, and whether that is the asker's own network. */
    address: shown,
    place: z.enum(ADDRESS_PLACES),
    startedAt: instant,
    lastActiveAt: instant,
    /** The session that asks. */
    current: flag,
  }),
)
export type SessionRow = z.output<typeof sessionShape>

export const mySessions = endpoint({
  method: 'GET',
  path: '/sessions',
  purpose: 'Lists one’s own live sessions, the one that asks first.',
  right: 'console',
  scope: { rule: 'own' },
  input: shape({}),
  reply: { form: 'list', row: sessionShape },
  failure: texts.listFailed,
})

export const endSession = endpoint({
  method: 'POST',
  path: '/session/end',
  purpose: 'Ends one of one’s other sessions at once.',
  right: 'console',
  scope: { rule: 'own' },
  input: shape(same({ sessionId: id })),
  reply: { form: 'nothing' },
  failure: texts.generic,
})

export const endOtherSessions = endpoint({
  method: 'POST',
  path: '/session/end/others',
  purpose: 'Ends all of one’s sessions but the one that asks.',
  right: 'console',
  scope: { rule: 'own' },
  input: shape({}),
  reply: { form: 'nothing' },
  failure: texts.generic,
})

export const accountSessions = endpoint({
  method: 'GET',
  path: '/account/sessions',
  purpose: 'Lists the live sessions of an account that one may change.',
  right: 'manager',
  scope: { rule: 'record', kind: 'account', at: 'accountId' },
  input: shape(same({ accountId: idInQuery })),
  reply: { form: 'list', row: sessionShape },
  failure: texts.listFailed,
})

export const endAccountSessions = endpoint({
  method: 'POST',
  path: '/account/sessions/end',
  purpose: 'Ends one session of an account, or without sessionId all of them; its owner is told.',
  right: 'manager',
  scope: { rule: 'record', kind: 'account', at: 'accountId' },
  input: shape(same({ accountId: id, sessionId: id.optional() })),
  reply: { form: 'nothing' },
  failure: texts.generic,
})
