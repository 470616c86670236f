// Radio cards below the columns that leave something open: each says what it means and what would follow; none is chosen beforehand.

import { formatYuanGrouped } from '@paywages/domain/money/fen.ts'
import type { ColumnQuestion } from '@paywages/wire/payouts/layout-endpoints.ts'
import { type ColumnDraft, columnLetters, isChosen, type OpenQuestion } from './column-answer.ts'
import { mappingLabels as labels } from './mapping-labels.ts'

type Choice = OpenQuestion['choices'][number]

type ColumnChoicesProps = {
  asked: OpenQuestion
  question: ColumnQuestion
  draft: ColumnDraft
  onChoice: (choice: Choice) => void
}

export function ColumnChoices({ asked, question, draft, onChoice }: ColumnChoicesProps) {
  const { field, choices, columns } = asked
  return (
    <tr className="mapping-choices" data-open="true">
      <td />
      <td colSpan={7}>
        <fieldset aria-label={labels.choose(field)}>
          {choices.map((choice) => {
            const isOne = isChosen(draft, asked, choice)
            return (
              <label key={`${choice.column}/${choice.amountIs}`} data-chosen={isOne}>
                <input
                  type="radio"
                  name={`mapping-${field}`}
                  checked={isOne}
                  onChange={() => onChoice(choice)}
                />
                <CardText
                  choice={choice}
                  question={question}
                  isMoney={field === 'amount'}
                  several={columns.length > 1}
                />
              </label>
            )
          })}
        </fieldset>
      </td>
    </tr>
  )
}

type CardTextProps = { choice: Choice; question: ColumnQuestion; isMoney: boolean; several: boolean }

function CardText({ choice, question, isMoney, several }: CardTextProps) {
  const { columns, trials, netMayDiffer } = question
  const column = columns.find((one) => one.column === choice.column)
  const place = labels.columnNamed(columnLetters(choice.column), column?.heading || labels.noHeading)
  if (!isMoney) {
    return (
      <span className="mapping-card">
        <b>{place}</b>
        <small>{column?.samples.join('、')}</small>
      </span>
    )
  }
  const { amountIs = 'gross' } = choice
  const trial = trials.find((one) => one.column === choice.column)
  const follows = !netMayDiffer ? null : amountIs === 'gross' ? trial?.netFen : trial?.grossFen
  const sum = follows ?? column?.sumFen ?? 0
  const sumWord = follows === null || follows === undefined ? labels.sheetSum : labels.follows[amountIs]
  const title = netMayDiffer ? labels.meaning[amountIs].title : place
  return (
    <>
      <span className="mapping-card">
        <b>{several && netMayDiffer ? `${title} · ${place}` : title}</b>
        <small>{netMayDiffer ? labels.meaning[amountIs].means : labels.paidAsIs}</small>
      </span>
      <span className="mapping-sum">
        <small>{sumWord}</small>
        <b>{formatYuanGrouped(BigInt(sum))}</b>
      </span>
    </>
  )
}
