// Takes uploaded statements: reads each, links its lines, and tells what became of every one of them (D32).

import type { UploadedStatement } from '@paywages/wire/statements/shapes.ts'
import type { Actor } from '../actor.ts'
import { breaks } from '../adapters/postgres/database.ts'
import { keepFile } from '../files/keep-file.ts'
import { discardFiles } from '../files/receive-file.ts'
import type { House } from '../house.ts'
import type { ReceivedFile } from '../http/call.ts'
import { refusalOf } from '../http/reply.ts'
import { Refused } from '../refused.ts'
import { readStored } from './read-stored.ts'
import { refuseKnown, storeStatement } from './store-statement.ts'

export type StatementsUpload = {
  readonly providerId: number | undefined
  readonly files: readonly ReceivedFile[]
  readonly signal: AbortSignal
}

/** One file's refusal is the call's; of several each is told, and only if none was taken the call is refused. */
export async function uploadStatements(
  house: House,
  by: Actor,
  { providerId, files, signal }: StatementsUpload,
): Promise<UploadedStatement[]> {
  // Statements are for the pay right, which is a right in one's own provider alone (D38).
  if (providerId !== undefined && providerId !== by.person.providerId)
    throw new Refused('statement-other-provider')
  const told: UploadedStatement[] = []
  const refused: { file: ReceivedFile; refusal: Refused }[] = []
  for (const file of files) {
    try {
      told.push(await takeStatement(house, by, file, signal))
    } catch (error) {
      if (!(error instanceof Refused) || files.length === 1) throw error
      refused.push({ file, refusal: error })
      told.push({ ...NOTHING, fileName: file.name, refusal: sentenceOf(error) })
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
    house,
    refused.map(({ file }) => file),
  )
  return told
}

const NOTHING = {
  statementId: null,
  lineCount: 0,
  linkedCount: 0,
  knownCount: 0,
  ambiguousCount: 0,
  missingCount: 0,
  lines: [],
}

const sentenceOf = (refusal: Refused) => refusalOf(refusal).envelope.msg

async function takeStatement(
  house: House,
  by: Actor,
  received: ReceivedFile,
  signal: AbortSignal,
): Promise<UploadedStatement> {
  const { providerId } = by.person
  const file = await house.database.transact(async (tx) => {
    const kept = await keepFile(tx, by, received.fileId, { kind: 'statement' }).catch(inStatementWords)
    await refuseKnown(tx, providerId, kept.sha256)
    return kept
  })
  const read = await readStored(house, file.storeKey, signal)
  try {
    return await house.database.transact((tx) => storeStatement(tx, house, by, file, read))
  } catch (error) {
    // Someone else uploaded the same content while this one was read.
    if (breaks(error, 'statements_content_once'))
      throw new Refused('statement-known', { fileName: file.name })
    throw error
  }
}

/** The specification has a sentence of its own for a statement of the wrong type. */
function inStatementWords(error: unknown): never {
  const isType = error instanceof Refused && (error.code === 'file-type' || error.code === 'file-empty')
  throw isType ? new Refused('statement-type') : error
}
