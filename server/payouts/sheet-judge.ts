// Judges the rows of a sheet chunk by chunk, seals and hashes them, and writes them as COPY takes them: all work of an upload but that of the database.

import { birthDay } from '@paywages/domain/identity/id-card.ts'
import { lastAllowedDay } from '@paywages/domain/limits/age-limit.ts'
import { feeRoundedHalfUp } from '@paywages/domain/money/rate.ts'
import type { PersonFacts } from '@paywages/domain/payouts/person-facts.ts'
import {
  isIdGood,
  type RowVerdict,
  type SheetEntry,
  type SheetTerms,
  WholeSheet,
} from '@paywages/domain/payouts/sheet.ts'
import { amountOf, type RawRow, validateRowAlone } from '@paywages/domain/payouts/sheet-row.ts'
import { warningAbouts } from '@paywages/domain/payouts/warning-mask.ts'
import { bankOfCard } from '../adapters/bank-names/bank-of-card.ts'
import { type Cipher, uuidAt } from '../adapters/personal-data/cipher.ts'
import { CARD_NO, ID_CARD_NO, PHONE } from '../adapters/personal-data/contexts.ts'
import type { RowSeals } from '../adapters/personal-data/row-seals.ts'
import { CopyWriter } from '../adapters/postgres/copy-writer.ts'
import { type RowPack, rowPlaces, unpackRowAt, unpackRows } from '../adapters/spreadsheet/row-packing.ts'
import type { AskedPayments, FactsOnRecord } from './facts-on-record.ts'
import { personFacts } from './facts-on-record.ts'
import type { JudgedPiece, JudgeTerms, MarkedRow, SheetSums } from './judged-sheet.ts'
import { KeyNumbers } from './key-numbers.ts'
import { NEW_ROW_COLUMNS, ROW_HASH_BYTES, writeNewRow } from './row-copy-form.ts'
import { StoredWarnings, UNSIGNED } from './stored-warnings.ts'

type Chunk = {
  readonly entries: readonly SheetEntry[]
  /** Of ID, phone and card of each row. */
  readonly hashes: Buffer
  /** The people who were asked about, by their numbers in the sheet. */
  readonly payees: readonly number[]
}

/** Rows as they were read, in the bytes they came in: a rejected sheet goes back with all its rows. */
type KeptRows = { readonly pack: RowPack; readonly places: Uint32Array; readonly first: number }

const LATEST = '9999-12-31'

export class SheetJudge {
  readonly #cipher: Cipher
  readonly #terms: JudgeTerms
  readonly #sheetTerms: SheetTerms
  readonly #seals: RowSeals
  readonly #sheet = new WholeSheet((index) => this.#rowAt(index))
  readonly #people = new KeyNumbers()
  readonly #cards = new KeyNumbers()
  readonly #kept: KeptRows[] = []
  readonly #waiting: Chunk[] = []
  readonly #writer = new CopyWriter(NEW_ROW_COLUMNS.length)
  readonly #stored = new StoredWarnings()
  readonly #unsigned = new Set<number>()
  readonly #paidThisMonth = new Set<number>()
  #again: Chunk | undefined
  #read = 0
  #bad = 0
  #judged = 0
  #grossFen = 0n
  #feeFen = 0n
  #eldest = LATEST
  #firstRowNumber = 0
  #lastRowNumber = 0

  constructor(cipher: Cipher, terms: JudgeTerms) {
    this.#cipher = cipher
    this.#terms = terms
    const { limitFen, unsignedBlocks, batch } = terms
    this.#sheetTerms = { limitFen, unsignedBlocks, bankOfCard }
    this.#seals = cipher.dataKeys.sealsOf(batch.batchId, { ...batch, dataKey: Buffer.from(batch.dataKey) })
  }

  /** Rows in the order of the sheet; gives what is to be asked about them. */
  take(pack: RowPack): AskedPayments {
    this.#kept.push({ pack, places: rowPlaces(pack), first: this.#read })
    this.#read += pack.count
    const { chunk, asked } = this.#readChunk(pack)
    for (const entry of chunk.entries) this.#sheet.add(entry)
    this.#waiting.push(chunk)
    return asked
  }

