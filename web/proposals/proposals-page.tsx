// /proposals: changes of accounts and terms that wait for a second manager, the list and the open one side by side (D47).

import { shanghaiMinute } from '@paywages/domain/calendar/shanghai.ts'
import { PROPOSAL_KINDS, type ProposalKind } from '@paywages/domain/proposals/proposal.ts'
import { listProposals, type ProposalRow } from '@paywages/wire/proposals/endpoints.ts'
import { Drawer, Input, Segmented, Select } from 'antd'
import { Search } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { useCall } from '../api/queries.ts'
import { StatusTag } from '../ui/display/status-tag.tsx'
import { SkeletonBar } from '../ui/feedback/skeleton-bar.tsx'
import { EmptyBlock, ErrorBlock } from '../ui/feedback/state-blocks.tsx'
import { uiLabels } from '../ui/labels.ts'
import { PageTitle } from '../ui/page/page-title.tsx'
import { useStacked } from '../ui/page/use-narrow.ts'
import { kindLabels, proposalLabels as labels, stateLabels, stateTones } from './labels.ts'
import { OpenProposal } from './open-proposal.tsx'
import { fits, GROUPS, type Group, type Section, sectionsOf, type Wanted } from './proposal-groups.ts'
import { kindOf, summaryOf, timeLeft } from './proposal-words.ts'
import './proposals.css'

const SIZE = 100

export function ProposalsPage() {
  const [group, setGroup] = useState<Group>('all')
  const [chosen, setChosen] = useState<number>()
  const waiting = useCall(listProposals, { group: 'waiting', size: SIZE })
  const ended = useCall(listProposals, { group: 'ended', size: SIZE }, { enabled: group === 'ended' })
  const [wanted, setWanted] = useState<Wanted>({ kind: undefined, words: '' })
  const stacked = useStacked()
  const query = group === 'ended' ? ended : waiting
  const fitting = (some: readonly ProposalRow[] | undefined) =>
    (some ?? []).filter((row) => fits(wanted, row))
  const sections = sectionsOf(fitting(waiting.data?.rows))
  const looks = wanted.kind !== undefined || wanted.words.trim() !== ''
  const shown: readonly Section[] =
    group === 'ended'
      ? [{ title: labels.ended, rows: fitting(ended.data?.rows) }]
      : group === 'all'
        ? Object.values(sections)
        : [sections[group]]
  const filled = shown.filter(({ rows }) => rows.length > 0)
  const rows = filled.flatMap((section) => section.rows)
  const open = rows.find(({ proposalId }) => proposalId === chosen) ?? rows[0]
  const counts: Record<Group, number | undefined> = {
    all: waiting.data === undefined ? undefined : fitting(waiting.data.rows).length,
    mine: sections.mine.rows.length,
    own: sections.own.rows.length,
    cooling: sections.cooling.rows.length,
    ended: undefined,
  }
  return (
    <>
      <PageTitle />
      <div className="proposal-tools">
        <Segmented
          aria-label={labels.groups}
          value={group}
          onChange={setGroup}
          options={GROUPS.map((value) => ({
            value,
            label: `${labels[value]} ${counts[value] ?? ''}`.trim(),
          }))}
        />
        <Select
          aria-label={labels.kinds}
          value={wanted.kind ?? ''}
          onChange={(kind: ProposalKind | '') =>
            setWanted({ ...wanted, kind: kind === '' ? undefined : kind })
          }
          options={[
            { value: '', label: labels.allKinds },
            ...PROPOSAL_KINDS.map((kind) => ({ value: kind, label: kindLabels[kind] })),
          ]}
        />
        <Input
          allowClear
          aria-label={labels.search}
          placeholder={labels.search}
          prefix={<Search size={14} aria-hidden="true" />}
          value={wanted.words}
          onChange={(event) => setWanted({ ...wanted, words: event.target.value })}
        />
      </div>
      {query.isError ? (
        <ErrorBlock query={query} failure={listProposals.failure} />
      ) : query.data === undefined ? (
        <div className="proposals-loading" aria-busy="true">
          {[0, 1, 2].map((index) => (
            <SkeletonBar key={index} index={index} />
          ))}
        </div>
      ) : open === undefined ? (
        <EmptyBlock
          title={looks ? uiLabels.nothingFits : group === 'ended' ? labels.emptyEnded : labels.empty}
          hint={looks || group === 'ended' ? '' : labels.emptyHint}
        />
      ) : (
        <div className="proposals">
          <ProposalList sections={filled} open={open} onChoose={setChosen} />
          {stacked ? (
            <Drawer
              open={chosen !== undefined}
              size="min(100%, 560px)"
              aria-label={labels.opened}
              onClose={() => setChosen(undefined)}
            >
              <OpenProposal key={open.proposalId} proposal={open} />
            </Drawer>
          ) : (
            <OpenProposal key={open.proposalId} proposal={open} />
          )}
        </div>
      )}
    </>
  )
}

type ListProps = {
  sections: readonly Section[]
  open: ProposalRow
  onChoose: (proposalId: number) => void
}

function ProposalList({ sections, open, onChoose }: ListProps) {
  /** ↑ and ↓ go from one to the next. */
  function move(event: KeyboardEvent<HTMLElement>) {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    const buttons = [...event.currentTarget.querySelectorAll<HTMLButtonElement>('button')]
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement)
    const next = buttons[at + (event.key === 'ArrowDown' ? 1 : -1)]
    next?.focus()
    next?.click()
  }
  return (
    <nav className="proposal-list" aria-label={labels.list} onKeyDown={move}>
      {sections.map(({ title, rows }) => (
        <div key={title}>
          <h2>{title}</h2>
          {rows.map((row) => (
            <ProposalItem
              key={row.proposalId}
              row={row}
              current={row.proposalId === open.proposalId}
              onChoose={onChoose}
            />
          ))}
        </div>
      ))}
    </nav>
  )
}

function ProposalItem({
  row,
  current,
  onChoose,
}: {
  row: ProposalRow
  current: boolean
  onChoose: ListProps['onChoose']
}) {
  const { proposalId, state, objectName, proposerName, proposedAt, expiresAt, effectiveAt } = row
  const left =
    state === 'open'
      ? labels.left(timeLeft(expiresAt, new Date()))
      : state === 'cooling' && effectiveAt !== null
        ? labels.effectAt(shanghaiMinute(effectiveAt))
        : ''
  return (
    <button
      type="button"
      className="proposal-item"
      aria-current={current ? 'true' : undefined}
      onClick={() => onChoose(proposalId)}
    >
      <span className="proposal-item-head">
        <b>{kindOf(row)}</b>
        <StatusTag tone={stateTones[state]}>{stateLabels[state]}</StatusTag>
      </span>
      <span>{[objectName, summaryOf(row)].filter(Boolean).join(' · ')}</span>
      <span className="proposal-item-foot">
        <span>{labels.proposedShort(proposerName, shanghaiMinute(proposedAt))}</span>
        <span>{left}</span>
      </span>
    </button>
  )
}
