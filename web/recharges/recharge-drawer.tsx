// One recharge beside its list: amount, particulars, receipt, its way, and what this person may do with it.

import { REVERSAL_KINDS, type ReversalKind } from '@paywages/domain/recharges/recharge-status.ts'
import { rechargeDetail } from '@paywages/wire/recharges/endpoints.ts'
import type { RechargeDetail } from '@paywages/wire/recharges/shapes.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { useCall } from '../api/queries.ts'
import { AUDIT_PAGE, rechargeAddress } from '../records/recharge-address.ts'
import { DescriptionSkeleton } from '../ui/display/description-list.tsx'
import { DetailDrawer } from '../ui/display/detail-drawer.tsx'
import { Timeline } from '../ui/display/timeline.tsx'
import { ErrorBlock } from '../ui/feedback/state-blocks.tsx'
import { FilePreview } from '../ui/files/file-preview.tsx'
import { useGo } from '../ui/page/address.ts'
import { useLast } from '../ui/page/use-last.ts'
import { kindLabels, rechargeLabels as labels, reversalLabels } from './labels.ts'
import { RechargeAmount, RechargeFacts } from './recharge-facts.tsx'
import { rechargeSteps } from './recharge-steps.ts'
import { ArrivalTag, RechargeTag } from './recharge-tag.tsx'
import { ReversalDialog } from './reversal-dialog.tsx'
import { useRechargeActions } from './use-recharge-actions.ts'
import { EndReversalDialog, openReversalOf, useReversalConfirmation } from './use-reversal.tsx'
import { WithdrawDialog } from './withdraw-dialog.tsx'

type RechargeDrawerProps = {
  /** Kept while the drawer closes, so that nothing vanishes from it. */
  rechargeId: number | undefined
  open: boolean
  onClose: () => void
}

export function RechargeDrawer({ rechargeId, open, onClose }: RechargeDrawerProps) {
  const enabled = open && rechargeId !== undefined
  const query = useCall(rechargeDetail, { rechargeId: rechargeId ?? 0 }, { enabled })
  const recharge = query.data?.rechargeId === rechargeId ? query.data : undefined
  return (
    <DetailDrawer
      open={open}
      title={labels.detail(rechargeId ?? 0)}
      tag={
        recharge === undefined ? undefined : (
          <>
            <RechargeTag recharge={recharge} /> <ArrivalTag recharge={recharge} />
          </>
        )
      }
      actions={recharge === undefined ? undefined : <DrawerActions recharge={recharge} onDone={onClose} />}
      onClose={onClose}
    >
      {query.isError ? (
        <ErrorBlock query={query} failure={rechargeDetail.failure} />
      ) : recharge === undefined ? (
        <DescriptionSkeleton rows={8} columns={1} />
      ) : (
        <DrawerBody recharge={recharge} />
      )}
    </DetailDrawer>
  )
}

function DrawerBody({ recharge }: { recharge: RechargeDetail }) {
  const actions = useRechargeActions()(recharge)
  return (
    <>
      <RechargeAmount recharge={recharge} />
      <RechargeFacts recharge={recharge} />
      <h3 className="recharge-section">{labels.receipt}</h3>
      <FilePreview fileId={recharge.receiptFileId} name={recharge.receiptName} size="page" />
      <h3 className="recharge-section">{labels.progress}</h3>
      <Timeline steps={rechargeSteps(recharge, actions)} />
    </>
  )
}

type ActionsProps = {
  recharge: RechargeDetail
  /** Something was done: the list tells what became of it. */
  onDone: () => void
}

function DrawerActions({ recharge, onDone }: ActionsProps) {
  const go = useGo()
  const actions = useRechargeActions()(recharge)
  const [withdrawing, setWithdrawing] = useState(false)
  return (
    <>
      {actions.has('withdraw') ? (
        <Button danger onClick={() => setWithdrawing(true)}>
          {labels.withdraw}
        </Button>
      ) : null}
      <AskActions recharge={recharge} offered={actions.has('ask-reversal')} onDone={onDone} />
      <DecideActions recharge={recharge} onDone={onDone} />
      {actions.has('audit') ? (
        <Button type="primary" onClick={() => go(AUDIT_PAGE, rechargeAddress(recharge.rechargeId))}>
          {labels.audit}
        </Button>
      ) : null}
      <WithdrawDialog
        recharge={recharge}
        open={withdrawing}
        onDone={onDone}
        onClose={() => setWithdrawing(false)}
      />
    </>
  )
}

/** The dialog outlives its buttons: what was typed stays while the recharge changes behind it. */
function AskActions({ recharge, offered, onDone }: ActionsProps & { offered: boolean }) {
  const [kind, setKind] = useState<ReversalKind>('correction')
  const [asking, setAsking] = useState(false)
  return (
    <>
      {(offered ? REVERSAL_KINDS : []).map((one) => (
        <Button
          key={one}
          onClick={() => {
            setKind(one)
            setAsking(true)
          }}
        >
          {kindLabels[one]}
        </Button>
      ))}
      <ReversalDialog
        recharge={recharge}
        kind={kind}
        open={asking}
        onDone={onDone}
        onClose={() => setAsking(false)}
      />
    </>
  )
}

function DecideActions({ recharge, onDone }: ActionsProps) {
  const actions = useRechargeActions()(recharge)
  const confirmReversal = useReversalConfirmation(recharge)
  const [ending, setEnding] = useState(false)
  // The dialog outlives the request that it is about.
  const reversal = useLast(openReversalOf(recharge))
  if (reversal === undefined) return null
  const own = actions.has('take-back-reversal')
  const kindWord = kindLabels[reversal.kind]
  return (
    <>
      {own || actions.has('refuse-reversal') ? (
        <Button danger onClick={() => setEnding(true)}>
          {own ? reversalLabels.takeBack : reversalLabels.refuseOf(kindWord)}
        </Button>
      ) : null}
      {actions.has('confirm-reversal') ? (
        <Button
          type="primary"
          onClick={() => void confirmReversal(reversal).then((done) => done && onDone())}
        >
          {reversalLabels.confirmOf(kindWord)}
        </Button>
      ) : null}
      <EndReversalDialog
        recharge={recharge}
        reversal={reversal}
        own={own}
        open={ending}
        onDone={onDone}
        onClose={() => setEnding(false)}
      />
    </>
  )
}
