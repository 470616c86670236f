// Personal statements as papers: one as its PDF, several as a zip whose papers are set while it is sent (D28, D33).

import { Readable } from 'node:stream'
import { type Scope, scopeOf } from '@paywages/domain/accounts/rights.ts'
import { shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import { MEDIA_TYPES } from '@paywages/domain/files/file-kind.ts'
import { safeFileName } from '@paywages/domain/files/file-name.ts'
import { statementNo } from '@paywages/domain/tax/statement-no.ts'
import type { Actor } from '../../actor.ts'
import type { Tx } from '../../adapters/postgres/database.ts'
import { type ZipPart, zipParts } from '../../adapters/zip/zip-stream.ts'
import { recordEntry } from '../../audit/record-entry.ts'
import type { House } from '../../house.ts'
import type { Download } from '../../http/call.ts'
import { Refused } from '../../refused.ts'
import { idCardNoOf } from '../id-card-no.ts'
import { periodFigures } from '../periods/figures-store.ts'
import { payerOf } from '../periods/period-store.ts'
import { type StatementDraft, setStatement } from './set-statement.ts'
import { statementFileName, statementsZipName } from './statement-labels.ts'
import { linesOfStatement } from './statement-lines-store.ts'
import { findStatements, type StatementRecord } from './statement-list-store.ts'
import { statementText } from './statement-text.ts'

export async function downloadStatements(
  house: House,
  by: Actor,
  { statementIds, inline }: { readonly statementIds: readonly number[]; readonly inline: boolean },
): Promise<Download> {
  const statements = await takeStatements(house, by, scopeOf(by.person), statementIds)
  const [only] = statements
  if (only && statements.length === 1) {
    const pdf = await paperOf(house, only)
    return {
      stream: Readable.from([pdf]),
      size: pdf.length,
      name: nameOf(only),
      contentType: MEDIA_TYPES.pdf,
      inline,
    }
  }
  return {
    stream: Readable.from(zipParts(partsOf(house, statements)), { objectMode: false }),
    name: statementsZipName(shanghaiDay(by.at), statements.length),
    contentType: 'application/zip',
    inline: false,
  }
}

const nameOf = ({ month, statementId, name }: StatementRecord) =>
  safeFileName(statementFileName(statementNo(month, statementId), name))

/** Each of them stands in the audit log before the first byte leaves. */
function takeStatements(
  house: House,
  by: Actor,
  scope: Scope,
  statementIds: readonly number[],
): Promise<StatementRecord[]> {
  return house.database.transact(async (tx) => {
    const statements = await findStatements(tx, scope, statementIds)
    if (statements.length !== statementIds.length) throw new Refused('not-found')
    for (const { statementId, month, name, providerId } of statements)
      await recordEntry(tx, by, {
        action: 'download-tax-statement',
        object: {
          kind: 'tax-statement',
          id: statementId,
          name: `${statementNo(month, statementId)} ${name}`,
        },
        providerId,
      })
    return statements
  })
}

async function* partsOf(house: House, statements: readonly StatementRecord[]): AsyncGenerator<ZipPart> {
  for (const statement of statements)
    yield { name: nameOf(statement), body: [await paperOf(house, statement)] }
}

async function paperOf(house: House, statement: StatementRecord): Promise<Buffer> {
  const draft = await house.database.read((tx) => draftOf(tx, house, statement))
  return setStatement(statementText(statement.textVersion), draft)
}

async function draftOf(
  tx: Tx,
  { cipher, taxTables }: House,
  statement: StatementRecord,
): Promise<StatementDraft> {
  const payer = await payerOf(tx, statement.taxId)
  const [person] = await periodFigures(tx, statement, [statement.rowId])
  if (!payer || !person) throw new Error('a statement has no period or no payout')
  return {
    statement,
    payer,
    idCardNo: idCardNoOf(cipher, statement.sealed),
    person,
    lines: await linesOfStatement(tx, statement),
    tables: taxTables,
  }
}
