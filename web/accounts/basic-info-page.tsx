// The provider behind an account, read only; without an account in the address, one's own (spec §2).

import { formatRatePercent } from '@paywages/domain/money/rate.ts'
import { basicInfo } from '@paywages/wire/accounts/endpoints.ts'
import type { AnswerOf } from '@paywages/wire/endpoint.ts'
import { cardInFours } from '../records/bank-card-text.ts'
import { type Description, DescriptionList } from '../ui/display/description-list.tsx'
import { recordNumber, usePageSearch } from '../ui/page/address.ts'
import { PageTitle } from '../ui/page/page-title.tsx'
import { RecordPage } from '../ui/page/record-page.tsx'
import { basicInfoLabels as labels } from './labels.ts'
import './basic-info.css'

type BasicInfo = AnswerOf<typeof basicInfo>

export function BasicInfoPage() {
  const { accountId } = usePageSearch()
  const given = recordNumber(accountId)
  const input = accountId === undefined ? {} : given === undefined ? undefined : { accountId: given }
  return (
    <RecordPage endpoint={basicInfo} input={input} skeletonRows={12}>
      {(info) => (
        <>
          <PageTitle />
          <section className="basic-info">
            <h2>{labels.company}</h2>
            <DescriptionList items={companyOf(info)} />
          </section>
          <section className="basic-info">
            <h2>{labels.account}</h2>
            <DescriptionList items={accountOf(info)} />
          </section>
        </>
      )}
    </RecordPage>
  )
}

function companyOf(info: BasicInfo): readonly Description[] {
  return [
    { label: labels.providerName, value: info.providerName },
    { label: labels.taxpayerId, value: info.taxpayerId },
    { label: labels.bankAccountName, value: info.bankAccountName },
    { label: labels.bankAccount, value: cardInFours(info.bankAccount) },
    { label: labels.contactUser, value: info.contactUser },
    { label: labels.phone, value: info.phone },
    { label: labels.serviceRate, value: formatRatePercent(info.serviceRate) },
    { label: labels.address, value: info.address },
  ]
}

function accountOf(info: BasicInfo): readonly Description[] {
  return [
    { label: labels.loginAccount, value: info.loginAccount },
    { label: labels.realName, value: info.realName },
    { label: labels.platformName, value: info.platformName },
    { label: labels.serviceName, value: info.serviceName },
  ]
}
