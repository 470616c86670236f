/** Somebody who works at the console through every fault, and remembers what was acknowledged. */

import { setTimeout as sleep } from 'node:timers/promises'
import { freshRow } from '@paywages/server/testing/payout-sheet.ts'
import { endpoints } from '@paywages/wire/endpoints.ts'
import { API_PREFIX } from '@paywages/wire/prefix.ts'
import { cookieFor, forgetSessions } from '../faults/batches.ts'

export type Clerk = {
  /** How many calls were acknowledged, and how many not. */
  readonly tally: () => { readonly done: number; readonly refused: number }
  /** The records whose making was acknowledged. */
  stop(): Promise<readonly number[]>
}

const PAUSE_MS = 50
const ANSWERS_WITHIN_MS = 15_000

export function startClerk(port: number): Clerk {
  const acknowledged: number[] = []
  let refused = 0
  let working = true
  const work = (async () => {
    while (working) {
      const id = await restrictSomebody(port).catch(() => undefined)
      if (id === undefined) {
        refused += 1
        // A database that was restored may not know the session.
        forgetSessions()
      } else acknowledged.push(id)
      await sleep(PAUSE_MS)
    }
  })()
  return {
    tally: () => ({ done: acknowledged.length, refused }),
    stop: async () => {
      working = false
      await work
      return acknowledged
    },
  }
}

async function restrictSomebody(port: number): Promise<number | undefined> {
  const { path, input } = endpoints.addLimitUser
  const { name, idCardNo } = freshRow()
  const answer = await fetch(`http://127.0.0.1:${port}${API_PREFIX}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: await cookieFor(port) },
    body: JSON.stringify(input.encode({ name, idCardNo })),
    signal: AbortSignal.timeout(ANSWERS_WITHIN_MS),
  })
  if (answer.status !== 200) return undefined
  return ((await answer.json()) as { data: number }).data
}
