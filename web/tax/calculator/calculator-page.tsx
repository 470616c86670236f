// /taxtrial: what a payment would cost and bring, tried before any sheet is made.

import { hasRight } from '@paywages/domain/accounts/rights.ts'
import { shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import { yuanNumberFromFen } from '@paywages/domain/money/fen.ts'
import { wireNumberFromRate } from '@paywages/domain/money/rate.ts'
import { taxTrial, trialTerms } from '@paywages/wire/tax/endpoints.ts'
import type { CalculatorTerms, CalculatorResult as Result } from '@paywages/wire/tax/shapes.ts'
import { Form, type FormInstance } from 'antd'
import dayjs from 'dayjs'
import { useEffect, useState } from 'react'
import { call } from '../../api/client.ts'
import { useCurrentUser } from '../../api/current-user.ts'
import { useProviderOptions } from '../../api/provider-names.ts'
import { useCall } from '../../api/queries.ts'
import { EmptyBlock, ErrorBlock } from '../../ui/feedback/state-blocks.tsx'
import { FormBlock } from '../../ui/form/form-page.tsx'
import { useSubmit } from '../../ui/form/use-submit.ts'
import { PageTitle } from '../../ui/page/page-title.tsx'
import { CalculatorFields, ownMethod } from './calculator-fields.tsx'
import { calculatorResultLabels, calculatorLabels as labels } from './calculator-labels.ts'
import { CalculatorResult } from './calculator-result.tsx'
import { type CalculatorFormValues, inputFromForm } from './calculator-typed.ts'
import './calculator-page.css'

/** The call's fields that stand in another field of the form. */
const FORM_NAMES = { history: 'months', userId: 'person' }

type Calculated = { readonly result: Result; readonly typed: CalculatorFormValues }

export function TaxCalculatorPage() {
  const [form] = Form.useForm<CalculatorFormValues>()
  const { busy, submit } = useSubmit(form, FORM_NAMES)
  const [calculated, setCalculated] = useState<Calculated>()
  const [stale, setStale] = useState(false)
  const [edits, setEdits] = useState(false)
  const from = Form.useWatch('from', form)
  const company = useCompany(form)

  async function attempt(typed: CalculatorFormValues) {
    const input = inputFromForm(typed)
    if (input === undefined) return
    await submit(async () => {
      const result = await call(taxTrial, input)
      setCalculated({ result, typed })
      setStale(false)
    })
  }

  function changed(changes: Partial<CalculatorFormValues>) {
    setStale(true)
    // What was refused of the months as a whole may be right by now; nothing else would take it away.
    form.setFields([{ name: 'months', errors: [] }])
    // Whom one company knows, the other may not.
    if ('providerId' in changes) form.resetFields(['person'])
    if ('from' in changes && changes.from === 'typed' && (form.getFieldValue('months') ?? []).length === 0)
      form.setFieldValue('months', [firstMonth()])
  }

  function editMonths({ history }: Result) {
    form.setFieldsValue({
      from: 'typed',
      months: history.map(({ month, incomeFen, withheldFen, exemptFen, otherDeductionFen, reliefFen }) => ({
        month: dayjs(month),
        incomeFen: yuanNumberFromFen(incomeFen),
        withheldFen: yuanNumberFromFen(withheldFen),
        exemptFen: yuanNumberFromFen(exemptFen),
        otherDeductionFen: yuanNumberFromFen(otherDeductionFen),
        reliefFen: yuanNumberFromFen(reliefFen),
      })),
    })
    setStale(true)
    setEdits(true)
  }

  // The form tells of its values a moment later; only then do the rows stand there.
  useEffect(() => {
    if (!edits || from !== 'typed') return
    form.scrollToField(['months', 0, 'incomeFen'], { focus: true, block: 'center' })
    setEdits(false)
  }, [edits, from, form])

  return (
    <>
      <PageTitle />
      <div className="trial">
        <section aria-label={labels.action}>
          {!company.failed ? null : <ErrorBlock query={company.query} failure={trialTerms.failure} />}
          <FormBlock<CalculatorFormValues>
            form={form}
            busy={busy}
            action={labels.action}
            initialValues={{
              kind: 'gross',
              method: 'cumulative',
              from: 'none',
              day: dayjs(shanghaiDay(new Date())),
            }}
            onValuesChange={changed}
            onSubmit={(typed) => void attempt(typed)}
          >
            <CalculatorFields companies={company.choice} terms={company.terms} />
          </FormBlock>
        </section>
        <section aria-label={calculatorResultLabels.result} className="trial-answer">
          {calculated === undefined ? (
            <EmptyBlock title={calculatorResultLabels.empty} hint={calculatorResultLabels.emptyHint} />
          ) : (
            <CalculatorResult
              result={calculated.result}
              isNet={calculated.typed.kind === 'net'}
              stale={stale}
              busy={busy}
              onEdit={calculated.typed.from === 'person' ? () => editMonths(calculated.result) : undefined}
            />
          )}
        </section>
      </div>
    </>
  )
}

const firstMonth = () => ({ month: dayjs(shanghaiDay(new Date())).startOf('year'), withheldFen: 0 })

/** Whose terms it is calculated by: one's own company, or the one a manager chooses; its rate and method fill the form. */
function useCompany(form: FormInstance<CalculatorFormValues>) {
  const user = useCurrentUser()
  const chooses = hasRight(user, 'manager')
  const { options, loading } = useProviderOptions()
  const chosen = Form.useWatch('providerId', form)
  const own = options.find(({ label }) => label === user.providerName)?.value
  const providerId = chooses ? (chosen ?? own ?? options[0]?.value) : undefined
  const ready = !chooses || providerId !== undefined
  const query = useCall(trialTerms, providerId === undefined ? {} : { providerId }, { enabled: ready })
  const terms = ready ? query.data : undefined
  useEffect(() => {
    if (terms !== undefined) form.setFieldsValue(termsTyped(terms, chooses))
  }, [terms, chooses, form])
  return {
    choice: { chooses, options, loading },
    terms,
    query,
    failed: query.data === undefined && query.isError,
  }
}

function termsTyped(terms: CalculatorTerms, chooses: boolean): Partial<CalculatorFormValues> {
  return {
    serviceRate: wireNumberFromRate(terms.serviceRate),
    method: ownMethod(terms),
    ...(chooses ? { providerId: terms.providerId } : {}),
  }
}
