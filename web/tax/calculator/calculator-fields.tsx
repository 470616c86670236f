// The fields of a calculation: the amount, what it is calculated by, and what was paid before.

import { shanghaiMonth } from '@paywages/domain/calendar/shanghai.ts'
import { CALCULATOR_METHODS, type CalculatorMethod } from '@paywages/domain/tax/calculator.ts'
import { taxTrial } from '@paywages/wire/tax/endpoints.ts'
import type { CalculatorTerms } from '@paywages/wire/tax/shapes.ts'
import { DatePicker, Form, Segmented, Select } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { providerLabels } from '../../records/labels.ts'
import { RateMeaning } from '../../records/rate-meaning.tsx'
import { AmountInput } from '../../ui/form/amount-input.tsx'
import { rulesFor } from '../../ui/form/field-rules.ts'
import { FormSection } from '../../ui/form/form-page.tsx'
import { NumberInput } from '../../ui/form/number-input.tsx'
import { calculatorMethodLabels, calculatorLabels as labels } from './calculator-labels.ts'
import type { CalculatorFormValues } from './calculator-typed.ts'
import { PersonField } from './person-field.tsx'
import { TypedMonths } from './typed-months.tsx'

type Companies = {
  /** False: there is nothing to choose. */
  readonly chooses: boolean
  readonly options: readonly { readonly value: number; readonly label: string }[]
  readonly loading: boolean
}

type CalculatorFieldsProps = { companies: Companies; terms: CalculatorTerms | undefined }

export function CalculatorFields({ companies, terms }: CalculatorFieldsProps) {
  return (
    <>
      <PaymentFields />
      <TermsFields companies={companies} terms={terms} />
      <HistoryFields terms={terms} />
    </>
  )
}

const KINDS = [
  { value: 'gross', label: labels.gross },
  { value: 'net', label: labels.net },
] as const

function PaymentFields() {
  const isNet = Form.useWatch('kind') === 'net'
  return (
    <FormSection title={labels.payment}>
      <Form.Item name="kind" label={labels.kind}>
        <Segmented block aria-label={labels.kind} options={[...KINDS]} />
      </Form.Item>
      <Form.Item
        name="day"
        label={labels.day}
        validateTrigger="onChange"
        rules={[{ required: true, message: labels.dayMissing }]}
      >
        <DatePicker className="trial-day" allowClear={false} maxDate={lastDay()} />
      </Form.Item>
      <Form.Item
        name="amountFen"
        className="form-wide trial-amount"
        label={labels.amount}
        rules={rulesFor(taxTrial, 'amountFen')}
      >
        <AmountInput placeholder={isNet ? labels.netHint : labels.amountHint} />
      </Form.Item>
    </FormSection>
  )
}

/** The end of next year: whoever plans looks no further. */
const lastDay = () => dayjs(shanghaiMonth(new Date())).add(1, 'year').endOf('year')

const METHODS = CALCULATOR_METHODS.map((value) => ({ value, label: calculatorMethodLabels[value] }))

function TermsFields({ companies, terms }: CalculatorFieldsProps) {
  const { chooses, options, loading } = companies
  return (
    <FormSection title={labels.terms}>
      {chooses ? (
        <Form.Item name="providerId" className="form-wide" label={providerLabels.provider}>
          <Select
            options={[...options]}
            loading={loading}
            placeholder={labels.companyHint}
            showSearch={{ optionFilterProp: 'label' }}
          />
        </Form.Item>
      ) : null}
      <Form.Item
        name="method"
        className="form-wide"
        label={labels.method}
        extra={<MethodMeaning terms={terms} />}
      >
        <Segmented block aria-label={labels.method} options={METHODS} />
      </Form.Item>
      <Form.Item
        name="serviceRate"
        className="form-wide"
        label={labels.rate}
        rules={rulesFor(taxTrial, 'serviceRate')}
        extra={<RateMeaning hint={labels.rateHint} means={labels.rateMeans} />}
      >
        <NumberInput decimals={2} />
      </Form.Item>
    </FormSection>
  )
}

export const ownMethod = ({ withholdsTax, method }: CalculatorTerms): CalculatorMethod =>
  withholdsTax ? method : 'none'

function MethodMeaning({ terms }: { terms: CalculatorTerms | undefined }) {
  const method = Form.useWatch('method') as CalculatorMethod | undefined
  if (terms === undefined || method === undefined) return null
  if (method !== ownMethod(terms))
    return terms.withholdsTax ? labels.otherMethod(calculatorMethodLabels[terms.method]) : labels.withholdsNot
  if (method === 'none') return labels.withholdsNot
  if (method === 'per-payment') return labels.perPaymentHint
  return labels.gapRule[terms.gapRule]
}

const SOURCES = [
  { value: 'none', label: labels.noHistory },
  { value: 'person', label: labels.ofPerson },
  { value: 'typed', label: labels.byHand },
] as const
const SOURCE_HINTS = {
  none: labels.noHistoryHint,
  person: labels.ofPersonHint,
  typed: labels.byHandHint,
} as const

function HistoryFields({ terms }: Pick<CalculatorFieldsProps, 'terms'>) {
  const from = (Form.useWatch('from') ?? 'none') as CalculatorFormValues['from']
  const day = Form.useWatch('day') as Dayjs | undefined
  return (
    <FormSection title={labels.history}>
      <Form.Item name="from" className="form-wide" extra={SOURCE_HINTS[from]}>
        <Segmented block aria-label={labels.historyFrom} options={[...SOURCES]} />
      </Form.Item>
      {from === 'person' && terms !== undefined ? (
        <Form.Item
          name="person"
          className="form-wide"
          label={labels.person}
          validateTrigger="onChange"
          rules={[{ required: true, message: labels.personMissing }]}
        >
          <PersonField providerId={terms.providerId} />
        </Form.Item>
      ) : null}
      {from === 'typed' ? <TypedMonths day={day ?? dayjs()} /> : null}
    </FormSection>
  )
}
