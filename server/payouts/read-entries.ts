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
import { type AskedPayments, type FactsOnRecord, personFacts } from './facts-store.ts'
import { mapInSlices } from './in-slices.ts'
import type { SealedRow } from './seal-row.ts'

/** Rows in the order of the sheet, with their seals; what is on record about their people is known. */
export type EntryChunk = { readonly entries: readonly SheetEntry[]; readonly sealed: readonly SealedRow[] }

export type SheetSources = {
  readonly rows: AsyncIterable<readonly RawRow[]>
  readonly seal: (rows: readonly RawRow[]) => Promise<SealedRow[]>
  readonly factsAbout: (asked: AskedPayments) => Promise<FactsOnRecord[]>
  readonly terms: SheetTerms
  readonly today: Day
}

/** Chunks waiting for their seals, and then for the facts: enough to keep the others busy, not enough to fill the memory. */
const SEALING_AHEAD = 4
const ASKING_AHEAD = 2

export class SheetReading {
  /** Everything that was read so far: a rejected sheet goes back with all its rows. */
  readonly entries: SheetEntry[] = []
  /** Whom any company pays this month already: these may come above the VAT threshold. */
  readonly paidThisMonth = new Set<string>()
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
    const places = new Map<string, number>()
    const asked = { payees: [] as number[], amounts: [] as bigint[], months: [] as string[] }
    for (const { row, personKey, amountFen = 0n, alone } of entries) {
      if (alone.includes('id-wrong') || alone.includes('id-damaged')) continue
      const place = places.get(personKey) ?? places.size + 1
      places.set(personKey, place)
      asked.payees.push(place)
      asked.amounts.push(amountFen)
      asked.months.push(row.month)
    }
    for (const found of await this.#sources.factsAbout({ people: [...places.keys()], ...asked })) {
      const facts = personFacts(found)
      const known = this.#facts.get(found.hash)
      const sameElsewhere = known ? [...known.sameElsewhere, ...facts.sameElsewhere] : facts.sameElsewhere
      this.#facts.set(found.hash, { ...facts, sameElsewhere })
      if (found.isPaidThisMonth) this.paidThisMonth.add(found.hash)
    }
  }
}
