// One enterprise contract beside its list: the rate, its particulars, the PDF, its history, and what may be done (docs/LOOK.md, 11).

import { hasRight } from '@paywages/domain/accounts/rights.ts'
import { shanghaiMinute } from '@paywages/domain/calendar/shanghai.ts'
import { isClosed } from '@paywages/domain/enterprise-contracts/contract-status.ts'
import { formatRatePercent } from '@paywages/domain/money/rate.ts'
import { rateInWords } from '@paywages/domain/money/rate-words.ts'
import { enterpriseContractDetail } from '@paywages/wire/enterprise-contracts/endpoints.ts'
import type {
  EnterpriseContract,
  EnterpriseContractDetail,
} from '@paywages/wire/enterprise-contracts/shapes.ts'
import { Button } from 'antd'
import { Download } from 'lucide-react'
import { useCurrentUser } from '../api/current-user.ts'
import { useCall } from '../api/queries.ts'
import { providerLabels } from '../records/labels.ts'
import { type Description, DescriptionList, DescriptionSkeleton } from '../ui/display/description-list.tsx'
import { DetailDrawer } from '../ui/display/detail-drawer.tsx'
import { Timeline } from '../ui/display/timeline.tsx'
import { ErrorBlock } from '../ui/feedback/state-blocks.tsx'
import { DaysLeft } from './contract-columns.tsx'
import { ContractFile } from './contract-file.tsx'
import { termWords } from './contract-form.ts'
import { contractSteps } from './contract-steps.ts'
import { ContractTag } from './contract-tag.tsx'
import { contractLabels, drawerLabels as labels } from './labels.ts'
import './contract-drawer.css'

type ContractDrawerProps = {
  /** Kept while the drawer closes, so that nothing vanishes from it. */
  contract: EnterpriseContract
  open: boolean
  onEdit: () => void
  onDownload: () => void
  onClose: () => void
}

/** Our PDF is rendered within seconds of the contract. */
const PDF_EVERY_MS = 2_000

export function ContractDrawer({ contract, open, onEdit, onDownload, onClose }: ContractDrawerProps) {
  const user = useCurrentUser()
  const { contractId } = contract
  const query = useCall(
    enterpriseContractDetail,
    { contractId },
    { enabled: open, refetchEvery: (answer) => (isBeingMade(answer) ? PDF_EVERY_MS : false) },
  )
  const detail = query.data?.contractId === contractId ? query.data : undefined
  const { status } = detail ?? contract
  return (
    <DetailDrawer
      open={open}
      title={(detail ?? contract).contractNo}
      tag={<ContractTag status={status} />}
      actions={
        <>
          <Button icon={<Download size={14} aria-hidden="true" />} onClick={onDownload}>
            {contractLabels.download}
          </Button>
          {hasRight(user, 'manager') && !isClosed(status) ? (
            <Button type="primary" onClick={onEdit}>
              {contractLabels.edit}
            </Button>
          ) : null}
        </>
      }
      onClose={onClose}
    >
      {detail !== undefined ? (
        <DrawerBody contract={detail} onDownload={onDownload} />
      ) : query.isError ? (
        <ErrorBlock query={query} failure={enterpriseContractDetail.failure} />
      ) : (
        <DescriptionSkeleton rows={8} columns={1} />
      )}
    </DetailDrawer>
  )
}

function isBeingMade(contract: EnterpriseContractDetail | undefined): boolean {
  return contract !== undefined && contract.file === null && !isClosed(contract.status)
}

type DrawerBodyProps = { contract: EnterpriseContractDetail; onDownload: () => void }

function DrawerBody({ contract, onDownload }: DrawerBodyProps) {
  const { serviceRate, file, signed } = contract
  return (
    <div className="contract-detail">
      <div className="contract-rate">
        <p className="contract-rate-label">{labels.rate}</p>
        <p className="contract-rate-figure">{formatRatePercent(serviceRate)}</p>
        <p className="contract-rate-words">{rateInWords(serviceRate)}</p>
        <p className="contract-rate-label">{labels.rateNote}</p>
      </div>
      <DescriptionList columns={1} items={factsOf(contract)} />
      <h3>{labels.file}</h3>
      {file !== null ? (
        <ContractFile file={file} signed={signed} onDownload={onDownload} />
      ) : (
        <p className="contract-no-file" role="status">
          {isBeingMade(contract) ? labels.making : labels.noFile}
        </p>
      )}
      <h3>{labels.history}</h3>
      <Timeline steps={contractSteps(contract)} />
    </div>
  )
}

function factsOf(contract: EnterpriseContractDetail): readonly Description[] {
  const term = termWords(contract)
  return [
    { label: contractLabels.contractName, value: contract.contractName },
    { label: providerLabels.provider, value: contract.providerName },
    { label: contractLabels.category, value: contract.categoryName },
    {
      label: labels.term,
      value:
        term === '' ? (
          labels.noTerm
        ) : (
          <>
            {term}
            <DaysLeft contract={contract} />
          </>
        ),
    },
    { label: labels.generatedAt, value: shanghaiMinute(contract.generatedAt) },
    { label: labels.signedAt, value: contract.signedAt === null ? '' : shanghaiMinute(contract.signedAt) },
    { label: labels.textVersion, value: contract.textVersion },
  ]
}
