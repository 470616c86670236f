// The high risks of a batch: listed for its approvers, and held against what they ticked as checked (D44).

import { createHash } from 'node:crypto'
import { type Risk, type RiskCheck, risksOf, validateChecks } from '@paywages/domain/payouts/risks.ts'
import type { WarningKind } from '@paywages/domain/payouts/sheet-warnings.ts'
import { DEVICE_SHARED, ROW_RISKS, type RowRisk } from '@paywages/domain/payouts/warning-levels.ts'
import { riskWords } from '@paywages/wire/payouts/messages.ts'
import type { ListedRisk } from '@paywages/wire/payouts/shapes.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import type { Services } from '../app-services.ts'
import { Refused } from '../refused.ts'
import type { FoundPair } from './account-pairs.ts'
import { approvalsOf, type CheckedRisk } from './approval-store.ts'
import type { BatchRecord } from './batch-store.ts'
import { type RiskRow, riskyRows, rowsOfRisks } from './risk-store.ts'
import { openRow } from './seal-row.ts'

type Batch = Pick<BatchRecord, 'batchId' | 'warningCounts'>

type IdentifiedRisk = Risk & { readonly riskId: string }

/** How many rows and names of a risk are told. */
const TOLD_ROWS = 20
const TOLD_NAMES = 3

/** The kinds that a risk is made of. */
const MADE_OF: Readonly<Record<RowRisk, readonly WarningKind[]>> = {
  'likely-duplicate': ['likely-duplicate'],
  'card-and-amount': ['card-changed', 'amount-unusual'],
  'card-shared': ['card-shared'],
  'ids-consecutive': ['ids-consecutive'],
  'hidden-row': ['hidden-row'],
}

/** Most batches have none, which their counts tell without a look at their rows. */
async function standingRisks(tx: Tx, { batchId, warningCounts }: Batch): Promise<IdentifiedRisk[]> {
  const possible = ROW_RISKS.some((kind) => MADE_OF[kind].every((one) => (warningCounts[one] ?? 0) > 0))
  if (!possible) return []
  return risksOf(await riskyRows(tx, batchId)).map((risk) => ({ ...risk, riskId: riskIdOf(risk) }))
}

/** Of the kind and every row it stands for: a risk that has changed is another one. */
function riskIdOf({ kind, rows }: Risk): string {
  const digest = createHash('sha256')
  for (const { rowId } of rows) digest.update(`${rowId}\n`)
  return `${kind}-${digest.digest('hex').slice(0, 32)}`
}

/** Two accounts stay the same risk whatever happens to the rows. */
const pairRiskId = ({ accountIds }: FoundPair) => `${DEVICE_SHARED}-${accountIds.join('-')}`

const highPairs = (pairs: readonly FoundPair[]) => pairs.filter(({ high }) => high)

const sumOf = ({ rows }: Risk) => rows.reduce((sum, { amountFen }) => sum + amountFen, 0n)

const numbersOf = ({ rows }: Risk) => rows.slice(0, TOLD_ROWS).map(({ rowNumber }) => rowNumber)

/** Refused unless every risk that stands now was checked; what was, as it is written down. */
export async function checkRisks(
  tx: Tx,
  batch: Batch,
  pairs: readonly FoundPair[],
  checks: readonly RiskCheck[],
): Promise<readonly CheckedRisk[]> {
  const risks = await standingRisks(tx, batch)
  const pairIds = highPairs(pairs).map(pairRiskId)
  const riskIds = [...pairIds, ...risks.map(({ riskId }) => riskId)]
  const refusal = validateChecks(riskIds, checks)
  if (refusal) throw new Refused(refusal, { count: riskIds.length })
  const words = new Map(checks.map(({ riskId, word }) => [riskId, word]))
  const people = pairIds.map(
    (riskId): CheckedRisk => ({
      riskId,
      kind: DEVICE_SHARED,
      rowNumbers: [],
      rowCount: 0,
      amountFen: 0n,
      word: words.get(riskId) ?? '',
    }),
  )
  const ofRows = risks.map((risk) => ({
    riskId: risk.riskId,
    kind: risk.kind,
    rowNumbers: numbersOf(risk),
    rowCount: risk.rows.length,
    amountFen: sumOf(risk),
    word: words.get(risk.riskId) ?? '',
  }))
  return [...people, ...ofRows]
}

/** For the audit log: 疑似重复发放（第 10 行）：两场拍摄，合同两份. */
export function checkedInWords({ kind, rowNumbers, rowCount, word }: CheckedRisk): string {
  if (rowCount === 0) return `${riskWords[kind]}：${word}`
  const more = rowCount > rowNumbers.length ? ` 等 ${rowCount} 笔` : ''
  return `${riskWords[kind]}（第 ${rowNumbers.join('、')} 行${more}）：${word}`
}

export async function listRisks(
  tx: Tx,
  services: Services,
  batch: Batch,
  pairs: readonly FoundPair[] = [],
): Promise<ListedRisk[]> {
  const risks = await standingRisks(tx, batch)
  const people = highPairs(pairs)
  if (risks.length === 0 && people.length === 0) return []
  const told = risks.flatMap(({ rows }) => rows.slice(0, TOLD_NAMES).map(({ rowId }) => rowId))
  const [rows, history] = await Promise.all([rowsOfRisks(tx, told), approvalsOf(tx, batch.batchId)])
  const earlier = history.flatMap(({ account, realName, checkedRisks }) =>
    checkedRisks.map(({ riskId, word }) => ({ riskId, name: realName || account, word })),
  )
  const earlierOf = (riskId: string) =>
    earlier.filter((one) => one.riskId === riskId).map(({ name, word }) => ({ name, word }))
  const ofPeople = people.map((pair): ListedRisk => {
    const riskId = pairRiskId(pair)
    const none = { rowNumbers: [], rowCount: 0, amountFen: 0n, about: '' }
    return { riskId, kind: DEVICE_SHARED, names: [...pair.names], ...none, earlier: earlierOf(riskId) }
  })
  const ofRows = risks.map((risk): ListedRisk => {
    const own = risk.rows.flatMap(({ rowId }) => rows.get(rowId) ?? [])
    return {
      riskId: risk.riskId,
      kind: risk.kind,
      names: [...new Set(own.map(({ name }) => name))],
      rowNumbers: numbersOf(risk),
      rowCount: risk.rows.length,
      amountFen: sumOf(risk),
      about: aboutOf(services, risk, own[0]),
      earlier: earlierOf(risk.riskId),
    }
  })
  return [...ofPeople, ...ofRows]
}

/** Why, for a risk of one row or one card. */
function aboutOf(services: Services, { kind, rows }: Risk, first: RiskRow | undefined): string {
  if (first === undefined) return ''
  if (kind === 'card-shared') {
    const isOneCard = new Set(rows.map(({ cardHash }) => cardHash)).size === 1
    return isOneCard ? `${first.bank} •••• ${openRow(services.cipher, first.sealed).cardNo.slice(-4)}` : ''
  }
  if (kind === 'ids-consecutive') return first.warningAbouts?.[kind] ?? ''
  if (rows.length > 1) return ''
  const told = kind === 'card-and-amount' ? 'amount-unusual' : kind
  return first.warningAbouts?.[told] ?? ''
}
