// The calls of a provider's monthly tax proofs.

import type { Scope } from '@paywages/domain/accounts/rights.ts'
import { type Month, shanghaiMonth, startOfDay } from '@paywages/domain/calendar/shanghai.ts'
import { monthsToClose } from '@paywages/domain/tax/periods.ts'
import { PROOF_STATUSES } from '@paywages/domain/tax/proof-status.ts'
import type { InputOf } from '@paywages/wire/endpoint.ts'
import { fileUrlOf } from '@paywages/wire/files/file-url.ts'
import { pageOf } from '@paywages/wire/paging.ts'
import type { exportProofs } from '@paywages/wire/tax/endpoints.ts'
import type { TaxProof, TaxProofDetail } from '@paywages/wire/tax/shapes.ts'
import type { Services } from '../../app-services.ts'
import { exportList } from '../../exports/export-list.ts'
import type { Handlers } from '../../http/call.ts'
import { Refused } from '../../refused.ts'
import { closeMonths } from '../periods/close-months.ts'
import { ledgerTaxOf } from '../periods/figures-store.ts'
import { providersToClose } from '../periods/period-store.ts'
import {
  correctionsIn,
  findProof,
  historyOf,
  type ListedProof,
  listProofs,
  type ProofFilter,
  type ShownEvent,
} from './proof-list-store.ts'
import { proofExport } from './proof-sheet.ts'
import { rejectProof } from './reject-proof.ts'
import { uploadProof } from './upload-proof.ts'

type ProofCalls =
  | 'listProofs'
  | 'proofDetail'
  | 'monthsToProve'
  | 'generateProofs'
  | 'uploadProof'
  | 'rejectProof'
  | 'exportProofs'

export function proofRoutes(services: Services): Pick<Handlers, ProofCalls> {
  const { database } = services
  return {
    listProofs: async ({ input, scope }) => {
      const { rows, count } = await database.query((tx) =>
        listProofs(tx, filterOf(scope, input), pageOf(input), input.sort),
      )
      return { rows: rows.map(shownProof), count }
    },
    proofDetail: ({ input, scope }) => detailOf(services, scope, input.taxId),
    monthsToProve: async ({ by, scope }) => {
      const providers = await database.query((tx) => providersToClose(tx, scope))
      const rows = providers.map(({ providerId, providerName, withholds, firstMonth, lastClosed }) => ({
        providerId,
        providerName,
        withholds,
        months: monthsToClose(firstMonth ?? undefined, lastClosed ?? undefined, by.at),
      }))
      return { rows, count: rows.length }
    },
    generateProofs: async ({ by, scope }) => (await closeMonths(services, by, scope)).proofs,
    uploadProof: async ({ input, by, files }) => {
      await uploadProof(services, by, files, input)
      return undefined
    },
    rejectProof: async ({ input, by }) => {
      await rejectProof(services, by, input)
      return undefined
    },
    exportProofs: ({ input, by, scope }) => exportList(services, by, proofExport, filterOf(scope, input)),
  }
}

function filterOf(scope: Scope, input: InputOf<typeof exportProofs>): ProofFilter {
  const { status, monthAt, providerId, due } = input
  return {
    scope,
    status: PROOF_STATUSES[Number(status ?? '-1')],
    month: monthAt && monthWith(monthAt),
    providerId,
    due: due === '1',
  }
}

/** The last day that four digits of a year can write; what lies beyond has no month in Shanghai either. */
const LAST_INSTANT = startOfDay('9999-12-31').getTime()

function monthWith(at: Date): Month {
  return shanghaiMonth(new Date(Math.min(at.getTime(), LAST_INSTANT)))
}

type File = Pick<ListedProof, 'fileId' | 'fileName' | 'fileSize'>

function fileOf({ fileId, fileName, fileSize: size }: File): TaxProof['file'] {
  return fileId === null ? null : { fileId, fileName, url: fileUrlOf(fileId), size }
}

function shownProof(listed: ListedProof): TaxProof {
  const { fileName: _, fileSize: __, openCount: ___, openFen: ____, ...proof } = listed
  return { ...proof, file: fileOf(listed) }
}

function shownEvent(event: ShownEvent): TaxProofDetail['history'][number] {
  const { kind, at, byName, reason } = event
  return { kind, at, byName, reason, file: fileOf(event) }
}

function detailOf(services: Services, scope: Scope, taxId: number): Promise<TaxProofDetail> {
  return services.database.read(async (tx) => {
    const proof = await findProof(tx, scope, taxId)
    if (!proof) throw new Refused('not-found')
    const { openCount, openFen } = proof
    return {
      ...shownProof(proof),
      openCount,
      openFen,
      ...(await correctionsIn(tx, taxId)),
      ledgerTaxFen: await ledgerTaxOf(tx, taxId),
      history: (await historyOf(tx, taxId)).map(shownEvent),
    }
  })
}
