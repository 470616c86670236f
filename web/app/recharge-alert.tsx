// Tells a reviewer, once a login, that recharges wait for their audit (spec §6, §7, D25).

import { pendingRecharges } from '@paywages/wire/recharges/endpoints.ts'
import type { CurrentUser } from '@paywages/wire/session/endpoints.ts'
import { App, Button } from 'antd'
import { useEffect } from 'react'
import { useCall } from '../api/queries.ts'
import { useGo } from '../ui/page/address.ts'
import { rechargeAlertLabels as labels } from './labels.ts'
import { isAlertOwed, settleAlert } from './owed-alert.ts'
import { onlyPageOf, type PagePath } from './pages.ts'

const EVERY_MS = 60_000
const KEY = 'pending-recharges'
const VERIFY_PAGE: PagePath = '/rechargeverify'

/** Nothing to see by itself; the alert stands over the foot of the menu, where it covers no button of any page. */
export function RechargeAlert({ user }: { user: CurrentUser }): null {
  const { notification } = App.useApp()
  const go = useGo()
  const owed = user.checkRight && !onlyPageOf(user) && isAlertOwed(user.accountId)
  // What comes in later is told then, as long as nothing was told yet.
  const { data: waiting = 0 } = useCall(
    pendingRecharges,
    {},
    { enabled: owed, refetchEvery: () => (isAlertOwed(user.accountId) ? EVERY_MS : false) },
  )
  useEffect(() => {
    if (waiting === 0 || !isAlertOwed(user.accountId)) return
    settleAlert()
    const look = () => {
      notification.destroy(KEY)
      go(VERIFY_PAGE, { status: 'pending' })
    }
    notification.info({
      key: KEY,
      title: labels.title,
      description: labels.text,
      placement: 'bottomLeft',
      duration: 0,
      actions: (
        <Button type="primary" size="small" onClick={look}>
          {labels.look}
        </Button>
      ),
    })
  }, [waiting, user.accountId, notification, go])
  // Nobody else's alert: whoever logs out takes it along.
  useEffect(() => () => notification.destroy(KEY), [notification])
  return null
}
