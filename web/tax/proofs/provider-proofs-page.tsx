// /providerProof: the monthly tax proofs of providers, generated and rejected by managers, uploaded by payers (spec §2, D31, D38).

import { hasRight } from '@paywages/domain/accounts/rights.ts'
import { shanghaiMonth } from '@paywages/domain/calendar/shanghai.ts'
import { PROOF_STATUSES, proofActions } from '@paywages/domain/tax/proof-status.ts'
import { exportProofs, listProofs } from '@paywages/wire/tax/endpoints.ts'
import type { TaxProof } from '@paywages/wire/tax/shapes.ts'
import { useCurrentUser } from '../../api/current-user.ts'
import { useProviderFilter } from '../../records/use-provider-filter.ts'
import { ExportButton } from '../../ui/list/export-button.tsx'
import { type Filter, inputFrom, textsFromSearch } from '../../ui/list/list-filters.ts'
import { ListPage } from '../../ui/list/list-page.tsx'
import { RowAction, RowActions } from '../../ui/list/row-actions.tsx'
import { useShownRow } from '../../ui/list/use-shown-row.tsx'
import { usePageSearch } from '../../ui/page/address.ts'
import { useNarrow } from '../../ui/page/use-narrow.ts'
import { useShown } from '../../ui/page/use-shown.ts'
import { GenerateButton } from './generate-button.tsx'
import { PROOFS_WIDTH, proofColumns } from './proof-columns.tsx'
import { ProofDrawer } from './proof-drawer.tsx'
import { generateLabels, proofLabels as labels, statusLabels } from './proof-labels.ts'
import { RejectProofDialog } from './reject-proof-dialog.tsx'
import { UploadProofDialog } from './upload-proof-dialog.tsx'
import { useGenerateProofs } from './use-generate-proofs.tsx'

export function ProviderProofsPage() {
  const narrow = useNarrow()
  const user = useCurrentUser()
  const manages = hasRight(user, 'manager')
  const filters = useProofFilters()
  const search = usePageSearch()
  const { index, size, ...chosen } = inputFrom(filters, textsFromSearch(filters, search, new Date()), 1)
  const drawer = useShownRow((row: TaxProof) => row.taxId)
  const uploading = useShown<TaxProof>()
  const rejecting = useShown<TaxProof>()
  const actions = (row: TaxProof) => {
    const actions = proofActions(row.status, user)
    return (
      <RowActions>
        {actions.includes('upload') ? (
          <RowAction onClick={() => uploading.show(row)}>{labels.upload}</RowAction>
        ) : null}
        {actions.includes('reupload') ? (
          <RowAction onClick={() => uploading.show(row)}>{labels.reupload}</RowAction>
        ) : null}
        {actions.includes('reject') ? (
          <RowAction danger onClick={() => rejecting.show(row)}>
            {labels.reject}
          </RowAction>
        ) : null}
        <RowAction onClick={() => drawer.show(row)}>{labels.detail}</RowAction>
      </RowActions>
    )
  }
  return (
    <>
      <ListPage
        endpoint={listProofs}
        filters={filters}
        actions={
          <>
            <ExportButton endpoint={exportProofs} input={chosen} label={labels.exportAll} />
            {manages ? <GenerateProofs /> : null}
          </>
        }
        columns={proofColumns({ narrow, actions })}
        rowKey={(row) => row.taxId}
        onOpen={drawer.show}
        isOpen={(row) => drawer.isNamed && row.taxId === drawer.id}
        empty={
          manages
            ? { title: labels.empty, hint: labels.emptyHintManager, actions: <GenerateProofs plain /> }
            : { title: labels.empty, hint: labels.emptyHint }
        }
        twoLines
        minWidth={narrow ? PROOFS_WIDTH.narrow : PROOFS_WIDTH.wide}
      />
      <ProofDrawer
        taxId={drawer.id}
        open={drawer.isNamed}
        onUpload={uploading.show}
        onReject={rejecting.show}
        onClose={drawer.close}
      />
      {uploading.shown === undefined ? null : (
        <UploadProofDialog proof={uploading.shown} open={uploading.open} onClose={uploading.close} />
      )}
      {rejecting.shown === undefined ? null : (
        <RejectProofDialog proof={rejecting.shown} open={rejecting.open} onClose={rejecting.close} />
      )}
    </>
  )
}

function GenerateProofs({ plain }: { plain?: boolean }) {
  return <GenerateButton action={generateLabels.action} plain={plain} generating={useGenerateProofs()} />
}

const STATUS_OPTIONS = PROOF_STATUSES.map((status, code) => ({
  value: String(code),
  label: statusLabels[status],
}))

type FilterName = 'status' | 'monthAt' | 'providerId' | 'due'

function useProofFilters(): readonly Filter<FilterName>[] {
  const company = useProviderFilter(168)
  return [
    { kind: 'select', name: 'status', label: labels.status, options: STATUS_OPTIONS, width: 136 },
    {
      kind: 'month',
      name: 'monthAt',
      label: labels.month,
      width: 136,
      latest: shanghaiMonth(new Date()),
      asInstant: true,
    },
    company,
    { kind: 'tick', name: 'due', label: labels.due, words: labels.dueOnly },
  ]
}
