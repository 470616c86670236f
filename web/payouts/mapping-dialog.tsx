// The mapping dialog: what each column of a sheet is, where its headings leave it open (docs/LOOK.md).

import { titlesOf } from '@paywages/domain/payouts/sheet-columns.ts'
import type { ColumnAnswer, ColumnQuestion } from '@paywages/wire/payouts/layout-endpoints.ts'
import { Button, Checkbox, Modal, Select } from 'antd'
import { FileSpreadsheet } from 'lucide-react'
import { Fragment, useRef, useState } from 'react'
import { useCurrentUser } from '../api/current-user.ts'
import { uiLabels } from '../ui/labels.ts'
import {
  answerOf,
  type ColumnDraft,
  columnLetters,
  draftOf,
  isSettled,
  isUnconfirmed,
  missingFields,
  openQuestions,
  openTotals,
  trialOf,
  withChoice,
  withField,
  withTitleMonth,
} from './column-answer.ts'
import { ColumnChoices } from './column-choices.tsx'
import { mappingLabels as labels } from './mapping-labels.ts'
import { MappingRow } from './mapping-row.tsx'
import { MappingSkips } from './mapping-skips.tsx'
import { TitleMonth } from './title-month.tsx'
import { ToldOtherwise } from './told-otherwise.tsx'
import './mapping-dialog.css'

type MappingDialogProps = {
  question: ColumnQuestion
  fileName: string
  onSheet: (sheetName: string) => void
  onAnswer: (answer: ColumnAnswer, confirmsTotals: boolean) => void
  onClose: () => void
}

export function MappingDialog({ question, fileName, onSheet, onAnswer, onClose }: MappingDialogProps) {
  const { providerName } = useCurrentUser()
  const [draft, setDraft] = useState(() => draftOf(question))
  const body = useRef<HTMLDivElement>(null)
  const answer = answerOf(question, draft)
  const { columns, key } = question
  const trial = trialOf(question, draft)
  const rowCount = trial?.rowCount ?? question.rowCount
  const open = openQuestions(question, draft)
  return (
    <Modal
      open
      className="mapping"
      title={
        <span className="mapping-title">
          <span className="mapping-badge">
            <FileSpreadsheet size={20} aria-hidden="true" />
          </span>
          {labels.title}
        </span>
      }
      width={1080}
      footer={null}
      onCancel={onClose}
      // What only the person can say comes first, also for the keyboard.
      afterOpenChange={(isOpen) => {
        if (isOpen) body.current?.querySelector<HTMLInputElement>('input[type="radio"]')?.focus()
      }}
      destroyOnHidden
    >
      <div ref={body}>
        <About question={question} draft={draft} rowCount={rowCount} fileName={fileName} onSheet={onSheet} />
        <section className="mapping-scroll" aria-label={labels.columns}>
          <table className="mapping-table">
            <thead>
              <tr>
                <th>{labels.column}</th>
                <th>{labels.heading}</th>
                <th colSpan={3}>{labels.values}</th>
                <td />
                <th>{labels.field}</th>
                <th>{labels.because}</th>
              </tr>
            </thead>
            <tbody>
              {columns.map((column) => {
                const asked = open.find((one) => one.columns.includes(column))
                const isLast = asked?.columns.at(-1) === column
                return (
                  <Fragment key={column.column}>
                    <MappingRow
                      column={column}
                      field={draft.fields[column.column]}
                      asked={asked}
                      isSettled={asked === undefined || isSettled(draft, asked)}
                      onField={(field) => setDraft(withField(question, draft, column.column, field))}
                    />
                    {asked && isLast ? (
                      <ColumnChoices
                        asked={asked}
                        question={question}
                        draft={draft}
                        onChoice={(choice) => setDraft(withChoice(question, draft, asked.field, choice))}
                      />
                    ) : null}
                  </Fragment>
                )
              })}
            </tbody>
          </table>
        </section>
        {question.titleMonth === null ? null : (
          <TitleMonth
            month={question.titleMonth}
            rowCount={rowCount}
            isTaken={draft.month !== undefined}
            onTake={(month) => setDraft(withTitleMonth(draft, month))}
          />
        )}
        <ToldOtherwise question={question} draft={draft} onDraft={setDraft} />
        <MappingSkips
          skipped={trial?.skipped ?? []}
          confirmsTotals={draft.confirmsTotals}
          onConfirm={
            openTotals(question, draft).length > 0
              ? (confirmsTotals) => setDraft({ ...draft, confirmsTotals })
              : undefined
          }
        />
        <div className="mapping-foot">
          {key === null || isMonthAsked(question, draft) ? null : (
            <Checkbox
              checked={draft.remember}
              onChange={(event) => setDraft({ ...draft, remember: event.target.checked })}
            >
              {labels.remember}
              <small>{labels.rememberFor(providerName, columns.length)}</small>
            </Checkbox>
          )}
          <span className="mapping-missing" role="status">
            {stillOpen(question, draft)}
          </span>
          <Button onClick={onClose}>{uiLabels.cancel}</Button>
          <Button
            type="primary"
            disabled={!answer}
            onClick={() => answer && onAnswer(answer, draft.confirmsTotals)}
          >
            {labels.submit(rowCount)}
          </Button>
        </div>
      </div>
    </Modal>
  )
}

type AboutProps = Pick<MappingDialogProps, 'question' | 'fileName' | 'onSheet'> & {
  draft: ColumnDraft
  rowCount: number
}

function About({ question, draft, rowCount, fileName, onSheet }: AboutProps) {
  const { sheetName, sheets, headingRow, columns } = question
  const told = Object.values(draft.fields).filter((field) => field !== undefined).length
  const open = openQuestions(question, draft)
    .filter((one) => !isSettled(draft, one))
    .flatMap((one) => one.columns)
  return (
    <p className="mapping-about">
      {fileName} ·{' '}
      {sheets.length > 1 ? (
        <Select
          size="small"
          aria-label={labels.sheet}
          value={sheetName}
          options={sheets.map((name) => ({ value: name, label: labels.sheetNamed(name) }))}
          onChange={onSheet}
        />
      ) : (
        labels.sheetNamed(sheetName)
      )}{' '}
      · {labels.about(headingRow, rowCount)}
      {labels.told(columns.length, told)}
      {open.length === 0 ? null : <b>{labels.toChoose(open.length)}</b>}
    </p>
  )
}

/** The month of a title is asked for each time: then there is nothing to remember. */
function isMonthAsked({ titleMonth }: ColumnQuestion, { fields }: ColumnDraft): boolean {
  return titleMonth !== null && !Object.values(fields).includes('month')
}

/** What keeps the button shut, in words. */
function stillOpen(question: ColumnQuestion, draft: ColumnDraft): string {
  const missing = missingFields(draft)
  if (missing.length > 0) return labels.missing(titlesOf(missing))
  const [open] = openQuestions(question, draft).filter((one) => !isSettled(draft, one))
  if (open) return labels.missingColumn(open.columns.map(({ column }) => columnLetters(column)).join('、'))
  if (isUnconfirmed(question, draft)) return labels.missingConfirmed
  return openTotals(question, draft).length > 0 && !draft.confirmsTotals ? labels.missingTotals : ''
}
