// Takes a statement of a receiving account: keeps its credits, and matches them with recharges (D50).

import { createHash } from 'node:crypto'
import type { ReadLine } from '@paywages/domain/bank-statements/statement-lines.ts'
import type { UploadedReceiverStatement } from '@paywages/wire/recharges/receiver-endpoints.ts'
import type { Actor } from '../actor.ts'
import { CREDIT_SEAL } from '../adapters/personal-data/contexts.ts'
import { breaks, type Tx } from '../adapters/postgres/database.ts'
import type { Services } from '../app-services.ts'
import { recordEntry } from '../audit-log/record-entry.ts'
import { readStored } from '../bank-statements/read-stored.ts'
import { acceptFile, attachFile } from '../files/accept-file.ts'
import type { FileRecord } from '../files/store.ts'
import type { ReceivedFile } from '../http/call.ts'
import { Refused } from '../refused.ts'
import {
  insertCredits,
  insertReceiverStatement,
  knownReceiverStatement,
  type NewCredit,
} from './credit-store.ts'
import { matchReceiver } from './match-receiver.ts'
import { requireAccount } from './receiver-accounts.ts'

export type ReceiverUpload = {
  readonly account: string
  readonly files: readonly ReceivedFile[]
  readonly signal: AbortSignal
}

export async function uploadReceiverStatement(
  services: Services,
  by: Actor,
  { account, files, signal }: ReceiverUpload,
): Promise<UploadedReceiverStatement> {
  const [received] = files
  if (!received) throw new Refused('file-missing')
  const file = await services.database.transact(async (tx) => {
    await requireAccount(tx, services, by, account)
    const kept = await acceptFile(tx, by, received.fileId, { kind: 'statement' }).catch(inStatementWords)
    await refuseKnown(tx, account, kept.sha256)
    return kept
  })
  const { lines } = await readStored(services, file.storeKey, signal, [])
  try {
    return await services.database.transact((tx) => storeCredits(tx, services, by, { account, file, lines }))
  } catch (error) {
    // Someone else uploaded the same content while this one was read.
    if (breaks(error, 'receiver_statements_content_once'))
      throw new Refused('receiver-statement-known', { fileName: file.name })
    throw error
  }
}

function inStatementWords(error: unknown): never {
  const isType = error instanceof Refused && (error.code === 'file-type' || error.code === 'file-empty')
  throw isType ? new Refused('statement-type') : error
}

async function refuseKnown(tx: Tx, account: string, sha256: string): Promise<void> {
  const fileName = await knownReceiverStatement(tx, account, sha256)
  if (fileName !== undefined) throw new Refused('receiver-statement-known', { fileName })
}

type Uploaded = { account: string; file: FileRecord; lines: readonly ReadLine[] }

export async function storeCredits(
  tx: Tx,
  services: Services,
  by: Actor,
  { account, file, lines }: Uploaded,
): Promise<UploadedReceiverStatement> {
  // Money that came in beyond doubt; a direction that is not told is no evidence of money.
  const credits = creditsOf(
    services,
    lines.filter(({ kind, unclear }) => kind === 'return' && !unclear),
  )
  if (credits.length === 0) throw new Refused('no-credits')
  const { accountId, providerId } = by.person
  const statementId = await insertReceiverStatement(tx, {
    account,
    fileId: file.fileId,
    fileName: file.name,
    sha256: file.sha256,
    uploaderId: accountId,
    uploadedAt: by.at,
    lineCount: lines.length,
  })
  await attachFile(tx, by, file.fileId, {
    kind: 'statement',
    recordId: `receiver-${statementId}`,
    providerId,
  })
  const newCount = await insertCredits(tx, { statementId, account }, credits)
  const counts = {
    lineCount: lines.length,
    creditCount: credits.length,
    newCount,
    matchedCount: await matchReceiver(tx, services, account, by.at),
    unclearCount: lines.filter(({ unclear }) => unclear).length,
  }
  await recordEntry(tx, by, {
    action: 'upload-receiver-statement',
    object: { kind: 'receiver-statement', id: statementId, name: file.name },
    after: { receiverAccount: account, ...counts, sha256: file.sha256 },
  })
  return { fileName: file.name, ...counts }
}

function creditsOf({ cipher }: Services, lines: readonly ReadLine[]): NewCredit[] {
  const seen = new Map<string, number>()
  return lines.map((line) => {
    const text = lineText(line)
    const before = seen.get(text) ?? 0
    seen.set(text, before + 1)
    return {
      // Lines alike within one statement are several; the same number of them in another statement are the same.
      lineKey: createHash('sha256').update(`${text}|${before}`).digest('hex'),
      page: line.page,
      lineNumber: line.lineNumber,
      day: line.day,
      payerName: line.name,
      sealedPayer: line.account === '' ? '' : cipher.seal(line.account, CREDIT_SEAL),
      amountFen: line.amountFen,
      balanceFen: line.balanceFen ?? null,
      remark: line.remark,
    }
  })
}

/** The balance after it tells a line from all others, however it is printed; else all that is printed does. */
function lineText({ day, amountFen, balanceFen, reference, name, remark }: ReadLine): string {
  const rest = balanceFen === undefined ? JSON.stringify([reference, name, remark]) : `balance ${balanceFen}`
  return `${day}|${amountFen}|${rest}`
}
