// /personList: personal contracts and the invitations that wait for a signature (spec §2, D28).

import { hasRight } from '@paywages/domain/accounts/rights.ts'
import { CONTRACT_STATES } from '@paywages/domain/signing/personal-contract.ts'
import {
  downloadContracts,
  exportContracts,
  listContracts,
  MAX_DOWNLOADED,
} from '@paywages/wire/signing/endpoints.ts'
import type { PersonalContract } from '@paywages/wire/signing/shapes.ts'
import { Button } from 'antd'
import { FileDown } from 'lucide-react'
import { useState } from 'react'
import { useCurrentUser } from '../api/current-user.ts'
import { download } from '../api/transfer-files.ts'
import { CONTRACTS_PAGE, presetIn } from '../records/contract-address.ts'
import { useProviderFilter } from '../records/use-provider-filter.ts'
import { Notice } from '../ui/feedback/notice.tsx'
import { toastProblem, toastRefusal } from '../ui/feedback/toast.ts'
import { ExportButton } from '../ui/list/export-button.tsx'
import { type Filter, inputFrom, textsFromSearch } from '../ui/list/list-filters.ts'
import { ListPage } from '../ui/list/list-page.tsx'
import { RowAction, RowActions } from '../ui/list/row-actions.tsx'
import { useShownRow } from '../ui/list/use-shown-row.tsx'
import { useGo, usePageSearch } from '../ui/page/address.ts'
import { useNarrow } from '../ui/page/use-narrow.ts'
import { actionsFor, type ContractAction, mayDownload } from './contract-actions.ts'
import { CONTRACTS_WIDTH, contractColumns } from './contract-columns.tsx'
import { ContractDrawer } from './contract-drawer.tsx'
import { contractLabels as labels, stateLabels } from './labels.ts'
import { useContractActions } from './use-contract-actions.tsx'

const PEOPLE_PAGE = '/usermanage'

export function PersonalContractsPage() {
  const go = useGo()
  const narrow = useNarrow()
  const user = useCurrentUser()
  const several = hasRight(user, 'manager')
  const search = usePageSearch()
  const filters = useContractFilters()
  const preset = presetIn(search)
  const isPreset = Object.keys(preset).length > 0
  const { index, size, ...chosenFilters } = inputFrom(
    filters,
    textsFromSearch(filters, search, new Date()),
    1,
  )
  const [chosen, setChosen] = useState<readonly PersonalContract[]>([])
  const drawer = useShownRow((row: PersonalContract) => row.linkId)
  const { action, dialogs } = useContractActions(drawer.close)
  const actions = (row: PersonalContract) => (
    <RowOffers row={row} onLook={() => drawer.show(row)} onAction={(wanted) => action(wanted, row)} />
  )
  const showAll = <Button onClick={() => go(CONTRACTS_PAGE)}>{labels.showAll}</Button>
  return (
    <>
      <ListPage
        endpoint={listContracts}
        always={preset}
        filters={filters}
        purpose={labels.purpose}
        actions={
          <>
            <DownloadChosen contracts={chosen} onDone={() => setChosen([])} />
            <ExportButton
              endpoint={exportContracts}
              input={{ ...preset, ...chosenFilters }}
              label={labels.exportAll}
            />
          </>
        }
        notice={
          isPreset ? (
            <Notice tone="info" title={labels.one} action={showAll}>
              {labels.oneHint}
            </Notice>
          ) : undefined
        }
        columns={contractColumns({ narrow, several, actions })}
        rowKey={(row) => row.linkId}
        onOpen={drawer.show}
        drawer={drawer.find}
        choice={{
          chosen,
          onChoose: setChosen,
          mayChoose: mayDownload,
          label: (row) =>
            mayDownload(row) ? labels.choose(row.name, row.contractNo) : labels.cannotChoose(row.name),
          allLabel: labels.chooseAll,
        }}
        empty={
          isPreset
            ? { title: labels.emptyOne, hint: labels.emptyOneHint, actions: showAll }
            : {
                title: labels.empty,
                hint: labels.emptyHint,
                actions: <Button onClick={() => go(PEOPLE_PAGE)}>{labels.toPeople}</Button>,
              }
        }
        twoLines
        minWidth={narrow ? CONTRACTS_WIDTH.narrow : CONTRACTS_WIDTH.wide}
      />
      <ContractDrawer contract={drawer.shown} open={drawer.open} onAction={action} onClose={drawer.close} />
      {dialogs}
    </>
  )
}

