// One proof beside its list: the tax and what it adds up, whether the ledger says the same, its file, its history (D31).

import { shanghaiMinute } from '@paywages/domain/calendar/shanghai.ts'
import { chineseCapitals } from '@paywages/domain/money/chinese-capitals.ts'
import { proofActions } from '@paywages/domain/tax/proof-status.ts'
import { proofDetail } from '@paywages/wire/tax/endpoints.ts'
import type { TaxProof, TaxProofDetail } from '@paywages/wire/tax/shapes.ts'
import { Button } from 'antd'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import { useCurrentUser } from '../../api/current-user.ts'
import { useCall } from '../../api/queries.ts'
import { providerLabels } from '../../records/labels.ts'
import { signedYuan } from '../../ui/display/amount-block.tsx'
import { type Description, DescriptionList, DescriptionSkeleton } from '../../ui/display/description-list.tsx'
import { DetailDrawer } from '../../ui/display/detail-drawer.tsx'
import { HeroMoney } from '../../ui/display/money.tsx'
import { Timeline } from '../../ui/display/timeline.tsx'
import { ErrorBlock } from '../../ui/feedback/state-blocks.tsx'
import { ProofFile } from './proof-file.tsx'
import { drawerLabels as labels, proofLabels } from './proof-labels.ts'
import { type ProofStep, proofSteps } from './proof-steps.ts'
import { ProofTag } from './proof-tag.tsx'
import './proof-drawer.css'

type ProofDrawerProps = {
  /** Kept while the drawer closes, so that nothing vanishes from it. */
  taxId: number | undefined
  open: boolean
  onUpload: (proof: TaxProof) => void
  onReject: (proof: TaxProof) => void
  onClose: () => void
}

export function ProofDrawer({ taxId, open, onUpload, onReject, onClose }: ProofDrawerProps) {
  const query = useCall(proofDetail, { taxId: taxId ?? 0 }, { enabled: open && taxId !== undefined })
  const proof = query.data?.taxId === taxId ? query.data : undefined
  return (
    <DetailDrawer
      open={open}
      title={proof === undefined ? labels.anyTitle : labels.title(proof.month)}
      tag={proof === undefined ? undefined : <ProofTag status={proof.status} />}
      actions={
        proof === undefined ? undefined : <Actions proof={proof} onUpload={onUpload} onReject={onReject} />
      }
      onClose={onClose}
    >
      {proof !== undefined ? (
        <DrawerBody proof={proof} />
      ) : query.isError ? (
        <ErrorBlock query={query} failure={proofDetail.failure} />
      ) : (
        <DescriptionSkeleton rows={8} columns={1} />
      )}
    </DetailDrawer>
  )
}

type ActionsProps = Pick<ProofDrawerProps, 'onUpload' | 'onReject'> & { proof: TaxProofDetail }

function Actions({ proof, onUpload, onReject }: ActionsProps) {
  const actions = proofActions(proof.status, useCurrentUser())
  const again = actions.includes('reupload')
  return (
    <>
      {actions.includes('reject') ? (
        <Button danger onClick={() => onReject(proof)}>
          {proofLabels.reject}
        </Button>
      ) : null}
      {again || actions.includes('upload') ? (
        <Button type="primary" onClick={() => onUpload(proof)}>
          {again ? proofLabels.reupload : proofLabels.upload}
        </Button>
      ) : null}
    </>
  )
}

function DrawerBody({ proof }: { proof: TaxProofDetail }) {
  const { taxFen, ledgerTaxFen, file } = proof
  const capitals = taxFen < 0n ? '' : chineseCapitals(taxFen)
  return (
    <div className="proof-detail">
      <div className="proof-amount">
        <p className="proof-amount-label">{labels.tax}</p>
        <HeroMoney fen={taxFen} size={32} />
        {capitals === '' ? null : <p className="proof-amount-capitals">{capitals}</p>}
        <LedgerTie ties={taxFen === ledgerTaxFen} ledger={signedYuan(ledgerTaxFen)} />
      </div>
      <DescriptionList columns={1} plain items={factsOf(proof)} />
      <h3>{labels.file}</h3>
      {file === null ? (
        <p className="proof-no-file">{labels.noFile}</p>
      ) : (
        <ProofFile key={file.fileId} file={file} />
      )}
      <h3>{labels.progress}</h3>
      <Timeline steps={proofSteps(proof).map((step) => withLink(step, file?.fileId))} />
    </div>
  )
}

function LedgerTie({ ties, ledger }: { ties: boolean; ledger: string }) {
  const Icon = ties ? CircleCheck : TriangleAlert
  return (
    <p className="proof-tie" data-ties={ties}>
      <Icon size={14} aria-hidden="true" />
      {ties ? labels.ties : labels.differs(ledger)}
    </p>
  )
}

const grouped = (count: number) => count.toLocaleString('en-US')

function factsOf(proof: TaxProofDetail): readonly Description[] {
  const { correctedCount, correctedIncomeFen, correctedTaxFen, openCount, openFen } = proof
  const corrections = labels.corrected(
    grouped(correctedCount),
    signedYuan(correctedIncomeFen),
    signedYuan(correctedTaxFen),
  )
  return [
    { label: providerLabels.provider, value: proof.providerName },
    { label: labels.people, value: labels.peopleOf(grouped(proof.peopleCount)) },
    { label: labels.income, value: signedYuan(proof.incomeFen) },
    { label: labels.corrections, value: correctedCount === 0 ? labels.noCorrections : corrections },
    {
      label: labels.leftOut,
      value: openCount === 0 ? labels.nothingLeftOut : labels.left(grouped(openCount), signedYuan(openFen)),
    },
    { label: labels.closedAt, value: shanghaiMinute(proof.closedAt) },
  ]
}

/** Earlier files are to be had from the history; the present one stands above. */
function withLink({ file, ...step }: ProofStep, presentId: string | undefined) {
  if (file === null) return step
  if (file.fileId === presentId) return { ...step, text: file.fileName }
  const link = (
    <a href={file.url} download aria-label={proofLabels.downloadOf(file.fileName)}>
      {file.fileName}
    </a>
  )
  return { ...step, text: link }
}