  /** Of the chunk that waits longest. */
  judge(facts: readonly FactsOnRecord[]): JudgedPiece {
    const chunk = this.#waiting.shift()
    if (!chunk) throw new Error('nothing waits to be judged')
    const verdicts = this.#verdictsOf(chunk, facts)
    for (const { reasons } of verdicts) if (reasons.length > 0) this.#bad += 1
    const untaxed = this.#bad === 0 ? this.#store(chunk, verdicts) : []
    return { copy: this.#writer.take(), count: chunk.entries.length, bad: this.#bad, untaxed }
  }

  sums(): SheetSums {
    const { vatThresholdFen } = this.#terms
    const sharedLater = this.#stored.addShared((card) => this.#sheet.isShared(card))
    const consecutiveIds = this.#stored.addConsecutive()
    const mayBearVat: string[] = []
    for (let person = 0; vatThresholdFen !== undefined && person < this.#people.count; person += 1)
      if (this.#paidThisMonth.has(person) || this.#sheet.totalOf(person) > vatThresholdFen)
        mayBearVat.push(uuidAt(this.#people.keyOf(person), 0))
    return {
      rowCount: this.#judged,
      firstRowNumber: this.#firstRowNumber,
      lastRowNumber: this.#lastRowNumber,
      grossFen: this.#grossFen,
      feeFen: this.#feeFen,
      peopleCount: this.#people.count,
      unsignedCount: this.#unsigned.size,
      ...this.#stored.counts(),
      ageGoodUntil: this.#eldest === LATEST ? LATEST : lastAllowedDay(this.#eldest),
      mayBearVat,
      sharedLater,
      consecutiveIds,
    }
  }

  takeAgain(number: number): AskedPayments | undefined {
    const kept = this.#kept[number]
    if (!kept) return undefined
    const { chunk, asked } = this.#readChunk(kept.pack)
    this.#again = chunk
    return asked
  }

  mark(facts: readonly FactsOnRecord[]): MarkedRow[] {
    const chunk = this.#again
    if (!chunk) throw new Error('no chunk was taken again')
    const verdicts = this.#verdictsOf(chunk, facts)
    return chunk.entries.map(({ row }, index) => ({ row, reasons: verdicts[index]?.reasons ?? [] }))
  }

  #readChunk({ packed, count }: RowPack): { chunk: Chunk; asked: AskedPayments } {
    const hashes = Buffer.allocUnsafe(count * ROW_HASH_BYTES)
    const entries = unpackRows(packed).map((row, index) => this.#entryOf(row, hashes, index * ROW_HASH_BYTES))
    const places = new Map<number, number>()
    const payees: number[] = []
    const amounts: (bigint | undefined)[] = []
    const months: string[] = []
    const people: string[] = []
    for (const [index, entry] of entries.entries()) {
      if (!isIdGood(entry)) continue
      let place = places.get(entry.person)
      if (place === undefined) {
        place = people.push(hashes.toString('hex', index * ROW_HASH_BYTES, index * ROW_HASH_BYTES + 16))
        places.set(entry.person, place)
      }
      // A bad row is no duplicate of another payment.
      if (entry.alone.length > 0) continue
      payees.push(place)
      amounts.push(entry.amountFen)
      months.push(entry.row.month)
    }
    const chunk = { entries, hashes, payees: [...places.keys()] }
    return {
      chunk,
      asked: {
        count: people.length,
        people: listOf(people),
        payees: listOf(payees),
        amounts: listOf(amounts),
        months: listOf(months),
      },
    }
  }

  #entryOf(row: RawRow, hashes: Buffer, at: number): SheetEntry {
    const cipher = this.#cipher
    cipher.lookupBytes(row.idCardNo, ID_CARD_NO).copy(hashes, at, 0, 16)
    cipher.lookupBytes(row.phone, PHONE).copy(hashes, at + 16, 0, 16)
    cipher.lookupBytes(row.cardNo, CARD_NO).copy(hashes, at + 32, 0, 16)
    return {
      row,
      amountFen: amountOf(row),
      alone: validateRowAlone(row, this.#terms.today),
      person: this.#people.numberOf(hashes, at),
      card: this.#cards.numberOf(hashes, at + 32),
      cardKey: () => uuidAt(hashes, at + 32),
    }
  }

  #verdictsOf({ entries, payees }: Chunk, facts: readonly FactsOnRecord[]): RowVerdict[] {
    const known = new Map<number, PersonFacts>()
    for (const found of facts) {
      const person = payees[found.payee - 1]
      if (person === undefined) continue
      known.set(person, personFacts(found))
      if (found.isPaidThisMonth) this.#paidThisMonth.add(person)
    }
    return entries.map((entry) => this.#sheet.validate(entry, known.get(entry.person), this.#sheetTerms))
  }

  #store({ entries, hashes }: Chunk, verdicts: readonly RowVerdict[]): JudgedPiece['untaxed'] {
    const { batch, providerId, serviceRate, withholdsTax, copiesOf } = this.#terms
    const place = { batchId: batch.batchId, providerId }
    const seals = this.#seals.sealRun(entries.map(({ row }) => ({ rowNumber: row.rowNumber, fields: row })))
    const untaxed: JudgedPiece['untaxed'] = []
    for (const [index, { row, amountFen = 0n, person, card }] of entries.entries()) {
      const seal = seals[index]
      const verdict = verdicts[index]
      if (!seal || !verdict) throw new Error('a row came back without its seal')
      const { rowNumber, name, bank, month, remark } = row
      const warningMask = this.#stored.add(row, card, verdict)
      if ((warningMask & UNSIGNED) !== 0) this.#unsigned.add(person)
      const feeFen = feeRoundedHalfUp(amountFen, serviceRate)
      const abouts = warningAbouts(verdict.warnings)
      const copyOf = copiesOf[this.#judged]
      const at = index * ROW_HASH_BYTES
      const written = {
        rowNumber,
        name,
        seal,
        bank,
        amountFen,
        feeFen,
        month,
        remark,
        warningMask,
        warningAbouts: abouts,
        copyOf,
      }
      const taxAt = writeNewRow(this.#writer, place, written, hashes, at)
      if (withholdsTax) untaxed.push({ taxAt, idHash: uuidAt(hashes, at), amountFen })
      this.#sum(row, amountFen, feeFen)
    }
    return untaxed
  }

  #sum({ rowNumber, idCardNo }: RawRow, amountFen: bigint, feeFen: bigint): void {
    if (this.#judged === 0) this.#firstRowNumber = rowNumber
    this.#lastRowNumber = rowNumber
    this.#judged += 1
    this.#grossFen += amountFen
    this.#feeFen += feeFen
    const birth = birthDay(idCardNo)
    if (birth !== undefined && birth < this.#eldest) this.#eldest = birth
  }

  #rowAt(index: number): RawRow {
    const kept = this.#kept.findLast(({ first }) => first <= index)
    const from = kept?.places[index - kept.first]
    if (!kept || from === undefined) throw new Error(`no row ${index} was read`)
    return unpackRowAt(kept.pack.packed, from)
  }
}

/** As PostgreSQL reads a list; none of these values needs a quote. */
function listOf(values: readonly (string | number | bigint | undefined)[]): string {
  return `{${values.join(',')}}`
}
