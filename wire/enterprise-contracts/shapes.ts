// Enterprise contracts as they travel (spec §3, D29).

import { CONTRACT_STATUSES } from '@paywages/domain/enterprise-contracts/contract-status.ts'
import { z } from 'zod'
import { at, same, shape } from '../shape.ts'
import { dayAsInstant, id, instant, openWord, rate, shown } from '../values.ts'
import { contractTexts as texts } from './messages.ts'

/** The spec's numbers are the places in the list. */
export const contractStatus = z.codec(
  z.literal([0, 1, 2, 3], { error: texts.statusMissing }),
  z.enum(CONTRACT_STATUSES),
  {
    decode: (number) => CONTRACT_STATUSES[number],
    encode: (status) => CONTRACT_STATUSES.indexOf(status) as 0 | 1 | 2 | 3,
  },
)

export const contractFileId = z.uuid(texts.fileMissing)

const fileShape = shape({
  fileId: at('fileId', contractFileId),
  fileName: at('fileName', shown),
  url: at('filePath', shown),
  size: at('fileSize', z.number()),
})

const rowFields = {
  ...same({ contractId: id, contractNo: shown, contractName: shown, providerId: id, providerName: shown }),
  categoryId: at('invoiceClassId', id.nullable()),
  categoryName: at('invoiceClassName', shown),
  status: at('contractStatus', contractStatus),
  serviceRate: at('serviceRate', rate()),
  generatedAt: at('generateTime', instant),
  signedAt: at('signTime', instant.nullable()),
  beginDay: at('contractBegin', dayAsInstant(texts.termMissing).nullable()),
  endDay: at('contractEnd', dayAsInstant(texts.termMissing).nullable()),
  /** What a download gives: the signed file, or else ours; null while ours is being set. */
  fileId: at('fileId', contractFileId.nullable()),
  file: at('fileEntity', fileShape.nullable()),
  /** Whether that is the PDF that both sides signed. */
  signed: at('signed', z.boolean()),
  version: at('version', z.number()),
}

export const enterpriseContractShape = shape(rowFields)
export type EnterpriseContract = z.output<typeof enterpriseContractShape>

/** One field that a save changed, in words for people. */
const changeShape = shape(same({ field: shown, before: shown, after: shown }))

const eventShape = shape({
  kind: at('kind', openWord(['generated', 'saved', 'effective', 'expired', 'terminated'])),
  at: at('time', instant),
  /** Empty where the day did it. */
  byName: at('accountName', shown),
  changes: at('changes', z.array(changeShape)),
})

export const enterpriseContractDetailShape = shape({
  ...rowFields,
  textVersion: at('textVersion', shown),
  history: at('history', z.array(eventShape)),
})
export type EnterpriseContractDetail = z.output<typeof enterpriseContractDetailShape>

/** A provider in scope without a live contract: generating makes one for it. */
export const lackingShape = shape({
  ...same({ providerId: id, providerName: shown }),
  serviceRate: at('serviceRate', rate()),
})
