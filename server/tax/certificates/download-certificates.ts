// Tax certificates as PDFs: one as its PDF, several as a zip whose PDFs are rendered while it is sent (D28, D33).

import { Readable } from 'node:stream'
import { type Scope, scopeOf } from '@paywages/domain/accounts/rights.ts'
import { shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import { MEDIA_TYPES } from '@paywages/domain/files/file-kind.ts'
import { safeFileName } from '@paywages/domain/files/file-name.ts'
import { statementNo } from '@paywages/domain/tax/certificate-no.ts'
import type { Actor } from '../../actor.ts'
import type { Tx } from '../../adapters/postgres/database.ts'
import { type ZipPart, zipParts } from '../../adapters/zip/zip-stream.ts'
import type { Services } from '../../app-services.ts'
import { recordEntry } from '../../audit-log/record-entry.ts'
import type { Download } from '../../http/call.ts'
import { Refused } from '../../refused.ts'
import { idCardNoOf } from '../id-card-no.ts'
import { periodFigures } from '../periods/figures-store.ts'
import { payerOf } from '../periods/period-store.ts'
import { certificatesZipName, statementFileName } from './certificate-labels.ts'
import { linesOfCertificate } from './certificate-lines-store.ts'
import { type CertificateRecord, findCertificates } from './certificate-list-store.ts'
import { certificateText } from './certificate-text.ts'
import { type CertificateDraft, renderCertificate } from './render-certificate.ts'

export async function downloadCertificates(
  services: Services,
  by: Actor,
  { statementIds, inline }: { readonly statementIds: readonly number[]; readonly inline: boolean },
): Promise<Download> {
  const statements = await readCertificates(services, by, scopeOf(by.person), statementIds)
  const [only] = statements
  if (only && statements.length === 1) {
    const pdf = await paperOf(services, only)
    return {
      stream: Readable.from([pdf]),
      size: pdf.length,
      name: nameOf(only),
      contentType: MEDIA_TYPES.pdf,
      inline,
    }
  }
  return {
    stream: Readable.from(zipParts(partsOf(services, statements)), { objectMode: false }),
    name: certificatesZipName(shanghaiDay(by.at), statements.length),
    contentType: 'application/zip',
    inline: false,
  }
}

const nameOf = ({ month, statementId, name }: CertificateRecord) =>
  safeFileName(statementFileName(statementNo(month, statementId), name))

/** Each of them stands in the audit log before the first byte leaves. */
function readCertificates(
  services: Services,
  by: Actor,
  scope: Scope,
  statementIds: readonly number[],
): Promise<CertificateRecord[]> {
  return services.database.transact(async (tx) => {
    const statements = await findCertificates(tx, scope, statementIds)
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

async function* partsOf(
  services: Services,
  statements: readonly CertificateRecord[],
): AsyncGenerator<ZipPart> {
  for (const statement of statements)
    yield { name: nameOf(statement), body: [await paperOf(services, statement)] }
}

async function paperOf(services: Services, statement: CertificateRecord): Promise<Buffer> {
  const draft = await services.database.read((tx) => draftOf(tx, services, statement))
  return renderCertificate(certificateText(statement.textVersion), draft)
}

async function draftOf(
  tx: Tx,
  { cipher, taxTables }: Services,
  statement: CertificateRecord,
): Promise<CertificateDraft> {
  const payer = await payerOf(tx, statement.taxId)
  const [person, ...furtherLines] = await periodFigures(tx, statement, [statement.rowId])
  if (!payer || !person) throw new Error('a statement has no period or no payout')
  return {
    statement,
    payer,
    idCardNo: idCardNoOf(cipher, statement.sealed),
    person,
    furtherLines,
    lines: await linesOfCertificate(tx, statement),
    tables: taxTables,
  }
}
