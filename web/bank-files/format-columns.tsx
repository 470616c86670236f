// The columns of a format as lines to fill: heading, what stands in it, how wide it is; moved, removed, added.

import { FIELDS, type Field, PADS } from '@paywages/domain/bank-files/bank-format.ts'
import { FIELD_WORDS } from '@paywages/wire/bank-files/format-words.ts'
import { Button, Checkbox, Input, Select } from 'antd'
import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
import { WholeNumber } from '../ui/form/whole-number.tsx'
import { newColumn, type OpenColumn } from './format-draft.ts'
import { editorLabels as labels } from './format-labels.ts'

type FormatColumnsProps = {
  columns: readonly OpenColumn[]
  isFixed: boolean
  readOnly: boolean
  onChange: (columns: readonly OpenColumn[]) => void
}

const CONTENTS = FIELDS.map((value) => ({ value, label: FIELD_WORDS[value] }))
const FILLS = ['', ...PADS].map((value) => ({ value, label: labels.pads[value as keyof typeof labels.pads] }))
/** Asked of every row whatever the format says. */
const ALWAYS = new Set<Field | undefined>(['cardNo', 'name', 'amount', 'amountFen', 'reference'])

export function FormatColumns({ columns, isFixed, readOnly, onChange }: FormatColumnsProps) {
  const change = (index: number, part: Partial<OpenColumn>) =>
    onChange(columns.map((column, at) => (at === index ? { ...column, ...part } : column)))
  const move = (index: number, by: number) => {
    const moved = columns.toSpliced(index, 1)
    const column = columns[index]
    if (column) onChange(moved.toSpliced(index + by, 0, column))
  }
  return (
    <>
      <table className="format-columns" hidden={columns.length === 0}>
        <thead>
          <tr>
            <th scope="col">#</th>
            <th scope="col">{labels.column}</th>
            <th scope="col">{labels.content}</th>
            <th scope="col">{isFixed ? labels.fixedWidth : labels.width}</th>
            {isFixed ? <th scope="col">{labels.pad}</th> : null}
            <th scope="col">{labels.required}</th>
            {readOnly ? null : <td />}
          </tr>
        </thead>
        <tbody>
          {columns.map((column, index) => (
            <tr key={column.id}>
              <td>{index + 1}</td>
              <td>
                <Input
                  aria-label={`${labels.columnAt(index + 1)}${labels.column}`}
                  value={column.heading}
                  maxLength={60}
                  onChange={(event) => change(index, { heading: event.target.value })}
                />
              </td>
              <td>
                <div className="format-content">
                  <Select
                    aria-label={`${labels.columnAt(index + 1)}${labels.content}`}
                    value={column.field ?? null}
                    placeholder={labels.contentHint}
                    status={column.field === undefined ? 'warning' : ''}
                    options={CONTENTS}
                    onChange={(field) => change(index, { field: field ?? undefined })}
                  />
                  {column.field === 'constant' ? (
                    <Input
                      aria-label={`${labels.columnAt(index + 1)}${labels.text}`}
                      value={column.text ?? ''}
                      maxLength={60}
                      placeholder={labels.text}
                      onChange={(event) => change(index, { text: event.target.value })}
                    />
                  ) : null}
                </div>
              </td>
              <td>
                <WholeNumber
                  aria-label={`${labels.columnAt(index + 1)}${labels.width}`}
                  value={column.width}
                  onChange={(width) => change(index, { width })}
                />
              </td>
              {isFixed ? (
                <td>
                  <Select
                    aria-label={`${labels.columnAt(index + 1)}${labels.pad}`}
                    value={column.pad ?? ''}
                    options={FILLS}
                    onChange={(pad) => change(index, { pad: PADS.find((one) => one === pad) })}
                  />
                </td>
              ) : null}
              <td>
                <Checkbox
                  aria-label={labels.requiredOf(column.heading)}
                  checked={ALWAYS.has(column.field) || column.required === true}
                  disabled={readOnly || ALWAYS.has(column.field)}
                  onChange={(event) => change(index, { required: event.target.checked })}
                />
              </td>
              {readOnly ? null : (
                <td className="format-moves">
                  <Button
                    type="text"
                    aria-label={labels.up(column.heading)}
                    disabled={index === 0}
                    icon={<ArrowUp size={14} aria-hidden="true" />}
                    onClick={() => move(index, -1)}
                  />
                  <Button
                    type="text"
                    aria-label={labels.down(column.heading)}
                    disabled={index === columns.length - 1}
                    icon={<ArrowDown size={14} aria-hidden="true" />}
                    onClick={() => move(index, 1)}
                  />
                  <Button
                    type="text"
                    aria-label={labels.remove(column.heading)}
                    icon={<Trash2 size={14} aria-hidden="true" />}
                    onClick={() => onChange(columns.toSpliced(index, 1))}
                  />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {readOnly ? null : (
        <Button
          icon={<Plus size={14} aria-hidden="true" />}
          onClick={() => onChange([...columns, newColumn({ heading: '', field: undefined })])}
        >
          {labels.addColumn}
        </Button>
      )}
    </>
  )
}
