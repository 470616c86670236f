// Asks before a save makes a contract effective or ends it; any other save needs no question.

import { shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import { formatRatePercent } from '@paywages/domain/money/rate.ts'
import { rateInWords } from '@paywages/domain/money/rate-words.ts'
import type { EnterpriseContract } from '@paywages/wire/enterprise-contracts/shapes.ts'
import { providerLabels } from '../records/labels.ts'
import { DescriptionList } from '../ui/display/description-list.tsx'
import { useConfirm } from '../ui/feedback/confirm.tsx'
import { type ContractFormValues, termOf, termWords } from './contract-form.ts'
import { contractLabels, editLabels, stepQuestions as questions } from './labels.ts'

export function useStepQuestion(): (
  contract: EnterpriseContract,
  typed: ContractFormValues,
) => Promise<boolean> {
  const confirm = useConfirm()
  return async (contract, typed) => {
    const { status } = typed
    if (status === contract.status || (status !== 'effective' && status !== 'terminated')) return true
    const { title, action } = questions[status]
    return confirm({
      title,
      object: `${typed.contractNo.trim()} · ${contract.providerName}`,
      body: <Facts contract={contract} typed={typed} />,
      warning: status === 'effective' ? beginWarning(typed) : questions.terminated.warning,
      action,
      danger: status === 'terminated',
    })
  }
}

function beginWarning(typed: ContractFormValues): string {
  const { beginDay } = termOf(typed)
  const { early, warning } = questions.effective
  return beginDay !== null && beginDay > shanghaiDay(new Date()) ? early(beginDay) : warning
}

function Facts({ contract, typed }: { contract: EnterpriseContract; typed: ContractFormValues }) {
  const { serviceRate } = contract
  return (
    <DescriptionList
      columns={1}
      items={[
        { label: contractLabels.contractName, value: typed.contractName.trim() },
        { label: providerLabels.provider, value: contract.providerName },
        {
          label: contractLabels.serviceRate,
          value: editLabels.rate(formatRatePercent(serviceRate), rateInWords(serviceRate)),
        },
        { label: editLabels.terms, value: termWords(termOf(typed)) },
      ]}
    />
  )
}
