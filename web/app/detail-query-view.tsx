// /paydetail put together: the query over all payouts, and the bank statements that it leads to (spec §2).

import { hasRight } from '@paywages/domain/accounts/rights.ts'
import { Button } from 'antd'
import { useCurrentUser } from '../api/current-user.ts'
import { STATEMENTS_PAGE } from '../bank-statements/statement-address.ts'
import { StatementUpload } from '../bank-statements/statement-upload.tsx'
import { DetailQueryPage } from '../payouts/detail-query-page.tsx'
import { useGo } from '../ui/page/address.ts'
import { pageLabels } from './labels.ts'

export function DetailQueryView() {
  const go = useGo()
  const pays = hasRight(useCurrentUser(), 'pay')
  return (
    <DetailQueryPage
      besides={
        <>
          <Button onClick={() => go(STATEMENTS_PAGE)}>{pageLabels[STATEMENTS_PAGE].title}</Button>
          {pays ? <StatementUpload /> : null}
        </>
      }
    />
  )
}
