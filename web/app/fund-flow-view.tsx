// /fundflow put together: the page of the fund flow, and the recharge that one of its lines belongs to.

import { fundFlow } from '@paywages/wire/funds/fund-flow.ts'
import { useState } from 'react'
import { refresh } from '../api/queries.ts'
import { FundFlowPage } from '../funds/fund-flow-page.tsx'
import { RechargeDrawer } from '../recharges/recharge-drawer.tsx'

export function FundFlowView() {
  const [rechargeId, setRechargeId] = useState<number>()
  const [open, setOpen] = useState(false)
  return (
    <>
      <FundFlowPage
        openRecharge={(id) => {
          setRechargeId(id)
          setOpen(true)
        }}
      />
      <RechargeDrawer
        rechargeId={rechargeId}
        open={open}
        onClose={() => {
          setOpen(false)
          // A reversal may have been confirmed there.
          void refresh(fundFlow)
        }}
      />
    </>
  )
}
