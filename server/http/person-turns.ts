// Bounds the uploads and exports that one person has under way, and serves persons in turn (ADR 31).

import type { Endpoint } from '@paywages/wire/endpoint.ts'
import { FairSlots, PersonBusy } from '../adapters/threads/fair-slots.ts'
import { Refused } from '../refused.ts'

export type PersonTurns = { readonly upload: FairSlots; readonly export: FairSlots }

export type BulkSettings = { readonly uploadsPerPerson: number; readonly exportsPerPerson: number }

/** A form sends up to ten files side by side: they wait for each other. */
const UPLOADS = { most: 8, waitingPerPerson: 10 } as const
const EXPORTS = { most: 4, waitingPerPerson: 2 } as const
const RETRY_SECONDS = 5

export function openPersonTurns({ uploadsPerPerson, exportsPerPerson }: BulkSettings): PersonTurns {
  return {
    upload: new FairSlots({ ...UPLOADS, perPerson: uploadsPerPerson }),
    export: new FairSlots({ ...EXPORTS, perPerson: exportsPerPerson }),
  }
}

/** What a call has to wait its turn for; files that are kept already are handed out at any time. */
export function turnOf(endpoint: Endpoint): keyof PersonTurns | undefined {
  if (endpoint.upload !== undefined) return 'upload'
  return endpoint.reply.form === 'download' && endpoint.reply.stored !== true ? 'export' : undefined
}

export async function takeTurn(
  turns: PersonTurns,
  kind: keyof PersonTurns,
  accountId: number,
  signal: AbortSignal,
): Promise<() => void> {
  try {
    return await turns[kind].claim(accountId, signal)
  } catch (error) {
    if (signal.aborted) throw new Refused('upload-broken')
    if (!(error instanceof PersonBusy)) throw error
    const detail = { count: error.count, seconds: RETRY_SECONDS }
    throw new Refused(kind === 'upload' ? 'uploads-busy' : 'exports-busy', detail)
  }
}
