// The calls of a provider's monthly tax proofs.

import type { Scope } from '@paywages/domain/accounts/rights.ts'
import { type Month, shanghaiMonth, startOfDay } from '@paywages/domain/calendar/shanghai.ts'
import { monthsToClose } from '@paywages/domain/tax/periods.ts'
import { PROOF_STATUSES } from '@paywages/domain/tax/proof-status.ts'
import type { AskOf } from '@paywages/wire/endpoint.ts'
import { fileUrlOf } from '@paywages/wire/files/file-url.ts'
import { pageOf } from '@paywages/wire/paging.ts'
import type { exportProofs } from '@paywages/wire/tax/endpoints.ts'
import type { TaxProof, TaxProofDetail } from '@paywages/wire/tax/shapes.ts'
import { exportList } from '../../exports/export-list.ts'
import type { House } from '../../house.ts'
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

export function proofRoutes(house: House): Pick<Handlers, ProofCalls> {
  const { database } = house
  return {
    listProofs: async ({ ask, scope }) => {
      const { rows, count } = await database.look((tx) => listProofs(tx, filterOf(scope, ask), pageOf(ask)))
      return { rows: rows.map(shownProof), count }
    },
    proofDetail: ({ ask, scope }) => detailOf(house, scope, ask.taxId),
    monthsToProve: async ({ by, scope }) => {
      const providers = await database.look((tx) => providersToClose(tx, scope))
      const rows = providers.map(({ providerId, providerName, withholds, firstMonth, lastClosed }) => ({
        providerId,
        providerName,
        withholds,
        months: monthsToClose(firstMonth ?? undefined, lastClosed ?? undefined, by.at),
      }))
      return { rows, count: rows.length }
    },
    generateProofs: async ({ by, scope }) => (await closeMonths(house, by, scope)).proofs,
    uploadProof: async ({ ask, by, files }) => {
      await uploadProof(house, by, files, ask)
      return undefined
    },
    rejectProof: async ({ ask, by }) => {
      await rejectProof(house, by, ask)
      return undefined
    },
    exportProofs: ({ ask, by, scope }) => exportList(house, by, proofExport, filterOf(scope, ask)),
  }
}

function filterOf(scope: Scope, ask: AskOf<typeof exportProofs>): ProofFilter {
  const { status, monthAt, providerId, due } = ask
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

function detailOf(house: House, scope: Scope, taxId: number): Promise<TaxProofDetail> {
  return house.database.read(async (tx) => {
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
