// A statement whose headings nobody knows: its columns with their first values, and what the person says that each holds.

import {
  canBeRead,
  NAMED_KINDS,
  type NamedColumns,
  type NamedKind,
} from '@paywages/domain/bank-statements/statement-layout.ts'
import type { StatementAnswer } from '@paywages/wire/bank-statements/column-answer.ts'
import { Alert, Button, Checkbox, Modal, Select } from 'antd'
import { useState } from 'react'
import { uiLabels } from '../ui/labels.ts'
import { columnLabels as labels } from './labels.ts'
import type { AskedColumns } from './use-statement-upload.ts'
import './columns-dialog.css'

type ColumnsDialogProps = {
  asked: AskedColumns
  onAnswer: (answer: StatementAnswer) => void
  onClose: () => void
}

type Chosen = Readonly<Record<number, NamedKind | ''>>

const OPTIONS: { value: NamedKind | ''; label: string }[] = [
  { value: '', label: labels.unused },
  ...NAMED_KINDS.map((kind) => ({ value: kind, label: labels.kinds[kind] })),
]

export function ColumnsDialog({ asked, onAnswer, onClose }: ColumnsDialogProps) {
  const { question, files, layoutId, problem } = asked
  const [chosen, setChosen] = useState<Chosen>(() =>
    Object.fromEntries(question.columns.map(({ column, field }) => [column, field ?? ''])),
  )
  const [remember, setRemember] = useState(true)
  const fields = fieldsOf(chosen)
  return (
    <Modal
      open
      centered
      width={920}
      title={labels.title}
      closable={{ 'aria-label': uiLabels.close }}
      mask={{ closable: false }}
      onCancel={onClose}
      footer={
        <div className="statement-columns-foot">
          <Checkbox checked={remember} onChange={(event) => setRemember(event.target.checked)}>
            {labels.remember}
          </Checkbox>
          <Button onClick={onClose}>{uiLabels.cancel}</Button>
          <Button
            type="primary"
            disabled={!canBeRead(fields)}
            onClick={() => onAnswer({ key: question.key, fields, remember, layoutId })}
          >
            {labels.submit}
          </Button>
        </div>
      }
    >
      <p className="statement-columns-about">
        {labels.about(files[0]?.name ?? '', question, question.rowCount.toLocaleString('en-US'))}
      </p>
      {problem === '' ? null : <Alert type="warning" showIcon title={problem} />}
      <table className="statement-columns">
        <thead>
          <tr>
            <th>{labels.column}</th>
            <th>{labels.heading}</th>
            <th>{labels.values}</th>
            <th>{labels.holds}</th>
          </tr>
        </thead>
        <tbody>
          {question.columns.map(({ column, heading, samples }) => (
            <tr key={column}>
              <td>{column + 1}</td>
              <th scope="row">{heading || labels.noHeading}</th>
              <td>{samples.join(' · ')}</td>
              <td>
                <Select<NamedKind | ''>
                  aria-label={labels.choiceOf(heading || String(column + 1))}
                  value={chosen[column] ?? ''}
                  options={OPTIONS}
                  onChange={(kind) => setChosen(withKind(chosen, column, kind))}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="statement-columns-about">{labels.needs}</p>
    </Modal>
  )
}

/** A kind has one column: whoever gives it to another takes it from the first. */
function withKind(chosen: Chosen, column: number, kind: NamedKind | ''): Chosen {
  const kept = Object.entries(chosen).map(([at, held]) => [at, kind !== '' && held === kind ? '' : held])
  return { ...Object.fromEntries(kept), [column]: kind }
}

function fieldsOf(chosen: Chosen): NamedColumns {
  return Object.fromEntries(
    Object.entries(chosen).flatMap(([column, kind]) => (kind === '' ? [] : [[kind, Number(column)]])),
  )
}
