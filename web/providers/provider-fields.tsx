// The fields of a provider, shared by adding and editing (spec §3, §5, D39).

import {
  cumulativeUnfiled,
  FIRST_FILING_DAY,
  type FiledOn,
} from '@paywages/domain/tax/cumulative-eligibility.ts'
import type { GapRule } from '@paywages/domain/tax/gap-rule.ts'
import type { VatBearer } from '@paywages/domain/tax/vat-bearer.ts'
import { addProvider } from '@paywages/wire/providers/endpoints.ts'
import { DatePicker, Form, Input, Select, Switch } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { RateMeaning } from '../records/rate-meaning.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { AmountInput } from '../ui/form/amount-input.tsx'
import { rulesFor } from '../ui/form/field-rules.ts'
import { FormSection, SwitchRow } from '../ui/form/form-page.tsx'
import { NUMBER_TRIGGERS, NumberInput } from '../ui/form/number-input.tsx'
import {
  gapRuleHints,
  gapRuleLabels,
  providerFormLabels as labels,
  providerLabels,
  taxMethodLabels,
  vatBearerHints,
  vatBearerLabels,
} from './labels.ts'
import { PlatformsField } from './platforms-field.tsx'
import type { ProviderFormValues } from './provider-typed.ts'

export function ProviderFields() {
  return (
    <>
      <TermsFields />
      <FormSection title={labels.bank}>
        <TextField name="bankAccountName" label={labels.bankAccountName} max={60} />
        <TextField name="bankAccount" label={labels.bankAccount} max={32} />
        <TextField name="taxpayerId" label={labels.taxpayerId} max={20} />
      </FormSection>
      <FormSection title={labels.contact}>
        <TextField name="contactUser" label={providerLabels.contactUser} max={30} />
        <TextField name="phone" label={labels.phone} max={20} />
        <TextField name="address" label={labels.address} max={100} wide />
      </FormSection>
      <TaxFields />
    </>
  )
}

function TermsFields() {
  return (
    <FormSection title={labels.terms}>
      <Form.Item name="name" label={providerLabels.name} rules={rulesFor(addProvider, 'name')}>
        <Input maxLength={50} placeholder={providerLabels.nameHint} />
      </Form.Item>
      <PlatformsField />
      <Form.Item
        name="serviceRate"
        label={labels.rate}
        validateTrigger={NUMBER_TRIGGERS}
        rules={rulesFor(addProvider, 'serviceRate')}
        extra={<RateMeaning hint={labels.rateHint} means={labels.rateMeans} />}
      >
        <NumberInput decimals={2} />
      </Form.Item>
      <Form.Item
        name="monthlyLimitFen"
        label={labels.monthlyLimit}
        validateTrigger={NUMBER_TRIGGERS}
        rules={rulesFor(addProvider, 'monthlyLimitFen')}
        extra={labels.limitHint}
      >
        <AmountInput />
      </Form.Item>
    </FormSection>
  )
}

type TextFieldProps = { name: keyof ProviderFormValues & string; label: string; max: number; wide?: boolean }

function TextField({ name, label, max, wide = false }: TextFieldProps) {
  return (
    <Form.Item
      name={name}
      label={label}
      rules={rulesFor(addProvider, name)}
      className={wide ? 'form-wide' : ''}
    >
      <Input maxLength={max} placeholder={labels.optional} />
    </Form.Item>
  )
}

const TAX_METHODS = Object.entries(taxMethodLabels).map(([value, label]) => ({ value, label }))
const GAP_RULES = Object.entries(gapRuleLabels).map(([value, label]) => ({ value, label }))

function TaxFields() {
  const withholds = Form.useWatch('withholdsTax') as boolean | undefined
  const method = Form.useWatch('taxMethod') as ProviderFormValues['taxMethod'] | undefined
  const filedOn = Form.useWatch('basicInfoFiledOn') as FiledOn | undefined
  return (
    <FormSection title={labels.tax}>
      <SwitchRow title={providerLabels.withholdsTax} hint={labels.withholdsTaxHint}>
        <Form.Item name="withholdsTax" valuePropName="checked">
          <Switch aria-label={providerLabels.withholdsTax} />
        </Form.Item>
      </SwitchRow>
      <SwitchRow title={labels.unsignedBlocks} hint={labels.unsignedBlocksHint}>
        <Form.Item name="unsignedBlocks" valuePropName="checked">
          <Switch aria-label={labels.unsignedBlocks} />
        </Form.Item>
      </SwitchRow>
      <Form.Item name="taxMethod" label={labels.taxMethod} className="form-after-switch">
        <Select options={TAX_METHODS} disabled={!withholds} />
      </Form.Item>
      {method === 'cumulative' ? <GapField disabled={!withholds} /> : null}
      <FilingDayField disabled={!withholds} />
      {withholds && method !== undefined && cumulativeUnfiled(method, filedOn ?? '') ? <Unfiled /> : null}
      <VatField />
    </FormSection>
  )
}

const VAT_BEARERS = Object.entries(vatBearerLabels).map(([value, label]) => ({ value, label }))

/** Whatever the income tax: the threshold is the person's. */
function VatField() {
  const bearer = Form.useWatch('vatBearer') as VatBearer | undefined
  return (
    <Form.Item
      name="vatBearer"
      label={labels.vatBearer}
      className="form-after-switch"
      extra={bearer === undefined ? undefined : vatBearerHints[bearer]}
    >
      <Select options={VAT_BEARERS} />
    </Form.Item>
  )
}

/** Where months do not accumulate, it is not asked. */
function GapField({ disabled }: { disabled: boolean }) {
  const rule = Form.useWatch('gapRule') as GapRule | undefined
  return (
    <Form.Item
      name="gapRule"
      label={labels.gapRule}
      className="form-after-switch"
      extra={rule === undefined ? undefined : gapRuleHints[rule]}
    >
      <Select options={GAP_RULES} disabled={disabled} />
    </Form.Item>
  )
}

/** As text in the form, as the wire has it; a calendar in the field. */
function FilingDayField({ disabled }: { disabled: boolean }) {
  return (
    <Form.Item
      name="basicInfoFiledOn"
      label={labels.filedOn}
      className="form-after-switch"
      rules={rulesFor(addProvider, 'basicInfoFiledOn')}
      extra={labels.filedOnHint}
      getValueProps={(day: FiledOn | undefined) => ({ value: day ? dayjs(day) : null })}
      normalize={(day: Dayjs | null) => day?.format('YYYY-MM-DD') ?? ''}
    >
      <DatePicker
        disabled={disabled}
        placeholder={labels.optional}
        minDate={dayjs(FIRST_FILING_DAY)}
        maxDate={dayjs()}
        style={{ width: '100%' }}
      />
    </Form.Item>
  )
}

function Unfiled() {
  return (
    <div className="form-wide">
      <Notice tone="wait" title={labels.unfiledTitle}>
        {labels.unfiledBody}
      </Notice>
    </div>
  )
}
