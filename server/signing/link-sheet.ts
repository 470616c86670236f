// The sheet of open signing links, to be sent out by other means: phones in full, ID numbers masked (D33).

import type { Scope } from '@paywages/domain/accounts/rights.ts'
import { shanghaiSecond } from '@paywages/domain/calendar/shanghai.ts'
import { maskIdCardNo } from '@paywages/domain/personal/mask.ts'
import type { Cipher } from '../adapters/personal-data/cipher.ts'
import { CONTACT_SEAL, FREELANCER_SEAL, LINK_SEAL } from '../adapters/personal-data/contexts.ts'
import { type SheetDefinition, textColumn } from '../exports/sheet-definition.ts'
import { type OpenLinkRecord, openLinkPieces } from './invitation-store.ts'
import { LINK_SHEET, CONTRACT_TITLES as t } from './labels.ts'
import { linkAddress } from './link-address.ts'

export type LinkSheetInput = {
  readonly scope: Scope
  readonly now: Date
  readonly providerId: number | undefined
  readonly batchId: number | undefined
  /** What the links begin with. */
  readonly place: Parameters<typeof linkAddress>[0]
  readonly site: string | undefined
}

type Row = {
  readonly name: string
  readonly idCardNo: string
  readonly phone: string
  readonly url: string
  readonly expiresAt: Date
  readonly providerName: string
}

export const sheet: SheetDefinition<LinkSheetInput, Row> = {
  sheetName: LINK_SHEET,
  columns: () => [
    textColumn(t.name, 12, (row) => row.name),
    textColumn(t.idCardNo, 22, (row) => row.idCardNo),
    textColumn(t.phone, 14, (row) => row.phone),
    textColumn(t.link, 70, (row) => row.url),
    textColumn(t.expiresAt, 20, (row) => shanghaiSecond(row.expiresAt)),
    textColumn(t.company, 24, (row) => row.providerName),
  ],
  pieces: (tx, cipher, input) => opened(cipher, input, openLinkPieces(tx, input)),
}

async function* opened(
  cipher: Cipher,
  { place, site }: LinkSheetInput,
  pieces: AsyncIterable<OpenLinkRecord[]>,
): AsyncGenerator<Row[]> {
  for await (const piece of pieces)
    yield piece.map(({ sealedId, sealedContact, sealedToken, ...row }) => ({
      ...row,
      idCardNo: maskIdCardNo(cipher.open(sealedId, FREELANCER_SEAL)),
      phone: cipher.openFields(sealedContact, CONTACT_SEAL).phone ?? '',
      url: linkAddress(place, cipher.open(sealedToken, LINK_SEAL), site),
    }))
}
