// The calls of the signing page: open to whoever holds the link, which is the only right they need (D27).

import { cleanTail, isTail } from '@paywages/domain/signing/identity-check.ts'
import { MAX_POINTS, MAX_STROKES } from '@paywages/domain/signing/signature.ts'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { at, same, shape } from '../shape.ts'
import { text } from '../values.ts'
import { signingTexts as texts } from './messages.ts'
import { openedLinkShape, signedShape, signerShape } from './shapes.ts'

const scope = {
  rule: 'none',
  because: 'a signing link or its session stands for the one record it opens',
} as const
/** 256 bits, base64url. */
const secret = z.string({ error: texts.malformed }).regex(/^[A-Za-z0-9_-]{43}$/, texts.malformed)

const identity = {
  token: at('token', secret),
  name: at('userName', text({ required: texts.nameMissing, max: 60 })),
  tail: at(
    'cardTail',
    z
      .string({ error: texts.tailMissing })
      .max(20, texts.tailWrong)
      .overwrite(cleanTail)
      .min(1, texts.tailMissing)
      .refine(isTail, texts.tailWrong),
  ),
}

export const openLink = endpoint({
  method: 'POST',
  path: '/sign/open',
  purpose: 'Tells whom a signing link is from and how long it holds, or why it does not open.',
  right: 'public',
  scope,
  // Whatever stands in the address: a mangled link is an unknown one, and told so.
  input: shape({ token: at('token', z.string({ error: texts.malformed }).max(200, texts.malformed)) }),
  reply: { form: 'data', data: openedLinkShape },
  failure: texts.openFailed,
})

export const sendCode = endpoint({
  method: 'POST',
  path: '/sign/code',
  purpose:
    'Sends a code to the phone on record once the identity is right; only where a gateway is configured.',
  right: 'public',
  scope,
  input: shape(identity),
  reply: { form: 'data', data: shape(same({ phone: z.string(), waitSeconds: z.number() })) },
  failure: texts.identifyFailed,
})

export const identifySigner = endpoint({
  method: 'POST',
  path: '/sign/identify',
  purpose:
    'Checks name and the last six characters of the ID number, and begins the signing; five wrong tries lock the link.',
  right: 'public',
  scope,
  input: shape({
    ...identity,
    code: at(
      'code',
      z
        .string()
        .regex(/^\d{6}$/, texts.codeWrong)
        .optional(),
    ),
  }),
  reply: { form: 'data', data: signerShape },
  failure: texts.identifyFailed,
})

/** Base64 of at most some 700 kB: the page makes photographs smaller before it sends them. */
export const MAX_PHOTO_CHARACTERS = 950_000

export const storePhoto = endpoint({
  method: 'POST',
  path: '/sign/photo',
  purpose:
    'Keeps a photograph of one side of the ID card until the contract is signed; what is never signed vanishes.',
  right: 'public',
  scope,
  input: shape({
    session: at('session', secret),
    side: at('side', z.enum(['front', 'back'], texts.malformed)),
    image: at('image', z.base64({ error: texts.photoFailed }).max(MAX_PHOTO_CHARACTERS, texts.photoFailed)),
  }),
  reply: { form: 'nothing' },
  failure: texts.photoFailed,
})

export const completeSigning = endpoint({
  method: 'POST',
  path: '/sign/complete',
  purpose: 'Signs: signature, consent and both photographs become the contract, all or nothing, once.',
  right: 'public',
  scope,
  input: shape({
    session: at('session', secret),
    signature: at(
      'signature',
      z.object(
        {
          width: z.number(),
          height: z.number(),
          strokes: z.array(z.array(z.number()).max(2 * MAX_POINTS)).max(MAX_STROKES),
        },
        { error: texts.malformed },
      ),
    ),
    consent: at('consent', z.boolean()),
    contractVersion: at('contractVersion', z.string().max(20)),
    noticeVersion: at('noticeVersion', z.string().max(20)),
    deviceId: at('deviceId', z.string().regex(/^[A-Za-z0-9_-]{16,64}$/, texts.malformed)),
  }),
  reply: { form: 'data', data: signedShape },
  failure: texts.signFailed,
})

export const signedCopy = endpoint({
  method: 'POST',
  path: '/sign/copy',
  purpose: 'Gives the signer their own copy of the contract while the page that signed it is open.',
  right: 'public',
  scope,
  input: shape({ session: at('session', secret) }),
  reply: { form: 'download' },
  failure: texts.copyFailed,
})
