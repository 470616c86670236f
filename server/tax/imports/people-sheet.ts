// People whose personal data the tax client does not have yet, as it imports them (人员信息采集).

import { shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import { birthDay, genderOf } from '@paywages/domain/identity/id-card.ts'
import type { ImportLayout } from '@paywages/domain/tax/import-layout.ts'
import type { Cipher } from '../../adapters/personal-data/cipher.ts'
import type { Tx } from '../../adapters/postgres/database.ts'
import type { BookSheet, Row } from '../../adapters/spreadsheet/write-xlsx.ts'
import type { Period } from '../periods/figures-store.ts'
import { newPeoplePieces } from './collected-store.ts'
import { GENDERS } from './import-labels.ts'
import { layoutRow, layoutSheet } from './layout-cells.ts'

export async function* peopleSheets(
  tx: Tx,
  cipher: Cipher,
  period: Period,
  layout: ImportLayout,
): AsyncGenerator<BookSheet> {
  yield layoutSheet(layout, people(tx, cipher, period, layout))
}

/** What is missing of a person stays empty here: the client names the cell, and it is filled in there. */
async function* people(
  tx: Tx,
  cipher: Cipher,
  period: Period,
  layout: ImportLayout,
): AsyncGenerator<readonly Row[]> {
  for await (const piece of newPeoplePieces(tx, period))
    yield piece.map(({ name, sealed, firstAt, userId }) => {
      const { idCardNo, phone } = cipher.openRow(sealed)
      return layoutRow(layout, {
        employeeNo: String(userId ?? ''),
        name,
        idCardNo,
        gender: GENDERS[genderOf(idCardNo)],
        birthDay: birthDay(idCardNo) ?? '',
        phone,
        startDay: shanghaiDay(firstAt),
      })
    })
}
