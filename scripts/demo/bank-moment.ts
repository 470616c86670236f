// Tells the sandbox bank at which moment it books what the demo pays, so that its statement tells the same past as our books.

import { signRequest } from '@paywages/server/adapters/bank/signature.ts'
import type { Services } from '@paywages/server/app-services.ts'

const PATH = '/control'
const TIMEOUT_MS = 10_000

/** Null: at its own time again. A bank that cannot be reached books nothing either; its orders wait for it. */
export async function bookAt({ settings }: Services, moment: Date | null): Promise<void> {
  const { url, secret } = settings.bank
  const body = JSON.stringify({ bookedAt: moment?.getTime() ?? null })
  const { headers } = signRequest(secret, { method: 'POST', path: PATH }, body, Date.now())
  const answer = await fetch(url + PATH, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => undefined)
  if (answer !== undefined && !answer.ok)
    throw new Error(`the bank does not book at another moment: ${answer.status}`)
}
