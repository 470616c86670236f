// What statements of the paying account say of the rows of a file: they bear out how a row ended, contradict it, or say nothing (ADR 85).

/** How a row ended, by a confirmed result, a withdrawal or two people; undefined while it is open. */
export type RowEnd = 'succeeded' | 'failed' | 'returned' | undefined

export const CONTRADICTIONS = [
  /** Paid, and a statement that covers the days shows no debit. */
  'not-debited',
  /** Paid, and the money came back. */
  'came-back',
  /** Failed or withdrawn, and debited. */
  'failed-debited',
  'debited-twice',
  /** A line names its reference with another amount. */
  'other-amount',
] as const
export type Contradiction = (typeof CONTRADICTIONS)[number]

export type EvidenceRow = {
  readonly position: number
  readonly rowId: bigint
  readonly reference: string
  readonly cardHash: string
  readonly amountFen: bigint
  readonly end: RowEnd
}

export type EvidenceLine = {
  readonly statementId: bigint
  readonly kind: 'debit' | 'return'
  readonly result: 'linked' | 'already-linked' | 'ambiguous' | 'not-found'
  /** Nobody knows which way the money went. */
  readonly unclear: boolean
  readonly rowId: bigint | null
  /** Above one: it pays a whole batch. */
  readonly rowCount: number
  /** Empty where the bank prints no full card. */
  readonly cardHash: string
  readonly ownReference: string
  readonly amountFen: bigint
}

export type Judged = {
  readonly position: number
  /** The statement that bears it out. */
  readonly listedIn: bigint | undefined
  readonly contradictions: readonly { readonly what: Contradiction; readonly statementId: bigint }[]
}

export type Evidence = {
  readonly rows: readonly EvidenceRow[]
  readonly lines: readonly EvidenceLine[]
  /** Rows that a debit of a whole batch pays, by the statement that lists it. */
  readonly batchDebits: ReadonlyMap<bigint, bigint>
  /** Statements of the account that reach from the submission to after the result. */
  readonly covering: readonly bigint[]
  /** How many payouts of the provider of those days go to one card with one amount, whatever file they stand in. */
  readonly alikePayouts: (cardHash: string, amountFen: bigint) => number
}

const alike = ({ cardHash, amountFen }: { cardHash: string; amountFen: bigint }) => `${cardHash} ${amountFen}`

/** The console's browsers have no Map.groupBy. */
function grouped<T>(all: readonly T[], keyOf: (one: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const one of all) {
    const group = groups.get(keyOf(one))
    if (group) group.push(one)
    else groups.set(keyOf(one), [one])
  }
  return groups
}

/** What one statement lists of one row. */
type Listed = { debits: number; returns: number; otherAmount: boolean }
type Listings = Map<number, Map<bigint, Listed>>

function note(listings: Listings, position: number, statementId: bigint): Listed {
  const ofRow = listings.get(position) ?? new Map<bigint, Listed>()
  listings.set(position, ofRow)
  const listed = ofRow.get(statementId) ?? { debits: 0, returns: 0, otherAmount: false }
  ofRow.set(statementId, listed)
  return listed
}

/** Lines of a row by link, by our reference, or by card and amount where nothing else explains them. */
function listingsOf({ rows, lines, alikePayouts }: Evidence): Listings {
  const byId = new Map(rows.map((row) => [row.rowId, row]))
  const byReference = new Map(rows.map((row) => [row.reference, row]))
  const byCard = grouped(rows, alike)
  const listings: Listings = new Map()
  const unexplained: EvidenceLine[] = []
  for (const line of lines) {
    if (line.unclear || line.rowCount > 1) continue
    const linked = line.rowId === null ? undefined : byId.get(line.rowId)
    const named = byReference.get(line.ownReference)
    const row = linked ?? named
    if (row === undefined) {
      if (line.rowId === null && line.ownReference === '' && line.cardHash !== '') unexplained.push(line)
      continue
    }
    const listed = note(listings, row.position, line.statementId)
    if (line.amountFen !== row.amountFen) listed.otherAmount = true
    else if (line.kind === 'debit') listed.debits += 1
    else listed.returns += 1
  }
  for (const [key, group] of grouped(
    unexplained,
    (line) => `${line.statementId} ${line.kind} ${alike(line)}`,
  )) {
    const [line] = group
    const own = line && byCard.get(alike(line))
    if (!line || !own) continue
    for (const row of explainable(own, group, listings, alikePayouts)) {
      const listed = note(listings, row.position, line.statementId)
      if (key.includes(' return ')) listed.returns += 1
      else listed.debits += 1
    }
  }
  return listings
}

