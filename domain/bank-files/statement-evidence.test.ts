import { describe, expect, it } from 'vitest'
import { type Evidence, type EvidenceLine, type EvidenceRow, judgeEvidence } from './statement-evidence.ts'

const row = (position: number, more: Partial<EvidenceRow> = {}): EvidenceRow => ({
  position,
  rowId: BigInt(position),
  reference: `PW1R${position}Xaaaaaaaa`,
  cardHash: `card ${position}`,
  amountFen: 10_000n,
  end: 'succeeded',
  ...more,
})

const line = (more: Partial<EvidenceLine> = {}): EvidenceLine => ({
  statementId: 7n,
  kind: 'debit',
  result: 'linked',
  unclear: false,
  rowId: null,
  rowCount: 1,
  cardHash: '',
  ownReference: '',
  amountFen: 10_000n,
  ...more,
})

const judge = (evidence: Partial<Evidence>) =>
  judgeEvidence({
    rows: [row(1)],
    lines: [],
    batchDebits: new Map(),
    covering: [],
    alikePayouts: () => 1,
    ...evidence,
  }).map(({ listedIn, contradictions }) => [
    Number(listedIn ?? 0n),
    contradictions.map(({ what }) => what).join(),
  ])

const debit = line({ rowId: 1n })
const named = (more: Partial<EvidenceLine>) =>
  line({ result: 'not-found', ownReference: 'PW1R1Xaaaaaaaa', ...more })
const unexplained = (more: Partial<EvidenceLine> = {}) =>
  line({ result: 'not-found', cardHash: 'card 1', ...more })
const failed = [row(1, { end: 'failed' })]
const returned = [row(1, { end: 'returned' })]
const open = [row(1, { end: undefined })]
const covering = [7n]

describe('what a statement says of a row', () => {
  it.each<[string, Partial<Evidence>, [number, string]]>([
    ['nothing is listed, and no statement covers it', {}, [0, '']],
    ['a paid row is debited', { lines: [debit] }, [7, '']],
    [
      'the same debit stands in two statements',
      { lines: [debit, line({ statementId: 8n, rowId: 1n, result: 'already-linked' })] },
      [7, ''],
    ],
    ['a paid row is not debited where a statement covers it', { covering }, [0, 'not-debited']],
    [
      'a debit of the same amount is not linked yet',
      { covering, lines: [line({ result: 'ambiguous' })] },
      [0, ''],
    ],
    [
      'a line of unclear direction may be it',
      { covering, lines: [line({ kind: 'return', unclear: true, result: 'ambiguous' })] },
      [0, ''],
    ],
    [
      'a debit of another card is none of its own',
      { covering, lines: [unexplained({ cardHash: 'card 9' })] },
      [0, 'not-debited'],
    ],
    ['paid by a debit of the whole batch', { covering, batchDebits: new Map([[1n, 7n]]) }, [7, '']],
    ['a paid row came back', { lines: [debit, line({ kind: 'return', rowId: 1n })] }, [0, 'came-back']],
    [
      'a paid row came back under its reference',
      { lines: [debit, named({ kind: 'return' })] },
      [0, 'came-back'],
    ],
    [
      'a paid row came back by its card',
      { lines: [debit, unexplained({ kind: 'return' })] },
      [0, 'came-back'],
    ],
    ['a failed row is debited', { rows: failed, lines: [debit] }, [0, 'failed-debited']],
    ['a failed row is debited by its card', { rows: failed, lines: [unexplained()] }, [0, 'failed-debited']],
    [
      'a failed row is debited and given back',
      { rows: failed, lines: [debit, line({ kind: 'return', rowId: 1n })] },
      [7, ''],
    ],
    ['a failed row is not listed where a statement covers it', { rows: failed, covering }, [7, '']],
    [
      'a failed row of a batch debited as a whole',
      { rows: failed, covering, batchDebits: new Map([[1n, 7n]]) },
      [0, ''],
    ],
    [
      'a returned row went and came back',
      { rows: returned, lines: [debit, line({ kind: 'return', rowId: 1n })] },
      [7, ''],
    ],
    ['a returned row went, and is not back yet', { rows: returned, covering, lines: [debit] }, [0, '']],
    [
      'debited twice by its reference',
      { lines: [debit, line({ rowId: 1n, result: 'already-linked' })] },
      [0, 'debited-twice'],
    ],
    ['debited twice by its card', { lines: [debit, unexplained()] }, [0, 'debited-twice']],
    [
      'two debits alike of one payout',
      { lines: [unexplained({ result: 'ambiguous' }), unexplained({ result: 'ambiguous' })] },
      [0, 'debited-twice'],
    ],
    [
      'two debits alike of two payouts',
      {
        lines: [unexplained({ result: 'ambiguous' }), unexplained({ result: 'ambiguous' })],
        alikePayouts: () => 2,
      },
      [0, ''],
    ],
    [
      'an open row is debited twice',
      { rows: open, lines: [debit, line({ rowId: 1n, result: 'already-linked' })] },
      [0, 'debited-twice'],
    ],
    ['an open row is debited once', { rows: open, covering, lines: [debit] }, [0, '']],
    [
      'another amount under its reference',
      { covering, lines: [named({ amountFen: 10_001n })] },
      [0, 'other-amount'],
    ],
    [
      'its reference in an unclear direction',
      { lines: [named({ unclear: true, amountFen: 10_001n })] },
      [0, ''],
    ],
  ])('%s', (_, evidence, judged) => {
    expect(judge(evidence)).toEqual([judged])
  })

  it('takes a debit of the file’s sum, or of what it paid, for all its rows', () => {
    const rows = [row(1), row(2), row(3, { end: 'failed' })]
    for (const amountFen of [20_000n, 30_000n])
      expect(judge({ rows, covering, lines: [line({ result: 'not-found', amountFen })] })).toEqual([
        [7, ''],
        [7, ''],
        [0, ''],
      ])
    expect(judge({ rows, covering, lines: [line({ result: 'not-found', amountFen: 20_001n })] })).toEqual([
      [0, 'not-debited'],
      [0, 'not-debited'],
      [7, ''],
    ])
  })

  it('blames as many rows alike as there are debits too many', () => {
    const rows = [row(1), row(2, { cardHash: 'card 1' })]
    const lines = [1, 2, 3].map(() => unexplained({ result: 'ambiguous' }))
    expect(judge({ rows, lines, alikePayouts: () => 2 })).toEqual([
      [0, 'debited-twice'],
      [0, ''],
    ])
  })
})
