// A row as lists show it: personal data masked unless the asker may see it in full (D33).

import { warningsIn } from '@paywages/domain/payouts/warning-mask.ts'
import { maskBankCardNo, maskIdCardNo, maskPhone } from '@paywages/domain/personal/mask.ts'
import { fileUrlOf } from '@paywages/wire/files/file-url.ts'
import type { DetailRow } from '@paywages/wire/payouts/shapes.ts'
import type { Services } from '../app-services.ts'
import type { ListedAt, RowRecord } from './row-store.ts'
import { openRow } from './seal-row.ts'
import type { Sharers } from './shared-card-store.ts'

export function shownRow<R extends RowRecord & ListedAt & { readonly providerName: string }>(
  services: Services,
  row: R,
  full: boolean,
  sharers?: Sharers,
): Omit<R, 'sealed' | 'transferState' | 'statementFileId' | 'warningMask' | 'warningAbouts'> &
  Omit<DetailRow, 'aboveVat' | 'platformPaidFen' | 'netAskedFen'> {
  const { sealed, transferState, statementFileId, warningMask, warningAbouts, ...rest } = row
  const warnings = warningsIn(warningMask, warningAbouts).map((warning) =>
    warning.kind === 'card-shared' && sharers !== undefined ? { ...warning, others: sharers } : warning,
  )
  const plain = openRow(services.cipher, sealed)
  const personal = full
    ? plain
    : {
        idCardNo: maskIdCardNo(plain.idCardNo),
        phone: maskPhone(plain.phone),
        cardNo: maskBankCardNo(plain.cardNo),
      }
  const statementFile = statementFileId === null ? '' : fileUrlOf(statementFileId)
  return { ...rest, ...personal, warnings, statementFile, stage: stageOf(transferState), masked: !full }
}

/** Where a row that is being processed stands, in the few words that people need. */
function stageOf(state: RowRecord['transferState']): DetailRow['stage'] {
  if (state === 'reserved') return 'queued'
  if (state === 'sending' || state === 'in-doubt') return 'sent'
  return state === 'manual' ? 'manual' : 'none'
}
