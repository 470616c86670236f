// The columns of a month's filings: figures, corrections, what is still at the bank, and whether the ledger says the same.

import { type Fen, formatYuanGrouped } from '@paywages/domain/money/fen.ts'
import type { Filing } from '@paywages/wire/tax/shapes.ts'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { providerLabels } from '../../records/labels.ts'
import { Dash } from '../../ui/display/description-list.tsx'
import { MoneyCell } from '../../ui/display/money.tsx'
import { StatusTag, type Tone } from '../../ui/display/status-tag.tsx'
import { TwoLines } from '../../ui/display/two-lines.tsx'
import type { ListColumn } from '../../ui/list/list-column.ts'
import { correctionLabels } from './correction-labels.ts'
import { filingLabels as labels, stateLabels } from './filing-labels.ts'
import { type FilingState, filingState } from './filing-state.ts'
import './filing-columns.css'

type Layout = {
  readonly narrow: boolean
  readonly now: Date
  readonly actions: (row: Filing) => ReactNode
  /** Opens what a closed month corrects of older ones. */
  readonly onCorrections: (row: Filing) => void
}

export const FILINGS_WIDTH = { narrow: 1_000, wide: 1_200 } as const

const TONES: Readonly<Record<FilingState, Tone>> = { closed: 'ok', open: 'wait', running: 'run' }

export function filingColumns({
  narrow,
  now,
  actions,
  onCorrections,
}: Layout): readonly ListColumn<Filing>[] {
  const month: ListColumn<Filing> = { title: labels.month, width: 88, dataIndex: 'month' }
  return [
    ...(narrow ? [] : [month]),
    {
      title: providerLabels.provider,
      render: (_, { providerName, month }) =>
        narrow ? <TwoLines first={providerName} second={month} /> : providerName,
    },
    {
      title: labels.people,
      width: narrow ? 64 : 76,
      align: 'right',
      render: (_, row) => row.peopleCount.toLocaleString('en-US'),
    },
    money(labels.income, narrow, ({ incomeFen }) => incomeFen),
    money(labels.tax, narrow, ({ taxFen }) => taxFen),
    {
      title: labels.corrected,
      width: narrow ? 80 : 88,
      align: 'right',
      render: (_, row) => <Corrected filing={row} onOpen={() => onCorrections(row)} />,
    },
    {
      title: labels.open,
      width: narrow ? 128 : 132,
      align: 'right',
      render: (_, { openCount, openFen }) =>
        openCount === 0 ? (
          <MoneyCell fen={0n} />
        ) : (
          <TwoLines
            first={<MoneyCell fen={openFen} />}
            second={labels.openCount(openCount.toLocaleString('en-US'))}
          />
        ),
    },
    {
      title: labels.ledger,
      className: 'filing-tie',
      width: narrow ? 104 : 116,
      render: (_, row) => <Tie filing={row} />,
    },
    {
      title: labels.state,
      width: narrow ? 80 : 92,
      render: (_, row) => {
        const state = filingState(row, now)
        return <StatusTag tone={TONES[state]}>{stateLabels[state]}</StatusTag>
      },
    },
    { title: labels.actions, width: narrow ? 190 : 202, render: (_, row) => actions(row) },
  ]
}

const money = (title: string, narrow: boolean, pick: (row: Filing) => Fen): ListColumn<Filing> => ({
  title,
  width: narrow ? 128 : 132,
  align: 'right',
  render: (_, row) => <MoneyCell fen={pick(row)} />,
})

function Count({ count }: { count: number }) {
  return <span className={count === 0 ? 'filing-none' : undefined}>{count.toLocaleString('en-US')}</span>
}

/** Only a closed month that declares has corrections to file; those of an open one are still counted up. */
function Corrected({ filing, onOpen }: { filing: Filing; onOpen: () => void }) {
  const { correctedCount, closed, withholds, openChoiceCount, providerName } = filing
  if (correctedCount === 0 || !closed || !withholds) return <Count count={correctedCount} />
  const open = openChoiceCount > 0
  return (
    <TwoLines
      first={<Count count={correctedCount} />}
      second={
        <button
          type="button"
          className="filing-choose"
          data-open={open}
          aria-label={
            open ? correctionLabels.chooseFor(providerName) : correctionLabels.lookFor(providerName)
          }
          onClick={onOpen}
        >
          {open ? correctionLabels.open : correctionLabels.look}
        </button>
      }
    />
  )
}

/** Where no tax is withheld there is none to compare, unless the ledger has some. */
function Tie({ filing: { withholds, taxFen, ledgerTaxFen } }: { filing: Filing }) {
  const gap = taxFen - ledgerTaxFen
  if (gap !== 0n) return <span className="filing-gap">{labels.differs(formatYuanGrouped(gap))}</span>
  if (!withholds && taxFen === 0n) return <Dash />
  return (
    <span className="filing-ties">
      {labels.ties}
      <Check size={14} aria-hidden="true" />
    </span>
  )
}
