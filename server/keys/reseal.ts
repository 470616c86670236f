// Brings everything under the newest key in the background, some values at a time: killed or doubled, it goes on where values are left (ADR 87).

import { setTimeout as wait } from 'node:timers/promises'
import { sealsAnew } from '@paywages/domain/keys/key-life.ts'
import type { Position, Renewed } from '../adapters/postgres/sealed-column.ts'
import type { Services } from '../app-services.ts'
import { rewrap } from './kept-keys.ts'
import { readKept, readKeys, saveKept } from './store.ts'

/** A kind of thing that is sealed; handed in by the processes, which know all slices. */
export type ResealTarget = {
  readonly name: string
  /** Some values behind the position, in transactions of its own. */
  renew(services: Services, after: Position | undefined): Promise<Renewed>
  /** How many lie under each key. */
  uses(services: Services): Promise<ReadonlyMap<string, number>>
}

export type ResealOutcome = { readonly renewed: number; readonly broken: number }

/** Others work meanwhile: nobody waits for a rotation. */
const PAUSE_MS = 20
/** What was passed over because somebody held it is looked for again. */
export const LOOK_AGAIN_MS = 60_000

export type Resealer = {
  /** One pass over everything that is left, or nothing where there is nothing to do. */
  round(): Promise<ResealOutcome | undefined>
}

export function openResealer(
  services: Services,
  targets: readonly ResealTarget[],
  { pauseMs = PAUSE_MS, isStopping = () => false }: { pauseMs?: number; isStopping?: () => boolean } = {},
): Resealer {
  let quietUntil = 0
  return {
    round: async () => {
      const now = performance.now()
      if (now < quietUntil) return undefined
      const known = await services.database.query((tx) => readKeys(tx))
      const inUse = known.filter(({ retired }) => !retired)
      services.metrics.keysInUse.set(inUse.length)
      if (!sealsAnew(known, services.keys.currentId)) {
        quietUntil = now + LOOK_AGAIN_MS
        return undefined
      }
      await rewrapKept(services)
      const before = await showLeft(services, targets)
      const outcome = { renewed: 0, broken: 0 }
      if (before > 0) services.log.info({ left: before }, 'values under an older key are sealed anew')
      for (const target of before > 0 ? targets : []) {
        for (let after: Position | undefined; !isStopping(); await wait(pauseMs)) {
          const { renewed, broken, next } = await target.renew(services, after)
          outcome.renewed += renewed
          outcome.broken += broken
          if (next === undefined) break
          after = next
        }
      }
      const left = before > 0 ? await showLeft(services, targets) : 0
      if (before > 0) services.log.info({ ...outcome, left }, 'a pass of the key rotation ended')
      if (outcome.broken > 0)
        services.log.error({ broken: outcome.broken }, 'sealed values do not open and were left as they are')
      quietUntil = performance.now() + LOOK_AGAIN_MS
      return outcome
    },
  }
}

async function rewrapKept(services: Services): Promise<void> {
  const { database, keys } = services
  await database.transact(async (tx) => {
    for (const kept of await readKept(tx))
      if (kept.wrappedUnder !== keys.currentId) await saveKept(tx, rewrap(keys, kept))
  })
}

export type UsesByTarget = readonly { readonly what: string; readonly byKey: ReadonlyMap<string, number> }[]

export async function usesOf(services: Services, targets: readonly ResealTarget[]): Promise<UsesByTarget> {
  const uses: { what: string; byKey: ReadonlyMap<string, number> }[] = []
  for (const target of targets) uses.push({ what: target.name, byKey: await target.uses(services) })
  return uses
}

async function showLeft(services: Services, targets: readonly ResealTarget[]): Promise<number> {
  let left = 0
  for (const { what, byKey } of await usesOf(services, targets)) {
    let stale = 0
    for (const [keyId, count] of byKey) if (keyId !== services.keys.currentId) stale += count
    services.metrics.keysStale.set({ what }, stale)
    left += stale
  }
  return left
}
