// Reads the entries of seals out of archived parts, in the order of the seals, so that a whole log is gone through with little in memory (ADR 153).

import { createHash, type Hash } from 'node:crypto'
import { KEPT_ACTIONS } from '@paywages/domain/audit-log/archived-part.ts'
import { StoreUnavailable } from '../adapters/file-store/store-errors.ts'
import { reasonOf } from '../adapters/start-problem.ts'
import type { Services } from '../app-services.ts'
import { ArchiveDamaged, type ArchivedSeal, readArchive } from './archive-file.ts'
import { type Archive, archivesOf } from './part-store.ts'
import type { SealedEntry } from './store.ts'

type Files = Pick<Services, 'files'>

/** Goes through one file once; at its end the whole of it was what had been written. */
class Cursor {
  readonly archive: Archive
  readonly #seals: AsyncGenerator<ArchivedSeal>
  #current: ArchivedSeal | undefined
  #ended = false
  /** Why it cannot be read any further. */
  fault: string | undefined

  constructor(files: Files, archive: Archive) {
    this.archive = archive
    this.#seals = sealsOf(files, archive)
  }

  get #isBehind(): boolean {
    return !this.#ended && this.fault === undefined
  }

  async at(sealId: bigint): Promise<ArchivedSeal | undefined> {
    const { firstSeal, lastSeal } = this.archive
    if (sealId < firstSeal || sealId > lastSeal) return undefined
    while (this.#isBehind && (this.#current?.sealId ?? 0n) < sealId) await this.#step()
    return this.#current?.sealId === sealId ? this.#current : undefined
  }

  async finish(): Promise<void> {
    while (this.#isBehind) await this.#step()
  }

  async #step(): Promise<void> {
    try {
      const { value, done } = await this.#seals.next()
      this.#current = done ? undefined : value
      this.#ended = done === true
    } catch (error) {
      if (error instanceof StoreUnavailable) throw error
      this.#current = undefined
      this.fault = reasonOf(error)
    }
  }
}

/** Every seal of the file; throws where it is gone, damaged, or not what was written. */
export async function* sealsOf(
  { files }: Files,
  { part, fileKey, sha256 }: Pick<Archive, 'part' | 'fileKey' | 'sha256'>,
): AsyncGenerator<ArchivedSeal> {
  const body = await files.get(fileKey)
  if (body === undefined) throw new ArchiveDamaged('its file is gone')
  const hash = createHash('sha256')
  yield* readArchive(part, hashing(body.stream, hash))
  if (hash.digest('hex') !== sha256) throw new ArchiveDamaged('its file is not the one that was written')
}

async function* hashing(stream: AsyncIterable<Uint8Array>, hash: Hash): AsyncGenerator<Uint8Array> {
  for await (const chunk of stream) {
    hash.update(chunk)
    yield chunk
  }
}

export class ArchivedSeals {
  readonly #services: Services
  readonly #cursors: readonly Cursor[]

  private constructor(services: Services, archives: readonly Archive[]) {
    this.#services = services
    this.#cursors = archives.map((archive) => new Cursor(services, archive))
  }

  static async open(services: Services): Promise<ArchivedSeals> {
    return new ArchivedSeals(services, await services.database.query((tx) => archivesOf(tx)))
  }

  /** Ascending seals only. Undefined where no archived part has any entry of it. */
  async entriesOf(sealId: bigint): Promise<readonly SealedEntry[] | undefined> {
    for (const cursor of this.#cursors) {
      const seal = await cursor.at(sealId)
      if (seal) return seal.entries
    }
    return undefined
  }

  /** The archived part that cannot be read and may hold the entries of this seal. */
  brokenAt(sealId: bigint): string | undefined {
    return this.#cursors.find(
      ({ fault, archive }) =>
        fault !== undefined && sealId >= archive.firstSeal && sealId <= archive.lastSeal,
    )?.archive.part
  }

  /** Of an archived seal: what has to stand in the database all the same, as it is not archived or is kept. */
  staying(entries: readonly SealedEntry[]): SealedEntry[] {
    return entries.filter(({ text }) => {
      const values = JSON.parse(text) as unknown[]
      const id = BigInt(values[0] as number)
      const isArchived = this.#cursors.some(({ archive }) => id >= archive.fromId && id < archive.beyondId)
      return !isArchived || KEPT_ACTIONS.has(String(values[8]))
    })
  }

  /** A part was archived or brought back since. */
  async isOutdated(): Promise<boolean> {
    const now = await this.#services.database.query((tx) => archivesOf(tx))
    const words = (archives: readonly Archive[]) =>
      archives.map(({ part, sha256 }) => `${part} ${sha256}`).join()
    return words(now) !== words(this.#cursors.map(({ archive }) => archive))
  }

  /** Reads all files to their ends, and tells which cannot be. */
  async faults(): Promise<{ readonly part: string; readonly reason: string }[]> {
    for (const cursor of this.#cursors) await cursor.finish()
    return this.#cursors.flatMap(({ archive, fault }) =>
      fault === undefined ? [] : [{ part: archive.part, reason: fault }],
    )
  }

  get count(): number {
    return this.#cursors.length
  }
}
