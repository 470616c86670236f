// Recomputes the whole chain, archived parts from their files, and holds it against the anchors: any changed, added or missing entry shows (D34).

import type { Services } from '../app-services.ts'
import { anchorFaults, type SealFacts } from './anchor-faults.ts'
import { ArchivedSeals } from './archived-seals.ts'
import { CHAIN_START, sealDigest } from './chain.ts'
import { readPublished } from './read-anchors.ts'
import { countUnsealed, type Seal, type SealedEntry, sealedEntries, sealsAfter } from './store.ts'

export type ChainReport = {
  readonly seals: number
  readonly entries: number
  readonly unsealed: number
  readonly anchors: number
  /** Parts of the log that lie in the file store. */
  readonly archived: number
  /** Empty when the log is whole. */
  readonly faults: readonly string[]
}

export async function verifyChain(services: Services): Promise<ChainReport> {
  const faults: string[] = []
  // Read before the seals, so that an anchor made meanwhile names no seal that was not looked at.
  const published = await readPublished(services)
  // Only what anchors name is kept: seals are made every few seconds for as long as there is a log.
  const named = new Set([...published.own, ...published.copies].map(({ anchor }) => anchor?.sealId))
  const log = new Map<string, SealFacts>()
  const proof = new SealProof(services, await ArchivedSeals.open(services))
  let seals = 0
  let previous = CHAIN_START
  let last = 0n
  let entries = 0
  for (;;) {
    const chunk = await services.database.read((tx) => sealsAfter(tx, last, 200))
    if (chunk.length === 0) break
    seals += chunk.length
    for (const seal of chunk) {
      const fault = await proof.faultOf(seal, previous)
      if (fault) faults.push(fault)
      entries += seal.entryCount
      const sealId = String(seal.sealId)
      if (named.has(sealId)) log.set(sealId, { digest: seal.digest, entries: String(entries) })
      previous = seal.digest
      last = seal.sealId
    }
  }
  faults.push(...(await proof.archiveFaults()), ...anchorFaults(services.keys, published, log))
  const unsealed = await services.database.read(countUnsealed)
  const { archived } = proof
  return { seals, entries, unsealed, anchors: published.own.length, archived, faults }
}

/** Whether seals cover what they covered, one after the other. */
class SealProof {
  readonly #services: Services
  #archives: ArchivedSeals
  /** Seals that an archive which cannot be read leaves unproved: one fault for each archive, not for each of them. */
  readonly #unproved = new Map<string, number>()

  constructor(services: Services, archives: ArchivedSeals) {
    this.#services = services
    this.#archives = archives
  }

  get archived(): number {
    return this.#archives.count
  }

  async faultOf(seal: Seal, previous: string): Promise<string | undefined> {
    const fault = await this.#look(seal, previous)
    if (fault === undefined || !(await this.#archives.isOutdated())) return fault
    // A part was archived or brought back while we looked.
    this.#archives = await ArchivedSeals.open(this.#services)
    return this.#look(seal, previous)
  }

  async #look(seal: Seal, previous: string): Promise<string | undefined> {
    const { sealId, entryCount, keyId } = seal
    const key = this.#services.keys.byId(keyId, 'audit-chain')
    if (!key) return `seal ${sealId} was made with the key ${keyId}, which is not in SECRET_KEY_OLD`
    const rows = await this.#services.database.read((tx) => sealedEntries(tx, sealId))
    const archived = await this.#archives.entriesOf(sealId)
    const broken = archived === undefined ? this.#archives.brokenAt(sealId) : undefined
    const entries = archived ?? rows
    if (broken !== undefined && entries.length !== entryCount) {
      this.#unproved.set(broken, (this.#unproved.get(broken) ?? 0) + 1)
      return undefined
    }
    if (entries.length !== entryCount)
      return `seal ${sealId} covers ${entryCount} entries but ${entries.length} are there`
    const texts = entries.map(({ text }) => text)
    if (sealDigest(key, previous, texts) !== seal.digest) return `seal ${sealId} does not match its entries`
    if (archived && !areSame(rows, this.#archives.staying(archived)))
      return `seal ${sealId}: what stays in the database of its archived entries is not what is archived`
    return undefined
  }

  async archiveFaults(): Promise<string[]> {
    const faults = await this.#archives.faults()
    return faults.map(({ part, reason }) => {
      const unproved = this.#unproved.get(part) ?? 0
      return `the archived part ${part} of the log cannot be read: ${reason}; ${unproved} seals are not proved`
    })
  }
}

function areSame(rows: readonly SealedEntry[], staying: readonly SealedEntry[]): boolean {
  return (
    rows.length === staying.length &&
    rows.every((row, index) => row.text === staying[index]?.text && row.repeats === staying[index]?.repeats)
  )
}
