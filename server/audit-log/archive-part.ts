// Takes an old part of the audit log into the file store, and brings it back: killed anywhere, nothing is lost and it is taken up again (ADR 153).

import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import {
  type ArchiveRefusal,
  archivedBefore,
  archiveRefusal,
  rangeOfPart,
} from '@paywages/domain/audit-log/archived-part.ts'
import { sql } from 'kysely'
import pg from 'pg'
import type { Database, Tx } from '../adapters/postgres/database.ts'
import type { Services } from '../app-services.ts'
import { readHead } from './anchor-head.ts'
import { ARCHIVES_PREFIX, type ArchivedSeal, writeArchive } from './archive-file.ts'
import { ArchivedSeals, sealsOf } from './archived-seals.ts'
import { CHAIN_START, sealDigest } from './chain.ts'
import {
  type Archive,
  archivesOf,
  exchangePart,
  forgetArchive,
  keepEntries,
  loadEntries,
  loadedTexts,
  lockParts,
  makeIncoming,
  noteArchive,
  readPart,
  sealsWithin,
} from './part-store.ts'
import { recordAnonymousEntry } from './record-entry.ts'
import { type Seal, sealBefore, sealedEntries, sealOf } from './store.ts'

export type ArchiveTask = {
  readonly services: Services
  /** As the owner of the tables. */
  readonly owner: Database
  /** The person at the keyboard, for the log. */
  readonly by: string
  /** Called after each step that a kill may follow. */
  readonly told?: (step: ArchiveStep) => unknown
  readonly patience?: Patience
}
export type ArchiveStep = 'written' | 'proved' | 'prepared' | 'exchanged'

/** How often the exchange is tried while others are in its way, and what is waited for in between. */
type Patience = { readonly attempts: number; readonly pause: () => Promise<unknown> }
const PATIENCE: Patience = { attempts: 40, pause: () => wait(2_000) }

export type PartState = {
  readonly part: string
  readonly entries: bigint
  readonly firstAt: Date | null
  readonly lastAt: Date | null
  readonly verdict: ArchiveRefusal | 'archived' | 'due'
}

/** What would become of a part, without doing it. */
export async function stateOfPart(
  { services, owner }: Pick<ArchiveTask, 'services' | 'owner'>,
  part: string,
  months: number,
): Promise<PartState> {
  const known = (await services.database.query((tx) => archivesOf(tx))).find((one) => one.part === part)
  if (known) return { ...known, verdict: 'archived' }
  const row = await owner.read((tx) => readPart(tx, part, rangeOfPart(part).beyondId))
  const { entries, firstAt, lastAt } = row
  const anchored = BigInt((await readHead(services)).newest?.sealId ?? 0)
  const facts = {
    entries: Number(entries),
    unsealed: Number(row.unsealed),
    isOver: row.isOver,
    lastAt: lastAt ?? new Date(0),
    isAnchored: row.lastSeal !== null && row.lastSeal <= anchored,
  }
  const refusal = archiveRefusal(facts, archivedBefore(services.clock.now(), months))
  return { part, entries, firstAt, lastAt, verdict: refusal ?? 'due' }
}

/** The log is not what its seals say: it is not archived, and nothing was changed. */
export class UnprovedPart extends Error {
  override readonly name = 'UnprovedPart'
}

/** Writes the file, reads it back and proves it, and only then puts what stays in the place of the part, all of that in one transaction. */
export async function archivePart(task: ArchiveTask, part: string, months: number): Promise<PartState> {
  const { services, owner } = task
  const state = await stateOfPart(task, part, months)
  if (state.verdict !== 'due') return state
  const archive = await writeFile(task, part)
  await task.told?.('written')
  await provenSeals(services, archive, () => undefined)
  await task.told?.('proved')
  await owner.transact(async (tx) => {
    await lockParts(tx)
    await makeIncoming(tx)
    const now = await readPart(tx, part, archive.beyondId)
    if (now.entries !== archive.entries || now.unsealed > 0n || (await isArchived(tx, part)))
      throw new UnprovedPart(`the part ${part} changed while it was written; nothing was archived`)
    const kept = await keepEntries(tx, part)
    await noteArchive(tx, archive, services.clock.now())
    await record(task, tx, 'archive-audit-part', archive, { kept: Number(kept) })
    await exchange(task, tx, archive)
  }, 'long')
  await task.told?.('exchanged')
  return state
}

/** Loads the entries out of the file, each proved by its seal and held against its text, and puts them in the place of what stayed. */
export async function bringBackPart(task: ArchiveTask, part: string): Promise<bigint | undefined> {
  const { services, owner } = task
  const archive = (await services.database.query((tx) => archivesOf(tx))).find((one) => one.part === part)
  if (!archive) return undefined
  await owner.transact(async (tx) => {
    await lockParts(tx)
    await makeIncoming(tx)
    if (!(await forgetArchive(tx, part)))
      throw new UnprovedPart(`the part ${part} was brought back meanwhile`)
    await provenSeals(services, archive, async (sealId, entries) => {
      await loadEntries(tx, sealId, entries)
      const texts = await loadedTexts(tx, sealId)
      if (texts.length !== entries.length || texts.some((text, index) => text !== entries[index]?.text))
        throw new UnprovedPart(`seal ${sealId} is not the same once it is loaded`)
    })
    await record(task, tx, 'bring-back-audit-part', archive, {})
    await exchange(task, tx, archive)
  }, 'long')
  await task.told?.('exchanged')
  return archive.entries
}

