// /enterpList: enterprise contracts, generated and edited by managers, read and downloaded by everybody (spec §2, D29, D38).

import { hasRight } from '@paywages/domain/accounts/rights.ts'
import { CONTRACT_STATUSES, isClosed } from '@paywages/domain/enterprise-contracts/contract-status.ts'
import {
  downloadEnterpriseContract,
  enterpriseContractDetail,
  exportEnterpriseContracts,
  listEnterpriseContracts,
} from '@paywages/wire/enterprise-contracts/endpoints.ts'
import type { EnterpriseContract } from '@paywages/wire/enterprise-contracts/shapes.ts'
import { Button } from 'antd'
import { FilePlus2 } from 'lucide-react'
import { useCurrentUser } from '../api/current-user.ts'
import { fetchNow } from '../api/queries.ts'
import { download } from '../api/transfer-files.ts'
import { useProviderFilter } from '../records/use-provider-filter.ts'
import { toastRefusal } from '../ui/feedback/toast.ts'
import { ExportButton } from '../ui/list/export-button.tsx'
import { type Filter, inputFrom, textsFromSearch } from '../ui/list/list-filters.ts'
import { ListPage } from '../ui/list/list-page.tsx'
import { RowAction, RowActions } from '../ui/list/row-actions.tsx'
import { useShownRow } from '../ui/list/use-shown-row.tsx'
import { usePageSearch } from '../ui/page/address.ts'
import { useNarrow } from '../ui/page/use-narrow.ts'
import { useShown } from '../ui/page/use-shown.ts'
import { contractColumns } from './contract-columns.tsx'
import { ContractDrawer } from './contract-drawer.tsx'
import { EditContractDialog } from './edit-contract-dialog.tsx'
import { generateLabels, contractLabels as labels, statusLabels } from './labels.ts'
import { useGenerate } from './use-generate.tsx'

export function EnterpriseContractsPage() {
  const narrow = useNarrow()
  const manages = hasRight(useCurrentUser(), 'manager')
  const filters = useContractFilters()
  const search = usePageSearch()
  const { index, size, ...chosen } = inputFrom(filters, textsFromSearch(filters, search, new Date()), 1)
  const drawer = useShownRow((row: EnterpriseContract) => row.contractId)
  const dialog = useShown<EnterpriseContract>()
  const edit = (contract: EnterpriseContract) => void latestOf(contract).then(dialog.show, toastRefusal)
  const save = (contract: EnterpriseContract) => void saveFile(contract)
  const actions = (row: EnterpriseContract) => (
    <RowActions>
      <RowAction onClick={() => save(row)}>{labels.download}</RowAction>
      {manages && !isClosed(row.status) ? (
        <RowAction onClick={() => edit(row)}>{labels.edit}</RowAction>
      ) : null}
      <RowAction onClick={() => drawer.show(row)}>{labels.detail}</RowAction>
    </RowActions>
  )
  return (
    <>
      <ListPage
        endpoint={listEnterpriseContracts}
        filters={filters}
        {...(manages ? {} : { purpose: labels.purposeOfReaders })}
        actions={
          <>
            <ExportButton endpoint={exportEnterpriseContracts} input={chosen} label={labels.exportAll} />
            {manages ? <GenerateButton /> : null}
          </>
        }
        columns={contractColumns({ narrow, actions })}
        rowKey={(row) => row.contractId}
        onOpen={drawer.show}
        drawer={drawer.find}
        empty={
          manages
            ? { title: labels.empty, hint: labels.emptyHintManager, actions: <GenerateButton plain /> }
            : { title: labels.empty, hint: labels.emptyHint }
        }
        twoLines
        minWidth={1_000}
      />
      {drawer.shown === undefined ? null : (
        <ContractDrawer
          contract={drawer.shown}
          open={drawer.open}
          onEdit={() => drawer.shown && edit(drawer.shown)}
          onDownload={() => drawer.shown && save(drawer.shown)}
          onClose={drawer.close}
        />
      )}
      {dialog.shown === undefined ? null : (
        <EditContractDialog contract={dialog.shown} open={dialog.open} onClose={dialog.close} />
      )}
    </>
  )
}

/** What is edited is what is true now, not what the list said a while ago. */
function latestOf({ contractId }: EnterpriseContract): Promise<EnterpriseContract> {
  return fetchNow(enterpriseContractDetail, { contractId })
}

async function saveFile({ contractId }: EnterpriseContract): Promise<void> {
  await download(downloadEnterpriseContract, { contractId }).catch(toastRefusal)
}

/** `plain` where another one on the page is the primary one already. */
function GenerateButton({ plain = false }: { plain?: boolean }) {
  const { busy, generate } = useGenerate()
  return (
    <Button
      type={plain ? 'default' : 'primary'}
      icon={<FilePlus2 size={14} aria-hidden="true" />}
      loading={busy && { delay: 200 }}
      onClick={() => void generate()}
    >
      {generateLabels.action}
    </Button>
  )
}

const STATUS_OPTIONS = CONTRACT_STATUSES.map((status, code) => ({
  value: String(code),
  label: statusLabels[status],
}))

type FilterName = 'contractNo' | 'contractName' | 'status' | 'providerId' | 'ending'

function useContractFilters(): readonly Filter<FilterName>[] {
  const company = useProviderFilter(144)
  const text = (name: 'contractNo' | 'contractName') =>
    ({
      kind: 'text',
      name,
      label: labels[name],
      placeholder: labels[name],
      maxLength: 30,
      width: 168,
    }) as const
  return [
    text('contractNo'),
    text('contractName'),
    { kind: 'select', name: 'status', label: labels.status, options: STATUS_OPTIONS, width: 112 },
    company,
    { kind: 'tick', name: 'ending', label: labels.ending, words: labels.endingSoon },
  ]
}
