// Which payouts an invoice covers: by tables, and for any invoices and rows.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { allocate, type CoveredRow, type OpenInvoice } from './allocation.ts'

const row = (rowId: bigint, valueFen: bigint, coveredFen = 0n): CoveredRow => ({
  rowId,
  valueFen,
  coveredFen,
})
const invoice = (applicationId: number, openFen: bigint): OpenInvoice => ({ applicationId, openFen })
const short = (invoices: OpenInvoice[], rows: CoveredRow[]) =>
  allocate(invoices, rows).map(({ applicationId, rowId, amountFen }) => [applicationId, rowId, amountFen])

describe('allocating an invoice to payouts', () => {
  it.each<[string, OpenInvoice[], CoveredRow[], [number, bigint, bigint][]]>([
    ['without rows stays open', [invoice(1, 5n)], [], []],
    ['of zero covers no row', [invoice(1, 0n)], [row(1n, 5n)], []],
    ['covers a row exactly', [invoice(1, 5n)], [row(1n, 5n)], [[1, 1n, 5n]]],
    ['covers a part of a row', [invoice(1, 3n)], [row(1n, 5n)], [[1, 1n, 3n]]],
    [
      'continues with the next row',
      [invoice(1, 7n)],
      [row(1n, 5n), row(2n, 5n)],
      [
        [1, 1n, 5n],
        [1, 2n, 2n],
      ],
    ],
    [
      'shares a row with the next invoice',
      [invoice(1, 7n), invoice(2, 2n)],
      [row(1n, 5n), row(2n, 5n)],
      [
        [1, 1n, 5n],
        [1, 2n, 2n],
        [2, 2n, 2n],
      ],
    ],
    [
      'skips amounts already covered',
      [invoice(1, 4n)],
      [row(1n, 5n, 5n), row(2n, 5n, 2n), row(3n, 9n)],
      [
        [1, 2n, 3n],
        [1, 3n, 1n],
      ],
    ],
    [
      'of zero between others takes no row from the next',
      [invoice(1, 1n), invoice(2, 0n), invoice(3, 1n)],
      [row(1n, 2n)],
      [
        [1, 1n, 1n],
        [3, 1n, 1n],
      ],
    ],
    [
      'keeps the amount open that finds no row',
      [invoice(1, 9n), invoice(2, 1n)],
      [row(1n, 5n)],
      [[1, 1n, 5n]],
    ],
  ])('an invoice %s', (_, invoices, rows, covers) => {
    expect(short(invoices, rows)).toEqual(covers)
  })
})

describe('allocating arbitrary invoices to arbitrary payouts', () => {
  const rows = fc
    .array(fc.tuple(fc.bigInt(0n, 50n), fc.bigInt(0n, 50n)), { maxLength: 30 })
    .map((values) =>
      values.map(([value, covered], place) =>
        row(BigInt(place + 1), value, covered > value ? value : covered),
      ),
    )
  const invoices = fc
    .array(fc.bigInt(0n, 200n), { maxLength: 8 })
    .map((opens) => opens.map((open, place) => invoice(place + 1, open)))
  const total = (amounts: readonly bigint[]) => amounts.reduce((sum, amount) => sum + amount, 0n)

  it('never exceeds the free amount of a row or the open amount of an invoice', () => {
    fc.assert(
      fc.property(invoices, rows, (open, free) => {
        const covers = allocate(open, free)
        for (const { rowId, valueFen, coveredFen } of free)
          expect(
            total(covers.filter((cover) => cover.rowId === rowId).map(({ amountFen }) => amountFen)),
          ).toBeLessThanOrEqual(valueFen - coveredFen)
        for (const { applicationId, openFen } of open)
          expect(
            total(
              covers
                .filter((cover) => cover.applicationId === applicationId)
                .map(({ amountFen }) => amountFen),
            ),
          ).toBeLessThanOrEqual(openFen)
        expect(covers.every(({ amountFen }) => amountFen > 0n)).toBe(true)
      }),
    )
  })

  it('allocates the smaller of the two totals', () => {
    fc.assert(
      fc.property(invoices, rows, (open, free) => {
        const opens = total(open.map(({ openFen }) => openFen))
        const frees = total(free.map(({ valueFen, coveredFen }) => valueFen - coveredFen))
        expect(total(allocate(open, free).map(({ amountFen }) => amountFen))).toBe(
          opens < frees ? opens : frees,
        )
      }),
    )
  })

  it('keeps the order of invoices and rows and returns each pair once', () => {
    fc.assert(
      fc.property(invoices, rows, (open, free) => {
        const covers = allocate(open, free)
        for (const [place, cover] of covers.entries()) {
          const before = covers[place - 1]
          if (!before) continue
          expect(cover.applicationId).toBeGreaterThanOrEqual(before.applicationId)
          expect(cover.rowId).toBeGreaterThanOrEqual(before.rowId)
          expect([cover.applicationId, cover.rowId]).not.toEqual([before.applicationId, before.rowId])
        }
      }),
    )
  })

  it('does not use a row while an older one has a free amount', () => {
    fc.assert(
      fc.property(invoices, rows, (open, free) => {
        const covers = allocate(open, free)
        const last = covers.at(-1)?.rowId ?? 0n
        for (const { rowId, valueFen, coveredFen } of free.filter(({ rowId }) => rowId < last))
          expect(
            total(covers.filter((cover) => cover.rowId === rowId).map(({ amountFen }) => amountFen)),
          ).toBe(valueFen - coveredFen)
      }),
    )
  })
})
