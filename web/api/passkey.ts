// Asks the browser for a passkey; its library is loaded when it is first needed.

import { CallRefused } from './refused.ts'

/** Whoever closes the browser's own dialog has refused nothing worth telling of in English. */
function asRefusal(msg: string): (error: unknown) => never {
  return () => {
    throw new CallRefused({ code: 'passkey-cancelled', status: 422, http: 422, msg })
  }
}

/** The answer of one of the person's passkeys to a question of the server's, both as JSON. */
export async function answerWithPasskey(options: string, failed: string): Promise<string> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  return JSON.stringify(
    await startAuthentication({ optionsJSON: JSON.parse(options) }).catch(asRefusal(failed)),
  )
}

export async function makePasskey(options: string, failed: string): Promise<string> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  return JSON.stringify(
    await startRegistration({ optionsJSON: JSON.parse(options) }).catch(asRefusal(failed)),
  )
}
