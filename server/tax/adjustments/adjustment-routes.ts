// The calls of adjustments.

import type { Scope } from '@paywages/domain/accounts/rights.ts'
import { maskIdCardNo } from '@paywages/domain/personal/mask.ts'
import type { InputOf } from '@paywages/wire/endpoint.ts'
import { pageOf } from '@paywages/wire/paging.ts'
import type { exportAdjustments } from '@paywages/wire/tax/adjustments/endpoints.ts'
import type { Cipher } from '../../adapters/personal-data/cipher.ts'
import { FREELANCER_SEAL, ID_CARD_NO } from '../../adapters/personal-data/contexts.ts'
import type { Services } from '../../app-services.ts'
import { exportList } from '../../exports/export-list.ts'
import type { Handlers } from '../../http/call.ts'
import { type AdjustmentFilter, listAdjustments } from './adjustment-list-store.ts'
import { adjustmentExport } from './adjustment-sheet.ts'
import { confirmAdjustments, rejectAdjustments, withdrawAdjustment } from './decide-adjustments.ts'
import { proposeAdjustment } from './enter-adjustments.ts'
import { importAdjustments } from './import-adjustments.ts'

type AdjustmentCalls =
  | 'listAdjustments'
  | 'exportAdjustments'
  | 'proposeAdjustment'
  | 'importAdjustments'
  | 'confirmAdjustments'
  | 'rejectAdjustments'
  | 'withdrawAdjustment'

export function adjustmentRoutes(services: Services): Pick<Handlers, AdjustmentCalls> {
  const { database, cipher } = services
  return {
    listAdjustments: async ({ input, scope }) => {
      const filter = filterOf(cipher, scope, input)
      const { rows, count } = await database.query((tx) => listAdjustments(tx, filter, pageOf(input)))
      const shown = rows.map(({ sealedId, ...row }) => ({
        ...row,
        idCardNo: maskIdCardNo(cipher.open(sealedId, FREELANCER_SEAL)),
      }))
      return { rows: shown, count }
    },
    exportAdjustments: ({ input, by, scope }) =>
      exportList(services, by, adjustmentExport, filterOf(cipher, scope, input)),
    proposeAdjustment: ({ input, by }) => proposeAdjustment(services, by, input),
    importAdjustments: ({ input, by, files, signal }) =>
      importAdjustments(services, by, files, input, signal),
    confirmAdjustments: async ({ input, by }) => {
      await confirmAdjustments(services, by, input.adjustmentIds)
      return undefined
    },
    rejectAdjustments: async ({ input, by }) => {
      await rejectAdjustments(services, by, input)
      return undefined
    },
    withdrawAdjustment: async ({ input, by }) => {
      await withdrawAdjustment(services, by, input.adjustmentId)
      return undefined
    },
  }
}

function filterOf(
  cipher: Cipher,
  scope: Scope,
  { month, name, idCardNo, status, providerId }: InputOf<typeof exportAdjustments>,
): AdjustmentFilter {
  const idHashes = idCardNo ? cipher.lookupHashes(idCardNo.toUpperCase(), ID_CARD_NO) : undefined
  return { scope, month, name, idHashes, status, providerId }
}
