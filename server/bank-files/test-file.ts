// A file of made-up payments in a format, to be held against the bank's template; nobody can take it for a real one (ADR 83).

import { Readable } from 'node:stream'
import type { TypedDraft } from '@paywages/domain/bank-files/format-rules.ts'
import {
  SAMPLE_BATCH_NO,
  TEST_FILE_MARK,
  TEST_PAYMENTS,
} from '@paywages/domain/bank-files/sample-payments.ts'
import { splitPlaces } from '@paywages/domain/bank-files/split-files.ts'
import { shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import { MEDIA_TYPES } from '@paywages/domain/files/file-kind.ts'
import type { Services } from '../app-services.ts'
import type { Download } from '../http/call.ts'
import { Refused } from '../refused.ts'
import { asFormat, soundDraft } from './change-format.ts'
import { paymentsOfRows } from './payments.ts'
import { writeBankFile } from './write-file.ts'

const NOBODY = { name: '测试', accountNo: '0', bankName: '测试' }

export async function testFile({ clock }: Pick<Services, 'clock'>, typed: TypedDraft): Promise<Download> {
  const { ownBank: _, ...draft } = soundDraft(typed)
  const format = asFormat(draft)
  const at = clock.now()
  const payments = paymentsOfRows(TEST_PAYMENTS)
  const [part] = splitPlaces(format, SAMPLE_BATCH_NO, payments, shanghaiDay(at))
  if (!part) throw new Refused('bank-format-wrong')
  const { bytes, content } = await writeBankFile({
    format,
    messageId: 'TEST',
    debtor: NOBODY,
    at,
    payments,
    places: part.places,
    sumFen: part.sumFen,
  })
  return {
    stream: Readable.from([Buffer.from(bytes)], { objectMode: false }),
    name: `${TEST_FILE_MARK}${part.name}`,
    contentType: MEDIA_TYPES[content],
    size: bytes.length,
    inline: false,
  }
}
