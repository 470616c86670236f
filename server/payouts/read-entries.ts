// Reads a sheet into sealed entries, chunk by chunk: reading, sealing and asking what is on record overlap.

import type { Day } from '@paywages/domain/calendar/shanghai.ts'
import type { PersonFacts } from '@paywages/domain/payouts/person-facts.ts'
import {
  type RowVerdict,
  type SheetEntry,
  type SheetTerms,
  WholeSheet,
} from '@paywages/domain/payouts/sheet.ts'
import { amountOf, type RawRow, validateRowAlone } from '@paywages/domain/payouts/sheet-row.ts'
import type { SheetPayment } from './facts-store.ts'
import { mapInSlices } from './in-slices.ts'
import type { SealedRow } from './seal-row.ts'

/** Rows in the order of the sheet, with their seals; what is on record about their people is known. */
export type EntryChunk = { readonly entries: readonly SheetEntry[]; readonly sealed: readonly SealedRow[] }

export type SheetSources = {
  readonly rows: AsyncIterable<readonly RawRow[]>
  readonly seal: (rows: readonly RawRow[]) => Promise<SealedRow[]>
  readonly factsAbout: (payments: readonly SheetPayment[]) => Promise<Map<string, PersonFacts>>
  readonly terms: SheetTerms
  readonly today: Day
}

/** Chunks waiting for their seals, and then for the facts: enough to keep the others busy, not enough to fill the memory. */
const SEALING_AHEAD = 4
const ASKING_AHEAD = 2

export class SheetReading {
  /** Everything that was read so far: a rejected sheet goes back with all its rows. */
  readonly entries: SheetEntry[] = []
  readonly #sheet = new WholeSheet()
  readonly #facts = new Map<string, PersonFacts>()
  readonly #sources: SheetSources

  constructor(sources: SheetSources) {
    this.#sources = sources
  }

  async *chunks(): AsyncGenerator<EntryChunk> {
    const waiting: { chunk: EntryChunk; facts: Promise<void> }[] = []
    for await (const chunk of this.#sealedChunks()) {
      const facts = this.#ask(chunk.entries)
      // Handled below; without this, an answer that fails early would end the process.
      facts.catch(() => undefined)
      waiting.push({ chunk, facts })
      const first = waiting.length > ASKING_AHEAD ? waiting.shift() : undefined
      if (first) {
        await first.facts
        yield first.chunk
      }
    }
    for (const { chunk, facts } of waiting) {
      await facts
      yield chunk
    }
  }

  /** By what was read so far: a reason stays whatever follows, and of the warnings only that of a shared card may be added. */
  verdictsOf(entries: readonly SheetEntry[]): Promise<RowVerdict[]> {
    const factsOf = (key: string) => this.#facts.get(key)
    return mapInSlices(entries, (entry) => this.#sheet.validate(entry, factsOf, this.#sources.terms))
  }

  async *#sealedChunks(): AsyncGenerator<EntryChunk> {
    const { rows, seal } = this.#sources
    const pending: { rows: readonly RawRow[]; sealed: Promise<SealedRow[]> }[] = []
    for await (const chunk of rows) {
      const sealed = seal(chunk)
      sealed.catch(() => undefined)
      pending.push({ rows: chunk, sealed })
      const first = pending.length >= SEALING_AHEAD ? pending.shift() : undefined
      if (first) yield this.#take(first.rows, await first.sealed)
    }
    for (const { rows: chunk, sealed } of pending) yield this.#take(chunk, await sealed)
  }

  #take(rows: readonly RawRow[], sealed: readonly SealedRow[]): EntryChunk {
    const { today } = this.#sources
    const entries = rows.map((row, index) => {
      const own = sealed[index]
      if (!own) throw new Error('a row came back without its seal')
      const alone = validateRowAlone(row, today)
      return { row, amountFen: amountOf(row), alone, personKey: own.idHash, cardKey: own.cardHash }
    })
    for (const entry of entries) {
      this.#sheet.add(entry)
      this.entries.push(entry)
    }
    return { entries, sealed }
  }

  async #ask(entries: readonly SheetEntry[]): Promise<void> {
    const payments = entries
      .filter(({ alone }) => !alone.includes('id-wrong') && !alone.includes('id-damaged'))
      .map(({ row, personKey, amountFen = 0n }) => ({ idHash: personKey, amountFen, month: row.month }))
    for (const [hash, facts] of await this.#sources.factsAbout(payments)) {
      const known = this.#facts.get(hash)
      const sameElsewhere = known ? [...known.sameElsewhere, ...facts.sameElsewhere] : facts.sameElsewhere
      this.#facts.set(hash, { ...facts, sameElsewhere })
    }
  }
}
