// What a format says of the file itself: its kind, encoding, names, lines above and below the rows.

import { TOTALS } from '@paywages/domain/bank-files/bank-format.ts'
import { ENCODINGS } from '@paywages/domain/bank-files/encoding.ts'
import { SEPARATORS } from '@paywages/domain/bank-files/format-rules.ts'
import { CONTAINER_WORDS, SEPARATOR_WORDS } from '@paywages/wire/bank-files/format-words.ts'
import { Checkbox, Form, Input, Radio, Select } from 'antd'
import { useState } from 'react'
import { WholeNumber } from '../ui/form/whole-number.tsx'
import type { OpenDraft } from './format-draft.ts'
import { editorLabels as labels } from './format-labels.ts'
import { readWidths } from './typed-widths.ts'

type FileFieldsProps = { draft: OpenDraft; readOnly: boolean; onChange: (part: Partial<OpenDraft>) => void }

const CONTAINERS = (['xlsx', 'xls', 'csv', 'fixed'] as const).map((value) => ({
  value,
  label: CONTAINER_WORDS[value],
}))
const CODES = ENCODINGS.map((value) => ({ value, label: value.toUpperCase() }))
const BETWEEN = SEPARATORS.map((value) => ({ value, label: SEPARATOR_WORDS[value] ?? value }))
const PARTS = TOTALS.map((value) => ({ value, label: labels.totalWords[value] }))

export function FormatFileFields({ draft, readOnly, onChange }: FileFieldsProps) {
  const { container, totals = [] } = draft
  // Nobody types here then: an example would look like what the format says.
  const hint = (words: string) => (readOnly ? '' : words)
  return (
    <>
      <Form.Item label={labels.name} htmlFor="format-name" required>
        <Input
          id="format-name"
          value={draft.name}
          maxLength={40}
          placeholder={hint(labels.nameHint)}
          onChange={(event) => onChange({ name: event.target.value })}
        />
      </Form.Item>
      <Form.Item label={labels.container} htmlFor="format-container">
        <Select
          id="format-container"
          value={container}
          options={CONTAINERS}
          onChange={(next) => onChange({ container: next })}
        />
      </Form.Item>
      <Form.Item label={labels.encoding} htmlFor="format-encoding">
        <Select
          id="format-encoding"
          value={draft.encoding}
          options={CODES}
          onChange={(encoding) => onChange({ encoding })}
        />
      </Form.Item>
      {container === 'csv' ? (
        <Form.Item label={labels.separator} htmlFor="format-separator">
          <Select
            id="format-separator"
            value={draft.separator ?? ','}
            options={BETWEEN}
            onChange={(separator) => onChange({ separator })}
          />
        </Form.Item>
      ) : null}
      <Form.Item label={labels.rows} htmlFor="format-rows" required>
        <WholeNumber
          id="format-rows"
          value={draft.rowsPerFile}
          onChange={(rowsPerFile) => onChange({ rowsPerFile: rowsPerFile ?? Number.NaN })}
        />
      </Form.Item>
      <Form.Item label={labels.purpose} htmlFor="format-purpose">
        <Input
          id="format-purpose"
          value={draft.purpose}
          maxLength={60}
          onChange={(event) => onChange({ purpose: event.target.value })}
        />
      </Form.Item>
      <Form.Item label={labels.fileName} htmlFor="format-file-name">
        <Input
          id="format-file-name"
          value={draft.fileName ?? ''}
          maxLength={60}
          placeholder={hint(labels.fileNameHint)}
          onChange={(event) => onChange({ fileName: event.target.value || undefined })}
        />
      </Form.Item>
      <Form.Item label={labels.ownBank} htmlFor="format-own-bank" extra={hint(labels.ownBankHint)}>
        <Select
          id="format-own-bank"
          mode="tags"
          open={false}
          suffixIcon={null}
          value={[...(draft.ownBank ?? [])]}
          onChange={(banks: string[]) => onChange({ ownBank: banks.length === 0 ? undefined : banks })}
        />
      </Form.Item>
      <Form.Item label={labels.totals} htmlFor="format-totals" extra={hint(labels.totalsHint)}>
        <Select
          id="format-totals"
          mode="tags"
          value={totals.map((part) => (typeof part === 'string' ? part : part.text))}
          options={PARTS}
          onChange={(parts: string[]) =>
            onChange({
              totals:
                parts.length === 0
                  ? undefined
                  : parts.map((text) => TOTALS.find((one) => one === text) ?? { text }),
            })
          }
        />
      </Form.Item>
      {totals.length === 0 || container !== 'fixed' ? null : (
        <Form.Item label={labels.totalsWidths} htmlFor="format-totals-widths">
          <TotalsWidths
            widths={draft.totalsWidths}
            placeholder={hint(labels.totalsWidthsHint)}
            onChange={(totalsWidths) => onChange({ totalsWidths })}
          />
        </Form.Item>
      )}
      {totals.length === 0 ? null : (
        <Form.Item label={labels.totalsAt}>
          <Radio.Group
            aria-label={labels.totalsAt}
            value={draft.totalsAt ?? 'first'}
            options={[
              { value: 'first', label: labels.totalsFirst },
              { value: 'last', label: labels.totalsLast },
            ]}
            onChange={(event) => onChange({ totalsAt: event.target.value as 'first' | 'last' })}
          />
        </Form.Item>
      )}
      {container === 'fixed' ? null : (
        <Form.Item label={labels.headingLabel}>
          <Checkbox
            checked={draft.hasHeading}
            onChange={(event) => onChange({ hasHeading: event.target.checked })}
          >
            {labels.heading}
          </Checkbox>
        </Form.Item>
      )}
    </>
  )
}

type TotalsWidthsProps = {
  widths: readonly number[] | undefined
  placeholder: string
  onChange: (widths: number[] | undefined) => void
}

function TotalsWidths({ widths, placeholder, onChange }: TotalsWidthsProps) {
  const [typed, setTyped] = useState(widths?.map((width) => width || '').join(',') ?? '')
  return (
    <Input
      id="format-totals-widths"
      value={typed}
      maxLength={60}
      placeholder={placeholder}
      onChange={(event) => {
        setTyped(event.target.value)
        onChange(readWidths(event.target.value))
      }}
    />
  )
}
