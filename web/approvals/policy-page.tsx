// /approvalpolicy: the approval policy of a provider, or of a platform as the floor under its providers; changes wait for a second manager.

import type { ApprovalPolicy } from '@paywages/domain/approvals/policy.ts'
import {
  changePlatformPolicy,
  changeProviderPolicy,
  listFloors,
  listPolicies,
  type PolicyDetail,
  platformPolicy,
  providerPolicy,
} from '@paywages/wire/approvals/endpoints.ts'
import { ceilingInWords, tiersInWords } from '@paywages/wire/approvals/messages.ts'
import { Button } from 'antd'
import { call } from '../api/client.ts'
import { refresh } from '../api/queries.ts'
import { Notice } from '../ui/feedback/notice.tsx'
import { toastDone } from '../ui/feedback/toast.ts'
import { recordNumber, useGo, usePageSearch } from '../ui/page/address.ts'
import { PageTitle } from '../ui/page/page-title.tsx'
import { RecordPage } from '../ui/page/record-page.tsx'
import { policyLabels as labels } from './labels.ts'
import { POLICIES_PAGE } from './policy-address.ts'
import { PolicyForm } from './policy-form.tsx'

type Save = (policy: ApprovalPolicy, reason: string) => ReturnType<typeof send>

const send = (input: Parameters<typeof call<typeof changeProviderPolicy>>[1]) =>
  call(changeProviderPolicy, input)

export function PolicyPage() {
  const search = usePageSearch()
  const providerId = recordNumber(search.providerId)
  const platformId = recordNumber(search.platformId)
  if (platformId !== undefined)
    return (
      <RecordPage endpoint={platformPolicy} input={{ platformId }} skeletonRows={8}>
        {(detail) => (
          <EditPolicy
            key={platformId}
            detail={detail}
            of="platform"
            save={(policy, reason) =>
              call(changePlatformPolicy, { platformId, ...policy, tiers: [...policy.tiers], reason })
            }
          />
        )}
      </RecordPage>
    )
  return (
    <RecordPage
      endpoint={providerPolicy}
      input={providerId === undefined ? undefined : { providerId }}
      skeletonRows={8}
    >
      {(detail) => (
        <EditPolicy
          key={providerId}
          detail={detail}
          of="provider"
          save={(policy, reason) =>
            send({ providerId: providerId ?? 0, ...policy, tiers: [...policy.tiers], reason })
          }
        />
      )}
    </RecordPage>
  )
}

type EditPolicyProps = { detail: PolicyDetail; of: 'provider' | 'platform'; save: Save }

function EditPolicy({ detail, of, save }: EditPolicyProps) {
  const go = useGo()
  const back = () => go(POLICIES_PAGE, of === 'platform' ? { view: 'platform' } : {})

  async function submit(policy: ApprovalPolicy, reason: string) {
    toastDone(await save(policy, reason), labels.saved)
    await refresh(listPolicies, listFloors, providerPolicy, platformPolicy)
    back()
  }

  return (
    <>
      <PageTitle
        title={of === 'provider' ? labels.titleOf(detail.name) : labels.floorOf(detail.name)}
        purpose={of === 'provider' ? labels.ownPurpose : labels.floorPurpose}
      />
      {detail.waiting ? (
        <Notice
          tone="wait"
          title={labels.waitingTitle}
          action={<Button onClick={() => go('/proposals')}>{labels.toProposals}</Button>}
        >
          {labels.waitingText}
        </Notice>
      ) : null}
      {detail.floors.length === 0 ? null : (
        <Notice tone="info" title={labels.floorsTitle}>
          {detail.floors.map(({ platformName, policy }) => (
            <div key={platformName}>
              {labels.floorText(
                platformName,
                tiersInWords(policy),
                ceilingInWords(policy.batchCeilingFen),
                ceilingInWords(policy.dayCeilingFen),
              )}
            </div>
          ))}
        </Notice>
      )}
      <PolicyForm detail={detail} onSubmit={submit} onCancel={back} />
    </>
  )
}