/** Of rows alike, those that lines which nothing explains can only mean. */
function explainable(
  rows: readonly EvidenceRow[],
  group: readonly EvidenceLine[],
  listings: Listings,
  alikePayouts: Evidence['alikePayouts'],
): readonly EvidenceRow[] {
  const [line] = group
  if (!line) return []
  if (line.kind === 'return') return rows.filter(({ end }) => end === 'succeeded').slice(0, group.length)
  const found = group.filter(({ result }) => result === 'not-found')
  const failed = rows.filter(({ end }) => end === 'failed')
  if (found.length > 0 && failed.length > 0) return failed.slice(0, found.length)
  const listedHere = rows.filter(
    (row) => (listings.get(row.position)?.get(line.statementId)?.debits ?? 0) > 0,
  )
  // More debits than there are payouts: somebody was paid twice, whichever line it is.
  const excess = listedHere.length + group.length - alikePayouts(line.cardHash, line.amountFen)
  if (excess <= 0) return []
  return listedHere.length > 0
    ? listedHere.slice(0, excess)
    : rows.slice(0, excess).flatMap((row) => [row, row])
}

/** One debit of the whole file, or of all that it paid: banks book a payroll so. */
function lumpOf({ rows, lines }: Evidence): bigint | undefined {
  if (rows.length < 2) return undefined
  const sum = (some: readonly EvidenceRow[]) => some.reduce((total, { amountFen }) => total + amountFen, 0n)
  const sums = new Set([sum(rows), sum(rows.filter(({ end }) => end !== 'failed'))])
  return lines.find(
    ({ kind, unclear, rowId, amountFen }) =>
      kind === 'debit' && !unclear && rowId === null && sums.has(amountFen),
  )?.statementId
}

/** Lines that nobody has linked yet may be a row's: their statements do not show that it has none. */
const unlinkedDebits = (lines: readonly EvidenceLine[]): ReadonlySet<string> =>
  new Set(
    lines
      .filter(({ rowId, kind, unclear }) => rowId === null && (kind === 'debit' || unclear))
      .map((line) => alike(line)),
  )

/** All rows of one file together. */
export function judgeEvidence(evidence: Evidence): Judged[] {
  const listings = listingsOf(evidence)
  const lump = lumpOf(evidence)
  const unlinked = unlinkedDebits(evidence.lines)
  return evidence.rows.map((row) => {
    const listed = [...(listings.get(row.position) ?? [])]
    const isUnlinked = unlinked.has(alike(row)) || unlinked.has(alike({ ...row, cardHash: '' }))
    const covering = isUnlinked ? [] : evidence.covering
    return judgeRow(row, listed, evidence.batchDebits.get(row.rowId) ?? lump, covering)
  })
}

function judgeRow(
  { position, end }: EvidenceRow,
  listed: readonly (readonly [bigint, Listed])[],
  wholesale: bigint | undefined,
  covering: readonly bigint[],
): Judged {
  const where = (fits: (one: Listed) => boolean) => listed.find(([, one]) => fits(one))?.[0]
  const debited = where(({ debits }) => debits > 0)
  const cameBack = where(({ returns }) => returns > 0)
  const otherAmount = where((one) => one.otherAmount)
  const [covered] = covering
  const contradictions: { what: Contradiction; statementId: bigint }[] = []
  const say = (what: Contradiction, statementId: bigint | undefined) => {
    if (statementId !== undefined) contradictions.push({ what, statementId })
  }
  const isListed = debited !== undefined || wholesale !== undefined
  if (end === 'succeeded' && !isListed && otherAmount === undefined && cameBack === undefined)
    say('not-debited', covered)
  if (end === 'succeeded') say('came-back', cameBack)
  // Debited and given back is how some banks fail a payment.
  if (end === 'failed' && cameBack === undefined) say('failed-debited', debited)
  say(
    'debited-twice',
    where(({ debits, returns }) => debits - returns > 1),
  )
  say('other-amount', otherAmount)
  if (contradictions.length > 0 || end === undefined) return { position, listedIn: undefined, contradictions }
  return { position, listedIn: bornOutBy(end, { debited, cameBack, wholesale, covered }), contradictions }
}

type Found = Readonly<Record<'debited' | 'cameBack' | 'wholesale' | 'covered', bigint | undefined>>

function bornOutBy(end: NonNullable<RowEnd>, found: Found): bigint | undefined {
  switch (end) {
    case 'succeeded':
      return found.debited ?? found.wholesale
    case 'returned':
      return found.cameBack
    case 'failed':
      if (found.wholesale !== undefined) return undefined
      return found.cameBack ?? found.covered
  }
}
