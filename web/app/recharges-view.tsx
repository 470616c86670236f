// /recharges put together: the page of the recharges, and the dialog of the restricted people that it offers (spec §2).

import { Button } from 'antd'
import { useState } from 'react'
import { AddLimitUserDialog } from '../limits/add-limit-user-dialog.tsx'
import { RechargesPage } from '../recharges/recharges-page.tsx'
import { rechargesViewLabels as labels } from './labels.ts'

export function RechargesView() {
  const [adding, setAdding] = useState(false)
  return (
    <>
      <RechargesPage besides={<Button onClick={() => setAdding(true)}>{labels.addLimitUser}</Button>} />
      <AddLimitUserDialog open={adding} onClose={() => setAdding(false)} />
    </>
  )
}
