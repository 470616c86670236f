// Holds the files at the bank against the statements of their accounts, round by round: what is borne out, and what contradicts (ADR 85).

import { type EvidenceLine, judgeEvidence } from '@paywages/domain/bank-files/statement-evidence.ts'
import { addDays, DAY_MS, shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import type { Services } from '../app-services.ts'
import { recordAnonymousEntry } from '../audit-log/record-entry.ts'
import {
  batchDebitsOf,
  coveringStatements,
  endsOfRows,
  filesOfStatement,
  isAsked,
  linesAbout,
  payoutsAlike,
  reachOf,
  setContradictions,
  setListed,
  takeAsked,
} from './evidence-store.ts'
import { type BankFile, lockBankFile } from './file-store.ts'

const MAX_AT_ONCE = 50

/** One round; returns how many comparisons were asked for. */
export async function compareStatements(services: Services): Promise<number> {
  if (!(await services.database.query(isAsked))) return 0
  return services.database.transact(async (tx) => {
    const asked = await takeAsked(tx, MAX_AT_ONCE)
    const files = new Set(asked.flatMap(({ bankFileId }) => bankFileId ?? []))
    for (const statementId of new Set(asked.flatMap((one) => one.statementId ?? [])))
      for (const bankFileId of await filesOfStatement(tx, statementId)) files.add(bankFileId)
    for (const bankFileId of [...files].sort((a, b) => a - b)) await compareFile(tx, services, bankFileId)
    return asked.length
  }, 'long')
}

async function compareFile(tx: Tx, services: Services, bankFileId: number): Promise<void> {
  const file = await lockBankFile(tx, { of: 'everything' }, bankFileId)
  if (!file) return
  const judged = judgeEvidence(await evidenceOf(tx, file))
  await setListed(tx, bankFileId, judged)
  const found = judged.flatMap(({ position, contradictions }) =>
    contradictions.map((one) => ({ position, ...one })),
  )
  const now = services.clock.now()
  const news = await setContradictions(tx, bankFileId, found, now)
  if (news.length === 0) return
  for (const { what } of news) services.metrics.transferAlarms.inc({ alarm: `statement-${what}` })
  services.log.error({ bankFileId, rows: news.length }, 'a statement contradicts what became of a bank file')
  const counts = Map.groupBy(news, ({ what }) => what)
  await recordAnonymousEntry(
    tx,
    { at: now, address: '', hostname: '', requestId: 'statement-comparison' },
    {
      action: 'find-contradiction',
      object: { kind: 'bank-file', id: bankFileId, name: file.name },
      providerId: file.providerId,
      after: Object.fromEntries([...counts].map(([what, rows]) => [what, rows.length])),
    },
  )
}

/** Payouts that started so long before may stand on the same statement. */
const ALIKE_DAYS = 10

async function evidenceOf(tx: Tx, file: BankFile) {
  const rows = await endsOfRows(tx, file.bankFileId)
  const since = addDays(shanghaiDay(file.madeAt), -1)
  const sum = rows.reduce((total, { amountFen }) => total + amountFen, 0n)
  const failedSum = rows.reduce(
    (total, { amountFen, end }) => total + (end === 'failed' ? amountFen : 0n),
    0n,
  )
  const rowIds = rows.map(({ rowId }) => rowId)
  const lines = await linesAbout(tx, file.providerId, since, {
    rowIds,
    references: rows.map(({ reference }) => reference),
    amounts: [...new Set([...rows.map(({ amountFen }) => amountFen), sum, sum - failedSum])],
  })
  const reach = await reachOf(tx, file.bankFileId)
  const covering = reach ? await coveringStatements(tx, file.providerId, file.batchId, reach) : []
  const alike = await payoutsAlike(
    tx,
    file.providerId,
    new Date(file.madeAt.getTime() - ALIKE_DAYS * DAY_MS),
    cardsOf(lines),
  )
  return {
    rows,
    lines,
    batchDebits: await batchDebitsOf(tx, rowIds),
    covering,
    alikePayouts: (cardHash: string, amountFen: bigint) => alike.get(`${cardHash} ${amountFen}`) ?? 0,
  }
}

const cardsOf = (lines: readonly EvidenceLine[]): string[] => [
  ...new Set(lines.flatMap(({ rowId, cardHash }) => (rowId === null && cardHash !== '' ? [cardHash] : []))),
]
