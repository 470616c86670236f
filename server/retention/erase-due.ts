// Erases what its time has come for: some people or batches a transaction, so that a kill loses nothing and a second run finds nothing (ADR 146).

import { type Day, shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import { allYears, erasesFrom } from '@paywages/domain/retention/retention.ts'
import type { RetentionKind } from '@paywages/domain/retention/retention-rules.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import type { Services } from '../app-services.ts'
import { recordAnonymousEntry } from '../audit-log/record-entry.ts'
import { deleteAttached, markErased } from '../files/store.ts'
import { eraseContacts } from '../freelancers/erasure-store.ts'
import { eraseDataKeys } from '../payouts/erasure-store.ts'
import { clearImages } from '../signing/contract-actions-store.ts'
import { eraseContracts } from '../signing/erasure-store.ts'
import { readHalt } from '../transfers/read-sending.ts'
import { type Examination, type ExaminedPiece, examineBatches, examinePeople } from './examine.ts'
import { shareProvider } from './hold-store.ts'
import { decidedPeriods, type NamedProvider, namedProviders } from './period-store.ts'
import { claimRun, endRun, looksUpTo, noteProgress } from './run-store.ts'

export type Erased = { readonly erased: number; readonly blocked: number }

/** Once a day, by one worker; undefined where it is done, somebody else's, or held up by a restore that is not looked into yet. */
export async function eraseDue(
  services: Services,
  { isStopping = () => false }: { isStopping?: () => boolean } = {},
): Promise<Erased | undefined> {
  const now = services.clock.now()
  const today = shanghaiDay(now)
  if ((await services.database.query((tx) => readHalt(tx))) !== undefined) return undefined
  if (!(await services.database.transact((tx) => claimRun(tx, today, now)))) return undefined
  const from = erasesFrom(await services.database.query((tx) => looksUpTo(tx, today)))
  const look: Look = { today, erases: from !== undefined && from <= today }
  const total = { erased: 0, blocked: 0 }
  for (const provider of await services.database.query((tx) => namedProviders(tx))) {
    for (const examine of [examinePeople, examineBatches]) {
      for (let after: number | undefined = 0; after !== undefined; ) {
        if (isStopping()) return total
        const done: PieceDone = await erasePiece(services, provider, look, examine, after)
        total.erased += done.erased
        total.blocked += done.blocked
        after = done.next
      }
    }
  }
  await services.database.transact((tx) => endRun(tx, today, services.clock.now()))
  if (total.erased > 0) services.log.info({ ...total }, 'personal data was erased as its time had come')
  return total
}

/** Within the days of notice nothing goes. */
type Look = { readonly today: Day; readonly erases: boolean }
type Examine = (tx: Tx, examination: Examination, after: number) => Promise<ExaminedPiece>
type PieceDone = Erased & { readonly next: number | undefined }

async function erasePiece(
  services: Services,
  provider: NamedProvider,
  { today, erases }: Look,
  examine: Examine,
  after: number,
): Promise<PieceDone> {
  const at = services.clock.now()
  const { providerId } = provider
  const { storeKeys, ...done } = await services.database.transact(async (tx) => {
    await shareProvider(tx, providerId)
    const decided = (await decidedPeriods(tx, [providerId])).get(providerId) ?? []
    const years = allYears(decided, today)
    const { found, next } = await examine(tx, { providerId, years, today, lock: 'lock' }, after)
    const due = erases ? found.filter(({ verdict }) => verdict.state === 'due') : []
    const keys: string[] = []
    for (const [kind, subjects] of Map.groupBy(due, (one) => one.kind)) {
      const ids = subjects.map(({ id }) => id)
      keys.push(...(await ERASERS[kind](tx, services, providerId, ids, at)))
      await recordAnonymousEntry(
        tx,
        { at, address: 'worker', requestId: 'erase-personal-data', hostname: '' },
        {
          action: 'erase-personal-data',
          object: { kind: 'provider', id: providerId, name: provider.name },
          providerId,
          after: { retentionKind: kind, years: years[kind], count: ids.length, erasedIds: ids },
        },
      )
    }
    const blocked = found.filter(({ verdict }) => verdict.state === 'blocked').length
    const counts = { erased: due.length, blocked }
    await noteProgress(tx, today, at, counts)
    return { ...counts, next, storeKeys: keys }
  })
  await removeBytes(services, storeKeys)
  return done
}

/** What goes for whom; returns keys of files whose bytes go after the commit. */
type Eraser = (
  tx: Tx,
  services: Services,
  providerId: number,
  ids: readonly number[],
  at: Date,
) => Promise<string[]>

const ERASERS: Readonly<Record<RetentionKind, Eraser>> = {
  contact: async (tx, { cipher }, providerId, ids) => {
    await eraseContacts(tx, cipher, providerId, ids)
    return []
  },
  'identity-images': async (tx, _services, providerId, ids, at) => {
    const fileIds: string[] = []
    for (const userId of ids)
      fileIds.push(...(await clearImages(tx, { providerId, userId }, { accountId: null, at, reason: '' })))
    return fileIds.length === 0 ? [] : deleteAttached(tx, fileIds)
  },
  'personal-contract': async (tx, { cipher }, providerId, ids, at) => {
    const fileIds: string[] = []
    for (const userId of ids) fileIds.push(...(await eraseContracts(tx, cipher, { providerId, userId }, at)))
    return markErased(tx, fileIds)
  },
  'unpaid-numbers': eraseNumbers,
  'paid-numbers': eraseNumbers,
}

async function eraseNumbers(
  tx: Tx,
  _services: Services,
  _providerId: number,
  ids: readonly number[],
): Promise<string[]> {
  await eraseDataKeys(tx, ids)
  return []
}

async function removeBytes({ files, log }: Services, keys: readonly string[]): Promise<void> {
  for (const key of keys)
    await files
      .remove(key)
      .catch((error: unknown) => log.warn({ err: error }, 'bytes of an erased file wait for the sweep'))
}
