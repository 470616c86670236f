// How a bank's result file is laid out: headings or places, the unit of amounts, lines above, a line of sums (ADR 123).

import { ENCODINGS } from '@paywages/domain/bank-files/encoding.ts'
import { AMOUNT_UNITS, type ResultMapping } from '@paywages/domain/bank-files/result-mapping.ts'
import { RESULT_LAYOUTS } from '@paywages/domain/bank-files/result-places.ts'
import { LAYOUT_WORDS, UNIT_WORDS } from '@paywages/wire/bank-files/format-words.ts'
import { Form, Input, Select } from 'antd'
import { WholeNumber } from '../ui/form/whole-number.tsx'
import { resultEditorLabels as labels } from './format-labels.ts'

type LayoutProps = { results: ResultMapping; onChange: (part: Partial<ResultMapping>) => void }

const LAYOUTS = RESULT_LAYOUTS.map((value) => ({ value, label: LAYOUT_WORDS[value] }))
const UNITS = AMOUNT_UNITS.map((value) => ({ value, label: UNIT_WORDS[value] }))
const CODES = ENCODINGS.map((value) => ({ value, label: value.toUpperCase() }))
const SUMS = (['none', 'first', 'last'] as const).map((value) => ({
  value,
  label: labels.totalsOf[value],
}))

export function ResultLayoutFields({ results, onChange }: LayoutProps) {
  const { layout = 'headings', encoding = 'utf-8', unit = 'yuan', above = 0 } = results
  return (
    <>
      <Form.Item label={labels.layout} htmlFor="result-layout">
        <Select
          id="result-layout"
          value={layout}
          options={LAYOUTS}
          onChange={(next) => onChange({ layout: next })}
        />
      </Form.Item>
      <Form.Item label={labels.unit} htmlFor="result-unit">
        <Select id="result-unit" value={unit} options={UNITS} onChange={(next) => onChange({ unit: next })} />
      </Form.Item>
      {layout === 'bytes' ? (
        <Form.Item label={labels.encoding} htmlFor="result-encoding">
          <Select
            id="result-encoding"
            value={encoding}
            options={CODES}
            onChange={(next) => onChange({ encoding: next })}
          />
        </Form.Item>
      ) : null}
      {layout === 'headings' ? null : (
        <>
          <Form.Item label={labels.above} htmlFor="result-above">
            <WholeNumber id="result-above" value={above} onChange={(lines) => onChange({ above: lines })} />
          </Form.Item>
          <SumsFields results={results} onChange={onChange} />
        </>
      )}
    </>
  )
}

function SumsFields({ results: { totals, layout = 'headings' }, onChange }: LayoutProps) {
  const input = (what: 'count' | 'sum') => (
    <Form.Item label={labels.sums[what]} htmlFor={`result-total-${what}`}>
      <Input
        id={`result-total-${what}`}
        value={totals?.[what] ?? ''}
        maxLength={9}
        placeholder={labels.placeHints[layout]}
        onChange={(event) =>
          totals && onChange({ totals: { ...totals, [what]: event.target.value || undefined } })
        }
      />
    </Form.Item>
  )
  return (
    <>
      <Form.Item label={labels.totals} htmlFor="result-totals">
        <Select
          id="result-totals"
          value={totals?.at ?? 'none'}
          options={SUMS}
          onChange={(next: 'none' | 'first' | 'last') =>
            onChange({ totals: next === 'none' ? undefined : { ...totals, at: next } })
          }
        />
      </Form.Item>
      {totals === undefined ? null : (
        <>
          {input('count')}
          {input('sum')}
        </>
      )}
    </>
  )
}
