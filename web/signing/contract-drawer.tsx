// One personal contract beside its list: the PDF where one was signed, its particulars, its way, and what may be done.

import { shanghaiMinute } from '@paywages/domain/calendar/shanghai.ts'
import { fileIdIn } from '@paywages/wire/files/file-url.ts'
import type { PersonalContract } from '@paywages/wire/signing/shapes.ts'
import { Button } from 'antd'
import { useCurrentUser } from '../api/current-user.ts'
import { providerLabels } from '../records/labels.ts'
import { MaskedCell } from '../records/masked-cell.tsx'
import { CopyText } from '../ui/display/copy-text.tsx'
import { type Description, DescriptionList } from '../ui/display/description-list.tsx'
import { DetailDrawer } from '../ui/display/detail-drawer.tsx'
import { Timeline } from '../ui/display/timeline.tsx'
import { FilePreview } from '../ui/files/file-preview.tsx'
import { actionsFor } from './contract-actions.ts'
import { contractSteps } from './contract-steps.ts'
import { ContractTag } from './contract-tag.tsx'
import { contractLabels, evidenceLabels, drawerLabels as labels, noticeLabels } from './labels.ts'
import type { DoAction, DoableAction } from './use-contract-actions.tsx'
import './contract-drawer.css'

type ContractDrawerProps = {
  /** Kept while the drawer closes, so that nothing vanishes from it. */
  contract: PersonalContract | undefined
  open: boolean
  onAction: DoAction
  onClose: () => void
}

export function ContractDrawer({ contract, open, onAction, onClose }: ContractDrawerProps) {
  if (contract === undefined) return null
  const fileId = fileIdIn(contract.fileUrl)
  const about = (
    <>
      <h3>{labels.progress}</h3>
      <Timeline steps={contractSteps(contract)} />
      <h3>{labels.facts}</h3>
      <DescriptionList columns={1} items={factsOf(contract)} />
    </>
  )
  return (
    <DetailDrawer
      open={open}
      title={labels.title(contract.name)}
      tag={<ContractTag state={contract.state} />}
      width={fileId === undefined ? 560 : 'min(1120px, 88vw)'}
      actions={<DrawerActions contract={contract} onAction={onAction} />}
      onClose={onClose}
    >
      {fileId === undefined ? (
        <div className="contract-about">{about}</div>
      ) : (
        <div className="contract-columns">
          <div className="contract-paper">
            <FilePreview fileId={fileId} name={labels.fileName(contract.contractNo)} size="page" />
          </div>
          <div className="contract-about">{about}</div>
        </div>
      )}
    </DetailDrawer>
  )
}

function factsOf(contract: PersonalContract): readonly Description[] {
  const { linkId, name, signedAt, notice } = contract
  const common: readonly Description[] = [
    { label: providerLabels.provider, value: contract.providerName },
    { label: labels.name, value: name },
    {
      label: labels.idCardNo,
      value: (
        <MaskedCell
          kind="signing-link"
          id={linkId}
          field="idCardNo"
          masked={contract.idCardNo}
          whose={name}
        />
      ),
    },
    {
      label: labels.phone,
      value: (
        <MaskedCell kind="signing-link" id={linkId} field="phone" masked={contract.phone} whose={name} />
      ),
    },
    { label: labels.notice, value: noticeLabels[notice] },
  ]
  if (signedAt === null) {
    return [...common, { label: labels.expiresAt, value: shanghaiMinute(contract.expiresAt) }]
  }
  return [
    { label: labels.contractNo, value: contract.contractNo },
    ...common,
    { label: labels.textVersion, value: contract.textVersion },
    ...(contract.evidence === null
      ? []
      : [{ label: labels.evidence, value: evidenceLabels[contract.evidence] }]),
    { label: labels.address, value: contract.address },
    { label: labels.device, value: contract.device },
    { label: labels.digest, value: <CopyText text={contract.digest} label={labels.copyDigest} /> },
  ]
}

const WORDS: Readonly<Record<DoableAction, string>> = {
  download: contractLabels.download,
  'show-link': contractLabels.showLink,
  resend: contractLabels.resend,
  revoke: contractLabels.revoke,
  check: contractLabels.checkWhole,
  terminate: contractLabels.terminateWhole,
}

/** The PDF has a download of its own below it. */
function DrawerActions({ contract, onAction }: { contract: PersonalContract; onAction: DoAction }) {
  const user = useCurrentUser()
  const actions = actionsFor(contract, user).filter((action) => action !== 'look' && action !== 'download')
  // The primary one stands last.
  return actions
    .sort((a, b) => Number(a === 'check') - Number(b === 'check'))
    .map((action) => (
      <Button
        key={action}
        danger={action === 'revoke' || action === 'terminate'}
        type={action === 'check' ? 'primary' : 'default'}
        onClick={() => onAction(action, contract)}
      >
        {WORDS[action]}
      </Button>
    ))
}
