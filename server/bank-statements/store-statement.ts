// Stores a statement that was read: its lines linked, its file attached, in one transaction (D32).

import type { LineResult } from '@paywages/domain/bank-statements/line-result.ts'
import type { ReadLine } from '@paywages/domain/bank-statements/statement-lines.ts'
import { parseReference } from '@paywages/domain/transfers/reference.ts'
import type { UploadedStatement } from '@paywages/wire/bank-statements/shapes.ts'
import type { Actor } from '../actor.ts'
import type { ReadStatement } from '../adapters/pdf/parse-bank-statement.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import type { Services } from '../app-services.ts'
import { recordEntry } from '../audit-log/record-entry.ts'
import { attachFile } from '../files/accept-file.ts'
import type { FileRecord } from '../files/store.ts'
import { Refused } from '../refused.ts'
import { linkLines } from './link-lines.ts'
import { ownAccountNos } from './own-accounts-store.ts'
import { sealAccount } from './seal-account.ts'
import { insertLines, insertStatement, insertUnread, lockLinks, type NewLine, nameOfKnown } from './store.ts'

export type StoredStatement = UploadedStatement & { readonly statementId: number }

export async function refuseKnown(tx: Tx, providerId: number, sha256: string): Promise<void> {
  const fileName = await nameOfKnown(tx, providerId, sha256)
  if (fileName !== undefined) throw new Refused('statement-known', { fileName })
}

/** A message says whose account it is of: another company's, or whose payment it was, says nothing of ours. */
async function linesOfOwn(
  tx: Tx,
  services: Services,
  providerId: number,
  lines: readonly ReadLine[],
): Promise<readonly ReadLine[]> {
  const told = new Set(lines.flatMap(({ ownAccount }) => ownAccount ?? []))
  if (told.size === 0) return lines
  const known = await ownAccountNos(tx, services.cipher, providerId)
  // Where nobody has entered an account, one alone may be the company's.
  const isOwn = (account: string) => known.has(account) || (known.size === 0 && told.size === 1)
  const own = lines.filter(({ ownAccount }) => ownAccount === undefined || isOwn(ownAccount))
  if (own.length === 0) throw new Refused('statement-other-account')
  return own
}

export async function storeStatement(
  tx: Tx,
  services: Services,
  by: Actor,
  file: FileRecord,
  read: ReadStatement,
): Promise<StoredStatement> {
  const { providerId, accountId } = by.person
  await lockLinks(tx, providerId)
  await refuseKnown(tx, providerId, file.sha256)
  const own = await linesOfOwn(tx, services, providerId, read.lines)
  const decisions = await linkLines(tx, services.cipher, providerId, own, by.at)
  const lines = own.map((line, index): NewLine => {
    const decision = decisions[index] ?? { result: 'not-found' as const, rowId: null }
    const ownReference = [...line.numbers, ...line.remarkCodes].find((one) => parseReference(one)) ?? ''
    return { ...line, ...sealAccount(services.cipher, line.account), ownReference, ...decision }
  })
  const days = own.flatMap(({ day }) => day ?? []).sort()
  const statementId = await insertStatement(tx, {
    providerId,
    fileId: file.fileId,
    fileName: file.name,
    sha256: file.sha256,
    uploaderId: accountId,
    uploadedAt: by.at,
    pageCount: read.pageCount,
    lineCount: lines.length,
    firstDay: days[0] ?? null,
    lastDay: days.at(-1) ?? null,
    unreadCount: read.unread.length,
    totals: read.totals,
  })
  await attachFile(tx, by, file.fileId, { kind: 'statement', recordId: String(statementId), providerId })
  await insertLines(tx, { statementId, providerId, by: accountId, at: by.at }, lines)
  await insertUnread(tx, statementId, read.unread)
  const count = (result: LineResult) => lines.filter((line) => line.result === result).length
  const counts = {
    lineCount: lines.length,
    linkedCount: count('linked'),
    knownCount: count('already-linked'),
    ambiguousCount: count('ambiguous'),
    missingCount: count('not-found'),
    unreadCount: read.unread.length,
  }
  await recordEntry(tx, by, {
    action: 'upload-statement',
    object: { kind: 'statement', id: statementId, name: file.name },
    after: { ...counts, pageCount: read.pageCount, sha256: file.sha256 },
  })
  return {
    fileName: file.name,
    statementId,
    refusal: '',
    ...counts,
    lines: lines.map(({ lineNumber, page, result, rowId }) => ({
      lineNumber,
      page,
      result,
      rowId: rowId === null ? null : Number(rowId),
    })),
  }
}
