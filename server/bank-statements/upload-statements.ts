// Takes uploaded statements: reads each, links its lines, and tells what became of every one of them (D32).

import type { StatementAnswer } from '@paywages/wire/bank-statements/column-answer.ts'
import type { UploadedStatement } from '@paywages/wire/bank-statements/shapes.ts'
import type { Actor } from '../actor.ts'
import { breaks } from '../adapters/postgres/database.ts'
import type { Services } from '../app-services.ts'
import { acceptFile } from '../files/accept-file.ts'
import { discardFiles } from '../files/receive-file.ts'
import type { ReceivedFile } from '../http/call.ts'
import { refusalOf } from '../http/reply.ts'
import { type StatementLayoutRecord, statementLayoutsOf } from '../payouts/layout-store.ts'
import { Refused } from '../refused.ts'
import { readStored } from './read-stored.ts'
import { readStatementAnswer, rememberColumns } from './statement-columns.ts'
import { refuseKnown, storeStatement } from './store-statement.ts'

export type StatementsUpload = {
  readonly providerId?: number | undefined
  /** What a person said of the columns of the only file, as JSON. */
  readonly columns?: string | undefined
  readonly files: readonly ReceivedFile[]
  readonly signal: AbortSignal
}

/** One file's refusal is the call's; of several each is told, and only if none was taken the call is refused. */
export async function uploadStatements(
  services: Services,
  by: Actor,
  { providerId, columns, files, signal }: StatementsUpload,
): Promise<UploadedStatement[]> {
  // Statements are for the pay right, which is a right in one's own provider alone (D38).
  if (providerId !== undefined && providerId !== by.person.providerId)
    throw new Refused('statement-other-provider')
  const answer = files.length === 1 ? readStatementAnswer(columns) : undefined
  const reported: UploadedStatement[] = []
  const refused: { file: ReceivedFile; refusal: Refused }[] = []
  for (const file of files) {
    try {
      reported.push(await takeStatement(services, by, file, { signal, answer }))
    } catch (error) {
      if (!(error instanceof Refused) || files.length === 1) throw error
      refused.push({ file, refusal: error })
      reported.push({ ...NOTHING, fileName: file.name, refusal: sentenceOf(error) })
    }
  }
  const [first] = refused
  if (first && refused.length === files.length)
    throw new Refused(
      first.refusal.code,
      first.refusal.detail,
      refused.map(({ file, refusal }) => ({ field: 'files', msg: `${file.name}：${sentenceOf(refusal)}` })),
    )
  await discardFiles(
    services,
    refused.map(({ file }) => file),
  )
  return reported
}

const NOTHING = {
  statementId: null,
  lineCount: 0,
  linkedCount: 0,
  knownCount: 0,
  ambiguousCount: 0,
  missingCount: 0,
  unreadCount: 0,
  lines: [],
}

const sentenceOf = (refusal: Refused) => refusalOf(refusal).envelope.msg

async function takeStatement(
  services: Services,
  by: Actor,
  received: ReceivedFile,
  { signal, answer }: { readonly signal: AbortSignal; readonly answer: StatementAnswer | undefined },
): Promise<UploadedStatement> {
  const { providerId } = by.person
  const file = await services.database.transact(async (tx) => {
    const kept = await acceptFile(tx, by, received.fileId, { kind: 'statement' }).catch(inStatementWords)
    await refuseKnown(tx, providerId, kept.sha256)
    return kept
  })
  const remembered = await services.database.read((tx) => statementLayoutsOf(tx, providerId))
  const layouts = answer ? [{ ...answer, isAnswer: true }, ...remembered] : remembered
  const read = await readStored(services, file.storeKey, signal, layouts).catch((error: unknown) => {
    throw error instanceof Refused ? withLayout(error, remembered) : error
  })
  try {
    return await services.database.transact(async (tx) => {
      if (answer) await rememberColumns(tx, by, answer, file)
      return storeStatement(tx, services, by, file, read)
    }, 'long')
  } catch (error) {
    // Someone else uploaded the same content while this one was read.
    if (breaks(error, 'statements_content_once'))
      throw new Refused('statement-known', { fileName: file.name })
    throw error
  }
}

/** Whoever is asked sees which answer was remembered, if it no longer fits. */
function withLayout(refused: Refused, layouts: readonly StatementLayoutRecord[]): Refused {
  if (refused.code !== 'statement-columns-unclear') return refused
  const known = layouts.find(({ key }) => key === refused.detail.key)
  return known ? new Refused(refused.code, { ...refused.detail, layoutId: known.layoutId }) : refused
}

/** The specification has a sentence of its own for a statement of the wrong type. */
function inStatementWords(error: unknown): never {
  const isType = error instanceof Refused && (error.code === 'file-type' || error.code === 'file-empty')
  throw isType ? new Refused('statement-type') : error
}