const isArchived = async (tx: Tx, part: string) => (await archivesOf(tx)).some((one) => one.part === part)

async function writeFile(task: ArchiveTask, part: string): Promise<Archive> {
  const { services, owner } = task
  const range = rangeOfPart(part)
  const row = await owner.read((tx) => readPart(tx, part, range.beyondId))
  const { firstSeal, lastSeal, firstAt, lastAt, entries } = row
  if (firstSeal === null || lastSeal === null || firstAt === null || lastAt === null)
    throw new UnprovedPart(`the part ${part} has no sealed entries`)
  const last = await services.database.query((tx) => sealOf(tx, lastSeal))
  // Killed before it is named anywhere, it is written again with the same bytes.
  const fileKey = `${ARCHIVES_PREFIX}${part}-${last?.digest.slice(0, 16) ?? ''}`
  const { sha256 } = await services.files.put(fileKey, writeArchive(part, sealsToArchive(services, part)), {
    limitBytes: Number.MAX_SAFE_INTEGER,
  })
  return { part, fileKey, sha256, ...range, entries, firstSeal, lastSeal, firstAt, lastAt }
}

const SEALS_AT_ONCE = 200

/** With all entries of each seal, those of an earlier part out of its own archive. */
async function* sealsToArchive(services: Services, part: string): AsyncGenerator<ArchivedSeal> {
  const archived = await ArchivedSeals.open(services)
  const range = rangeOfPart(part)
  for (let last = 0n; ; ) {
    const ids = await services.database.query((tx) => sealsWithin(tx, range, last, SEALS_AT_ONCE))
    for (const sealId of ids) {
      const [seal, before, rows] = await services.database.read((tx) =>
        Promise.all([sealOf(tx, sealId), sealBefore(tx, sealId), sealedEntries(tx, sealId)]),
      )
      if (!seal) throw new UnprovedPart(`seal ${sealId} is gone`)
      const entries = (await archived.entriesOf(sealId)) ?? rows
      yield { ...seal, previous: before?.digest ?? CHAIN_START, entries }
      last = sealId
    }
    if (ids.length < SEALS_AT_ONCE) return
  }
}

/** Goes through the file: every seal is in the log and covers what stands here, and all entries of the part are there, once. */
async function provenSeals(
  services: Services,
  archive: Archive,
  take: (sealId: bigint, entries: ArchivedSeal['entries']) => unknown,
): Promise<void> {
  let found = 0n
  for await (const archived of sealsOf(services, archive)) {
    const { sealId, entries } = archived
    const [seal, before] = await services.database.read((tx) =>
      Promise.all([sealOf(tx, sealId), sealBefore(tx, sealId)]),
    )
    if (!seal || !isProved(services, seal, before?.digest ?? CHAIN_START, archived))
      throw new UnprovedPart(`seal ${sealId} does not match its entries; run npm run verify-audit`)
    const own = entries.filter(({ text }) => {
      const id = BigInt((JSON.parse(text) as [number])[0])
      return id >= archive.fromId && id < archive.beyondId
    })
    found += BigInt(own.length)
    await take(sealId, own)
  }
  if (found !== archive.entries)
    throw new UnprovedPart(`the file holds ${found} of ${archive.entries} entries`)
}

function isProved(services: Services, seal: Seal, previous: string, { entries }: ArchivedSeal): boolean {
  const key = services.keys.byId(seal.keyId, 'audit-chain')
  const texts = entries.map(({ text }) => text)
  return (
    key !== undefined &&
    entries.length === seal.entryCount &&
    sealDigest(key, previous, texts) === seal.digest
  )
}

async function record(
  { services, by }: ArchiveTask,
  tx: Tx,
  action: 'archive-audit-part' | 'bring-back-audit-part',
  { part, fileKey, sha256, entries }: Archive,
  more: Readonly<Record<string, number>>,
): Promise<void> {
  const origin = { at: services.clock.now(), address: '', requestId: randomUUID(), hostname: '' }
  await recordAnonymousEntry(tx, origin, {
    action,
    object: { kind: 'audit-part', id: part, name: by },
    after: { file: fileKey, sha256, entries: Number(entries), ...more },
  })
}

const LOCK_NOT_AVAILABLE = '55P03'
const DEADLOCK = '40P01'

/** The file and what stays are ready: only the exchange itself waits for others, and is tried again without doing the rest anew. */
async function exchange({ told, patience = PATIENCE }: ArchiveTask, tx: Tx, archive: Archive): Promise<void> {
  await told?.('prepared')
  for (let attempt = 1; ; attempt += 1) {
    await sql`savepoint before_exchange`.execute(tx)
    try {
      return await exchangePart(tx, archive.part, archive)
    } catch (error) {
      const gaveWay =
        error instanceof pg.DatabaseError && [LOCK_NOT_AVAILABLE, DEADLOCK].includes(error.code ?? '')
      if (!gaveWay || attempt >= patience.attempts) throw error
      await sql`rollback to savepoint before_exchange`.execute(tx)
      await patience.pause()
    }
  }
}
