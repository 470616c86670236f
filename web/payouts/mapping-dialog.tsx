// The mapping dialog: what each column of a sheet is, where its headings leave it open.

import { formatYuanGrouped } from '@paywages/domain/money/fen.ts'
import { SHEET_COLUMNS, titlesOf } from '@paywages/domain/payouts/sheet-columns.ts'
import type { PayoutField } from '@paywages/domain/payouts/sheet-row.ts'
import type { AskedColumn, ColumnAnswer, ColumnQuestion } from '@paywages/wire/payouts/layout-endpoints.ts'
import { Button, Checkbox, Modal, Radio, Select } from 'antd'
import { Check, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { uiLabels } from '../ui/labels.ts'
import {
  answerOf,
  type ColumnDraft,
  columnLetters,
  draftOf,
  isOpen,
  missingFields,
  withField,
} from './column-answer.ts'
import { mappingLabels as labels } from './labels.ts'
import './mapping-dialog.css'

type MappingDialogProps = {
  question: ColumnQuestion
  fileName: string
  onSheet: (sheetName: string) => void
  onAnswer: (answer: ColumnAnswer) => void
  onClose: () => void
}

const OPTIONS = SHEET_COLUMNS.map(({ field, title }) => ({ value: field as PayoutField | '', label: title }))

export function MappingDialog({ question, fileName, onSheet, onAnswer, onClose }: MappingDialogProps) {
  const [draft, setDraft] = useState(() => draftOf(question))
  const answer = answerOf(question, draft)
  const missing = missingFields(draft)
  const { sheetName, sheets, headingRow, rowCount, columns, withholdsTax, key } = question
  return (
    <Modal open title={labels.title} width={980} footer={null} onCancel={onClose} destroyOnHidden>
      <p className="mapping-about">
        {labels.about(fileName, headingRow, rowCount)}
        {sheets.length > 1 ? (
          <Select
            size="small"
            aria-label={labels.sheet}
            value={sheetName}
            options={sheets.map((name) => ({ value: name, label: labels.sheetNamed(name) }))}
            onChange={onSheet}
          />
        ) : null}
      </p>
      <table className="mapping-table">
        <thead>
          <tr>
            <th>{labels.column}</th>
            <th>{labels.heading}</th>
            <th>{labels.values}</th>
            <th>{labels.field}</th>
            <th>{labels.because}</th>
          </tr>
        </thead>
        <tbody>
          {columns.map((column) => (
            <ColumnRow
              key={column.column}
              column={column}
              draft={draft}
              onField={(field) => setDraft(withField(draft, column.column, field))}
            />
          ))}
        </tbody>
      </table>
      {withholdsTax ? (
        <Radio.Group
          className="mapping-amount"
          aria-label={labels.amountIs}
          value={draft.amountIs}
          onChange={(event) => setDraft({ ...draft, amountIs: event.target.value })}
          options={[
            { value: 'gross', label: labels.gross },
            { value: 'net', label: labels.net },
          ]}
        />
      ) : null}
      <div className="mapping-foot">
        {key === null ? (
          <span />
        ) : (
          <Checkbox
            checked={draft.remember}
            onChange={(event) => setDraft({ ...draft, remember: event.target.checked })}
          >
            {labels.remember}
          </Checkbox>
        )}
        <span className="mapping-missing">
          {missing.length > 0
            ? labels.missing(titlesOf(missing))
            : draft.amountIs === undefined
              ? labels.missingAmount
              : ''}
        </span>
        <Button onClick={onClose}>{uiLabels.cancel}</Button>
        <Button type="primary" disabled={!answer} onClick={() => answer && onAnswer(answer)}>
          {labels.submit(rowCount)}
        </Button>
      </div>
    </Modal>
  )
}

type ColumnRowProps = {
  column: AskedColumn
  draft: ColumnDraft
  onField: (field: PayoutField | undefined) => void
}

function ColumnRow({ column, draft, onField }: ColumnRowProps) {
  const open = isOpen(column, draft)
  const letters = labels.letter(columnLetters(column.column))
  return (
    <tr data-open={open}>
      <td>{letters}</td>
      <th scope="row">{column.heading || labels.noHeading}</th>
      <td className="mapping-values">{column.samples.join(' · ')}</td>
      <td>
        <Select<PayoutField | ''>
          aria-label={`${letters}${labels.field}`}
          value={draft.fields[column.column] ?? ''}
          options={[{ value: '', label: labels.unused }, ...OPTIONS]}
          onChange={(field) => onField(field === '' ? undefined : field)}
        />
      </td>
      <td>
        {open ? <TriangleAlert size={14} aria-hidden="true" /> : <Check size={14} aria-hidden="true" />}
        {becauseOf(column, open)}
      </td>
    </tr>
  )
}

function becauseOf({ by, percent, sumFen, filled }: AskedColumn, open: boolean): string {
  const sum = sumFen === null ? '' : labels.sum(filled, formatYuanGrouped(BigInt(sumFen)))
  if (open) return `${labels.several}${sum && ` · ${sum}`}`
  if (sum) return sum
  if (by === 'content' || by === 'heading')
    return percent === null ? labels.by[by] : `${labels.by[by]} ${percent}%`
  return labels.by[by]
}
