// How the bank writes its result file, as a part of the format: where each thing stands, its words for each state, its reasons (ADR 96).

import {
  MAPPED_STATES,
  RESULT_COLUMNS,
  type ResultMapping,
} from '@paywages/domain/bank-files/result-mapping.ts'
import { RESULT_COLUMN_WORDS, RESULT_STATE_WORDS } from '@paywages/wire/bank-files/format-words.ts'
import { Checkbox, Form, Input, Select } from 'antd'
import { useState } from 'react'
import type { OpenDraft } from './format-draft.ts'
import { resultEditorLabels as labels } from './format-labels.ts'
import { ResultLayoutFields } from './format-result-layout.tsx'
import { reasonLines, reasonsIn } from './reason-lines.ts'

type ResultsProps = { draft: OpenDraft; onChange: (part: Partial<OpenDraft>) => void }

const EMPTY: ResultMapping = {
  columns: {},
  states: { succeeded: [], rejected: [], returned: [], processing: [] },
  reasons: [],
}

export function FormatResults({ draft, onChange }: ResultsProps) {
  const { results } = draft
  return (
    <>
      <Form.Item>
        <Checkbox
          checked={results !== undefined}
          onChange={(event) => onChange({ results: event.target.checked ? EMPTY : undefined })}
        >
          {labels.own}
        </Checkbox>
      </Form.Item>
      {results === undefined ? null : (
        <MappingFields
          results={results}
          onChange={(part) => onChange({ results: { ...results, ...part } })}
        />
      )}
    </>
  )
}

type FieldsProps = { results: ResultMapping; onChange: (part: Partial<ResultMapping>) => void }

function MappingFields({ results, onChange }: FieldsProps) {
  const { columns, states, layout = 'headings' } = results
  // As typed: a line that is half written is no pair yet.
  const [reasons, setReasons] = useState(() => reasonLines(results.reasons))
  return (
    <div className="format-fields">
      <ResultLayoutFields results={results} onChange={onChange} />
      {RESULT_COLUMNS.map((column) => (
        <Form.Item
          key={column}
          label={labels.columnOf(RESULT_COLUMN_WORDS[column], layout)}
          htmlFor={`result-${column}`}
          required={column === 'status' || column === 'amount'}
        >
          <Input
            id={`result-${column}`}
            value={columns[column] ?? ''}
            maxLength={60}
            placeholder={labels.placeHints[layout]}
            onChange={(event) =>
              onChange({ columns: { ...columns, [column]: event.target.value || undefined } })
            }
          />
        </Form.Item>
      ))}
      {MAPPED_STATES.map((state) => (
        <Form.Item
          key={state}
          label={labels.stateOf(RESULT_STATE_WORDS[state])}
          htmlFor={`result-state-${state}`}
          required={state === 'succeeded' || state === 'rejected'}
        >
          <Select
            id={`result-state-${state}`}
            mode="tags"
            open={false}
            suffixIcon={null}
            value={[...states[state]]}
            placeholder={labels.wordsHint}
            onChange={(words: string[]) => onChange({ states: { ...states, [state]: words } })}
          />
        </Form.Item>
      ))}
      <Form.Item label={labels.reasons} htmlFor="result-reasons" extra={labels.reasonsHint}>
        <Input.TextArea
          id="result-reasons"
          value={reasons}
          rows={4}
          onChange={(event) => {
            setReasons(event.target.value)
            onChange({ reasons: reasonsIn(event.target.value) })
          }}
        />
      </Form.Item>
    </div>
  )
}
