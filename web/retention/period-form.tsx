// The form of a provider's periods: one number a kind, and why it changes.

import type { RetentionKind } from '@paywages/domain/retention/retention-rules.ts'
import {
  changeRetention,
  listRetention,
  type RetentionPeriod,
  retentionDetail,
} from '@paywages/wire/retention/endpoints.ts'
import { retentionKindWords } from '@paywages/wire/retention/messages.ts'
import { Form } from 'antd'
import { call } from '../api/client.ts'
import { refresh } from '../api/queries.ts'
import { toastDone } from '../ui/feedback/toast.ts'
import { rulesFor } from '../ui/form/field-rules.ts'
import { FormBlock, FormSection } from '../ui/form/form-page.tsx'
import { NUMBER_TRIGGERS, NumberInput } from '../ui/form/number-input.tsx'
import { ReasonField } from '../ui/form/proposal-reason.tsx'
import { useSubmit } from '../ui/form/use-submit.ts'
import { useGo } from '../ui/page/address.ts'
import { retentionLabels as labels } from './labels.ts'

const FIELDS = {
  contact: 'contactYears',
  'identity-images': 'imageYears',
  'personal-contract': 'contractYears',
  'unpaid-numbers': 'unpaidYears',
  'paid-numbers': 'paidYears',
} as const satisfies Record<RetentionKind, string>

type Typed = Record<(typeof FIELDS)[RetentionKind], number> & { reason?: string }

export function PeriodForm({
  providerId,
  periods,
}: {
  providerId: number
  periods: readonly RetentionPeriod[]
}) {
  const [form] = Form.useForm<Typed>()
  const { busy, submit } = useSubmit(form)
  const go = useGo()

  async function save(typed: Typed) {
    await submit(async () => {
      toastDone(await call(changeRetention, { providerId, ...typed }), labels.saved)
      await refresh(listRetention, retentionDetail)
    })
  }

  return (
    <FormBlock
      form={form}
      busy={busy}
      action={labels.save}
      initialValues={
        Object.fromEntries(
          periods.map(({ kind, years, comingYears }) => [FIELDS[kind], comingYears ?? years]),
        ) as unknown as Typed
      }
      onSubmit={(typed: Typed) => void save(typed)}
      onCancel={() => go('/retention')}
    >
      <FormSection title={labels.formTitle} hint={labels.formHint}>
        {periods.map((period) => (
          <Form.Item
            key={period.kind}
            name={FIELDS[period.kind]}
            label={retentionKindWords[period.kind]}
            extra={hintOf(period)}
            rules={rulesFor(changeRetention, FIELDS[period.kind])}
            validateTrigger={NUMBER_TRIGGERS}
          >
            <NumberInput decimals={0} />
          </Form.Item>
        ))}
        <ReasonField />
      </FormSection>
    </FormBlock>
  )
}

function hintOf({ leastYears, comingYears, comingFrom }: RetentionPeriod): string {
  const least = labels.least(leastYears)
  return comingYears === null || comingFrom === null
    ? least
    : `${least}；${labels.coming(comingYears, comingFrom)}`
}
