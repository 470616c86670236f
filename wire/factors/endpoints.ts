// The second factor: giving it, setting it up, and what is set up (D48).

import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { proposalTexts } from '../proposals/messages.ts'
import { currentUserShape } from '../session/endpoints.ts'
import { same, shape } from '../shape.ts'
import { flag, id, instant, shown, text } from '../values.ts'
import { factorTexts } from './texts.ts'

const code = text({ required: factorTexts.codeMissing, max: 40 })

/** Of the first factor after a change that two people made. */
const enrolmentCode = text({ max: 40 }).optional()

const recoveryCodes = shape(same({ recoveryCodes: z.array(shown) }))

const passkey = shape(
  same({
    passkeyId: z.number(),
    name: shown,
    addedAt: instant,
    lastUsedAt: instant.nullable(),
    /** Its counter ran back: it may have been copied. */
    cloneSeenAt: instant.nullable(),
  }),
)

/** The browser's own JSON of a question to a passkey, and of its answer. */
const options = shape(same({ options: shown }))
const credential = text({ required: factorTexts.passkeyMissing, max: 20_000 })

export const myFactors = endpoint({
  method: 'GET',
  path: '/factors',
  purpose: 'Tells which second factors one has set up.',
  right: 'console',
  scope: { rule: 'own' },
  factor: 'unenrolled',
  input: shape({}),
  reply: {
    form: 'data',
    data: shape(
      same({
        demanded: flag,
        totpSince: instant.nullable(),
        recoveryCodesLeft: z.number(),
        /** This address is one that passkeys can belong to. */
        passkeysWork: flag,
        passkeys: z.array(passkey),
        /** The first factor needs the code that the second person was told. */
        enrolmentCodeNeeded: flag,
      }),
    ),
  },
  failure: factorTexts.generic,
})

export const giveCode = endpoint({
  method: 'POST',
  path: '/factor/code',
  purpose: 'Gives a one-time code or a recovery code as the second factor of this session.',
  right: 'session',
  scope: { rule: 'own' },
  factor: 'unasked',
  input: shape(same({ code })),
  reply: { form: 'data', data: currentUserShape },
  failure: factorTexts.failed,
})

export const startTotp = endpoint({
  method: 'POST',
  path: '/factor/totp/start',
  purpose: 'Makes a secret for an authenticator app, as text and as a picture to scan.',
  right: 'console',
  scope: { rule: 'own' },
  factor: 'enrols',
  input: shape({}),
  reply: { form: 'data', data: shape(same({ secret: shown, picture: shown })) },
  failure: factorTexts.generic,
})

export const confirmTotp = endpoint({
  method: 'POST',
  path: '/factor/totp/confirm',
  purpose: 'Proves the secret by its first code; tells recovery codes once.',
  right: 'console',
  scope: { rule: 'own' },
  factor: 'enrols',
  input: shape(same({ code, enrolmentCode })),
  reply: { form: 'data', data: recoveryCodes },
  failure: factorTexts.generic,
})

export const removeTotp = endpoint({
  method: 'POST',
  path: '/factor/totp/remove',
  purpose: 'Removes one’s authenticator app.',
  right: 'console',
  scope: { rule: 'own' },
  factor: 'again',
  input: shape({}),
  reply: { form: 'nothing' },
  failure: factorTexts.generic,
})

export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: '/factor/recovery/renew',
  purpose: 'Makes new recovery codes and ends the old ones.',
  right: 'console',
  scope: { rule: 'own' },
  factor: 'again',
  input: shape({}),
  reply: { form: 'data', data: recoveryCodes },
  failure: factorTexts.generic,
})

export const askPasskey = endpoint({
  method: 'POST',
  path: '/factor/passkey/ask',
  purpose: 'Gives what a passkey is to sign as the second factor of this session.',
  right: 'session',
  scope: { rule: 'own' },
  factor: 'unasked',
  input: shape({}),
  reply: { form: 'data', data: options },
  failure: factorTexts.failed,
})

export const givePasskey = endpoint({
  method: 'POST',
  path: '/factor/passkey/give',
  purpose:
    'Gives a passkey’s signature as the second factor of this session, and of the decision it was asked for.',
  right: 'session',
  scope: { rule: 'own' },
  factor: 'unasked',
  input: shape(same({ credential })),
  reply: { form: 'data', data: currentUserShape },
  failure: factorTexts.failed,
})

export const askKeySignature = endpoint({
  method: 'POST',
  path: '/factor/passkey/sign',
  purpose: 'Gives what a passkey is to sign before another is added beside it, or the named one removed.',
  right: 'console',
  scope: { rule: 'own' },
  input: shape(same({ passkeyId: id.optional() })),
  reply: { form: 'data', data: options },
  failure: factorTexts.generic,
})

export const startPasskey = endpoint({
  method: 'POST',
  path: '/factor/passkey/start',
  purpose: 'Gives what the browser needs to make a passkey.',
  right: 'console',
  scope: { rule: 'own' },
  factor: 'enrols',
  input: shape({}),
  reply: { form: 'data', data: options },
  failure: factorTexts.generic,
})

export const addPasskey = endpoint({
  method: 'POST',
  path: '/factor/passkey/add',
  purpose: 'Adds a passkey under a name; tells recovery codes once.',
  right: 'console',
  scope: { rule: 'own' },
  factor: 'enrols',
  input: shape(
    same({ credential, name: text({ required: factorTexts.nameMissing, max: 40 }), enrolmentCode }),
  ),
  reply: { form: 'data', data: recoveryCodes },
  failure: factorTexts.generic,
})

export const removePasskey = endpoint({
  method: 'POST',
  path: '/factor/passkey/remove',
  purpose: 'Removes one of one’s passkeys.',
  right: 'console',
  scope: { rule: 'own' },
  factor: 'again',
  input: shape(same({ passkeyId: id })),
  reply: { form: 'nothing' },
  failure: factorTexts.generic,
})

export const resetFactor = endpoint({
  method: 'POST',
  path: '/account/reset/factor',
  purpose:
    'Takes the second factors from an account that has lost them and ends its sessions; for one with rights it is proposed to a second manager.',
  right: 'manager',
  scope: { rule: 'record', kind: 'account', at: 'accountId' },
  input: shape(
    same({ accountId: id, reason: text({ max: 200, tooLong: proposalTexts.reasonTooLong }).optional() }),
  ),
  reply: { form: 'nothing', proposes: true },
  failure: factorTexts.generic,
})
