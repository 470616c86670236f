// /retentiondetail: a provider's periods, what would be erased and what is held back; changes wait for a second manager (ADR 146).

import { type RetentionDetail, retentionDetail } from '@paywages/wire/retention/endpoints.ts'
import { Button } from 'antd'
import { Notice } from '../ui/feedback/notice.tsx'
import { recordNumber, useGo, usePageSearch } from '../ui/page/address.ts'
import { PageTitle } from '../ui/page/page-title.tsx'
import { RecordPage } from '../ui/page/record-page.tsx'
import { HoldList } from './hold-list.tsx'
import { retentionLabels as labels } from './labels.ts'
import { PeriodForm } from './period-form.tsx'
import { PreviewList } from './preview-list.tsx'
import './retention.css'

export function RetentionDetailPage() {
  const providerId = recordNumber(usePageSearch().providerId)
  return (
    <RecordPage
      endpoint={retentionDetail}
      input={providerId === undefined ? undefined : { providerId }}
      skeletonRows={8}
    >
      {(detail) => <ProviderRetention key={providerId} providerId={providerId ?? 0} detail={detail} />}
    </RecordPage>
  )
}

function ProviderRetention({ providerId, detail }: { providerId: number; detail: RetentionDetail }) {
  const go = useGo()
  return (
    <>
      <PageTitle title={labels.titleOf(detail.name)} purpose={labels.purpose} />
      {detail.waiting ? (
        <Notice
          tone="wait"
          title={labels.waitingTitle}
          action={<Button onClick={() => go('/proposals')}>{labels.toProposals}</Button>}
        >
          {labels.waitingText}
        </Notice>
      ) : null}
      <PeriodForm providerId={providerId} periods={detail.periods} />
      <PreviewList providerId={providerId} detail={detail} />
      <HoldList providerId={providerId} name={detail.name} holds={detail.holds} />
    </>
  )
}
