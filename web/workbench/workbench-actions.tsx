// The buttons of the workbench by right; the one primary is what a payer comes for.

import { hasRight } from '@paywages/domain/accounts/rights.ts'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useCurrentUser } from '../api/current-user.ts'
import { RECHARGES_PAGE, VERIFY_PAGE } from '../records/recharge-address.ts'
import { useGo } from '../ui/page/address.ts'
import { actionLabels as labels } from './labels.ts'

/** `newPayout`: of the slice that knows sheets. */
export function WorkbenchActions({ newPayout }: { newPayout: ReactNode }) {
  const user = useCurrentUser()
  const go = useGo()
  return (
    <>
      {hasRight(user, 'super-manager') ? (
        <Button onClick={() => go('/providers')}>{labels.providers}</Button>
      ) : null}
      {hasRight(user, 'manager') ? (
        <>
          <Button onClick={() => go('/auditlog')}>{labels.auditLog}</Button>
          <Button onClick={() => go('/accounts')}>{labels.accounts}</Button>
        </>
      ) : null}
      {hasRight(user, 'check-or-super-manager') ? (
        <Button onClick={() => go(VERIFY_PAGE, { status: 'pending' })}>{labels.auditRecharges}</Button>
      ) : null}
      {hasRight(user, 'pay') ? (
        <>
          <Button onClick={() => go(RECHARGES_PAGE)}>{labels.recharge}</Button>
          {newPayout}
        </>
      ) : null}
    </>
  )
}
