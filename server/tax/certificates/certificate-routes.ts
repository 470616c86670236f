// The calls of tax certificates.

import type { Scope } from '@paywages/domain/accounts/rights.ts'
import { maskIdCardNo } from '@paywages/domain/personal/mask.ts'
import { statementNo } from '@paywages/domain/tax/certificate-no.ts'
import type { InputOf } from '@paywages/wire/endpoint.ts'
import { pageOf } from '@paywages/wire/paging.ts'
import type { exportStatementsOfPeople } from '@paywages/wire/tax/endpoints.ts'
import type { TaxCertificate } from '@paywages/wire/tax/shapes.ts'
import type { Cipher } from '../../adapters/personal-data/cipher.ts'
import { ID_CARD_NO } from '../../adapters/personal-data/contexts.ts'
import type { Services } from '../../app-services.ts'
import { exportList } from '../../exports/export-list.ts'
import type { Handlers } from '../../http/call.ts'
import { idCardNoOf } from '../id-card-no.ts'
import { type CertificateFilter, type CertificateRecord, listStatements } from './certificate-list-store.ts'
import { statementExport } from './certificate-sheet.ts'
import { downloadCertificates } from './download-certificates.ts'
import { generateCertificates } from './generate-certificates.ts'

type StatementCalls =
  | 'generateStatements'
  | 'listStatementsOfPeople'
  | 'exportStatementsOfPeople'
  | 'downloadStatementsOfPeople'

export function certificateRoutes(services: Services): Pick<Handlers, StatementCalls> {
  const { database, cipher } = services
  return {
    generateStatements: ({ by, scope }) => generateCertificates(services, by, scope),
    listStatementsOfPeople: async ({ input, scope }) => {
      const filter = filterOf(cipher, scope, input)
      const { rows, count } = await database.query((tx) =>
        listStatements(tx, filter, pageOf(input), input.sort),
      )
      return { rows: rows.map((row) => shownCertificate(cipher, row)), count }
    },
    exportStatementsOfPeople: ({ input, by, scope }) =>
      exportList(services, by, statementExport, filterOf(cipher, scope, input)),
    downloadStatementsOfPeople: ({ input, by }) =>
      downloadCertificates(services, by, { statementIds: input.statementIds, inline: input.inline === '1' }),
  }
}

function filterOf(
  cipher: Cipher,
  scope: Scope,
  { month, name, idCardNo, userId, providerId }: InputOf<typeof exportStatementsOfPeople>,
): CertificateFilter {
  const idHashes = idCardNo ? cipher.lookupHashes(idCardNo.toUpperCase(), ID_CARD_NO) : undefined
  return { scope, month, name, idHashes, userId, providerId }
}

function shownCertificate(cipher: Cipher, record: CertificateRecord): TaxCertificate {
  const { sealed, taxId: _, rowId: __, textVersion: ___, ...shown } = record
  return {
    ...shown,
    statementNo: statementNo(record.month, record.statementId),
    idCardNo: maskIdCardNo(idCardNoOf(cipher, sealed)),
  }
}
