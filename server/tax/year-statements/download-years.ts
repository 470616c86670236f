// The statements of a year as PDFs: one as its PDF, several as a zip whose PDFs are rendered while it is sent (ADR 38, D33).

import { Readable } from 'node:stream'
import { scopeOf } from '@paywages/domain/accounts/rights.ts'
import { shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import { MEDIA_TYPES } from '@paywages/domain/files/file-kind.ts'
import { safeFileName } from '@paywages/domain/files/file-name.ts'
import type { Actor } from '../../actor.ts'
import type { Tx } from '../../adapters/postgres/database.ts'
import { type ZipPart, zipParts } from '../../adapters/zip/zip-stream.ts'
import type { Services } from '../../app-services.ts'
import { recordEntry } from '../../audit-log/record-entry.ts'
import type { Download } from '../../http/call.ts'
import { Refused } from '../../refused.ts'
import { idCardNoOf } from '../id-card-no.ts'
import { numberOf, renderYear, type YearDraft } from './render-year.ts'
import { auditName, yearFileName, yearsZipName } from './year-labels.ts'
import { findVersion, findYears, type YearStatementRecord } from './year-list-store.ts'
import { yearText } from './year-text.ts'

type Wanted = {
  readonly statementIds: readonly number[]
  readonly providerId?: number | undefined
  readonly inline: boolean
}

/** What stands of each person's year, with every payer that the asker sees; or with one of them. */
export async function downloadYears(services: Services, by: Actor, wanted: Wanted): Promise<Download> {
  const people = await services.database.transact(async (tx) => {
    const filter = { scope: scopeOf(by.person), providerId: wanted.providerId }
    const found = await findYears(tx, filter, wanted.statementIds)
    if (found.length === 0) throw new Refused('not-found')
    await noteDownload(tx, by, found)
    return [...Map.groupBy(found, ({ year, idHash }) => `${year} ${idHash}`).values()]
  })
  const [only] = people
  if (only && people.length === 1) return pdfOf(services, only, wanted.inline)
  return {
    stream: Readable.from(zipParts(partsOf(services, people)), { objectMode: false }),
    name: yearsZipName(shanghaiDay(by.at), people.length),
    contentType: 'application/zip',
    inline: false,
  }
}

/** One payer's version as it was made. */
export async function downloadVersion(
  services: Services,
  by: Actor,
  { statementId, inline }: { readonly statementId: number; readonly inline: boolean },
): Promise<Download> {
  const version = await services.database.transact(async (tx) => {
    const found = await findVersion(tx, scopeOf(by.person), statementId)
    if (!found) throw new Refused('not-found')
    await noteDownload(tx, by, [found])
    return found
  })
  return pdfOf(services, [version], inline)
}

/** Each payer's stands in the audit log before the first byte leaves. */
async function noteDownload(tx: Tx, by: Actor, statements: readonly YearStatementRecord[]): Promise<void> {
  for (const statement of statements) {
    const { statementId, providerId, version } = statement
    await recordEntry(tx, by, {
      action: 'download-year-statement',
      object: { kind: 'tax-year-statement', id: statementId, name: auditName(statement) },
      providerId,
      after: { version },
    })
  }
}

async function pdfOf(
  services: Services,
  statements: readonly YearStatementRecord[],
  inline: boolean,
): Promise<Download> {
  const { pdf, name } = await paperOf(services, statements)
  return { stream: Readable.from([pdf]), size: pdf.length, name, contentType: MEDIA_TYPES.pdf, inline }
}

async function* partsOf(
  services: Services,
  people: readonly (readonly YearStatementRecord[])[],
): AsyncGenerator<ZipPart> {
  for (const statements of people) {
    const { pdf, name } = await paperOf(services, statements)
    yield { name, body: [pdf] }
  }
}

/** In the newest of the texts that its payers' statements were made with. */
async function paperOf({ cipher }: Services, all: readonly YearStatementRecord[]) {
  const statements = all as YearDraft['statements']
  const [first] = statements
  const newest = statements.reduce((a, b) => (Number(a.textVersion) > Number(b.textVersion) ? a : b))
  const pdf = await renderYear(yearText(newest.textVersion), {
    statements,
    idCardNo: idCardNoOf(cipher, first.sealed),
  })
  return { pdf, name: safeFileName(yearFileName(numberOf(statements), first.name)) }
}