const WORDS: Readonly<Record<Exclude<ContractAction, 'look'>, string>> = {
  download: labels.download,
  'show-link': labels.showLink,
  resend: labels.resend,
  revoke: labels.revoke,
  check: labels.check,
  terminate: labels.terminate,
}

type RowOffersProps = {
  row: PersonalContract
  onLook: () => void
  onAction: (action: Exclude<ContractAction, 'look'>) => void
}

function RowOffers({ row, onLook, onAction }: RowOffersProps) {
  const user = useCurrentUser()
  const actions = actionsFor(row, user).filter((action) => action !== 'look')
  // The row itself opens the details; where there is a PDF to see, or nothing else to do, a word says so too.
  const looks = mayDownload(row) || actions.length === 0
  return (
    <RowActions>
      {looks ? (
        <RowAction onClick={onLook}>{mayDownload(row) ? labels.look : labels.detail}</RowAction>
      ) : null}
      {actions.map((action) => (
        <RowAction
          key={action}
          danger={action === 'revoke' || action === 'terminate'}
          onClick={() => onAction(action)}
        >
          {WORDS[action]}
        </RowAction>
      ))}
    </RowActions>
  )
}

type DownloadChosenProps = { contracts: readonly PersonalContract[]; onDone: () => void }

function DownloadChosen({ contracts, onDone }: DownloadChosenProps) {
  const [busy, setBusy] = useState(false)
  const contractIds = contracts.flatMap(({ contractId }) => contractId ?? [])
  const count = contractIds.length

  async function save() {
    if (count > MAX_DOWNLOADED) return toastProblem(labels.tooMany(MAX_DOWNLOADED))
    setBusy(true)
    await download(downloadContracts, { contractIds }).then(onDone, toastRefusal)
    setBusy(false)
  }

  return (
    <Button
      icon={<FileDown size={14} aria-hidden="true" />}
      loading={busy}
      disabled={count === 0}
      title={count === 0 ? labels.chooseFirst : undefined}
      onClick={() => void save()}
    >
      {count === 0 ? labels.downloadMany : labels.downloadChosen(count)}
    </Button>
  )
}

const STATE_OPTIONS = CONTRACT_STATES.map((state, code) => ({
  value: String(code),
  label: stateLabels[state],
}))

type FilterName = 'contractNo' | 'name' | 'idCardNo' | 'state' | 'flagged' | 'providerId' | 'from' | 'to'

function useContractFilters(): readonly Filter<FilterName>[] {
  const company = useProviderFilter(120)
  return [
    {
      kind: 'text',
      name: 'contractNo',
      label: labels.contractNo,
      placeholder: labels.contractNoHint,
      maxLength: 30,
      width: 168,
    },
    {
      kind: 'text',
      name: 'name',
      label: labels.name,
      placeholder: labels.nameHint,
      maxLength: 30,
      width: 112,
    },
    {
      kind: 'text',
      name: 'idCardNo',
      label: labels.idCardNo,
      placeholder: labels.idCardNoHint,
      maxLength: 18,
      width: 192,
    },
    { kind: 'select', name: 'state', label: labels.state, options: STATE_OPTIONS, width: 112 },
    company,
    { kind: 'tick', name: 'flagged', label: labels.flags, words: labels.onlyFlagged },
    { kind: 'date-range', from: 'from', to: 'to', label: labels.time },
  ]
}
