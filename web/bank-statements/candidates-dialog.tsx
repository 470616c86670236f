// An ambiguous line and the payouts that fit it: a person who knows which one it is chooses it.

import { shanghaiSecond } from '@paywages/domain/calendar/shanghai.ts'
import { formatYuanGrouped } from '@paywages/domain/money/fen.ts'
import { chooseRow, lineCandidates } from '@paywages/wire/bank-statements/endpoints.ts'
import type { CandidateRow, StatementLine } from '@paywages/wire/bank-statements/shapes.ts'
import { Button, Modal, Radio } from 'antd'
import { useRef, useState } from 'react'
import { call } from '../api/client.ts'
import { useCall } from '../api/queries.ts'
import { withDots } from '../records/bank-card-text.ts'
import { BatchLink } from '../records/batch-link.tsx'
import { cardTail, PayeeCell } from '../records/payee-account.tsx'
import { RowStatusTag } from '../records/row-status-tag.tsx'
import { Dash, type Description, DescriptionList } from '../ui/display/description-list.tsx'
import { MoneyCell } from '../ui/display/money.tsx'
import { EmptyBlock, ErrorBlock } from '../ui/feedback/state-blocks.tsx'
import { toastRefusal, toastSuccess } from '../ui/feedback/toast.ts'
import { uiLabels } from '../ui/labels.ts'
import type { ListColumn } from '../ui/list/list-column.ts'
import { ListTable } from '../ui/list/list-table.tsx'
import { useLast } from '../ui/page/use-last.ts'
import { chooseLabels as labels, unlistedLabels } from './labels.ts'
import { refreshLines } from './refresh-lines.ts'
import './candidates-dialog.css'

const MAX_CANDIDATES = 100

type CandidatesDialogProps = {
  line: StatementLine | undefined
  onLook: (line: StatementLine) => void
  onClose: () => void
}

export function CandidatesDialog({ line, onLook, onClose }: CandidatesDialogProps) {
  const [chosen, setChosen] = useState<number>()
  const { busy, choose } = useChoice(onClose)
  const shown = useLast(line)
  return (
    <Modal
      className="candidates"
      open={line !== undefined}
      title={labels.title}
      width={960}
      centered
      destroyOnHidden
      mask={{ closable: false }}
      closable={{ 'aria-label': uiLabels.close }}
      okText={labels.action}
      okButtonProps={{ disabled: chosen === undefined }}
      cancelText={uiLabels.cancel}
      confirmLoading={busy}
      onOk={() => {
        if (line !== undefined && chosen !== undefined) void choose(line, chosen)
      }}
      onCancel={onClose}
      afterClose={() => setChosen(undefined)}
    >
      {shown === undefined ? null : (
        <>
          <div className="candidates-line">
            <h3>{labels.line}</h3>
            <Button size="small" onClick={() => onLook(shown)}>
              {labels.lookAt}
            </Button>
          </div>
          <DescriptionList items={factsOf(shown)} />
          <h3>{labels.candidates}</h3>
          <Candidates line={shown} chosen={chosen} onChoose={setChosen} />
          <p className="candidates-note">{labels.note}</p>
        </>
      )}
    </Modal>
  )
}

/** Links once, however often it is clicked; whatever came of it, the page shows how things stand now. */
function useChoice(onDone: () => void) {
  const [busy, setBusy] = useState(false)
  const running = useRef(false)

  async function choose(line: StatementLine, rowId: number): Promise<void> {
    if (running.current) return
    running.current = true
    setBusy(true)
    try {
      await call(chooseRow, { lineId: line.lineId, rowId })
      toastSuccess(labels.done)
      onDone()
    } catch (error) {
      toastRefusal(error)
    } finally {
      running.current = false
      setBusy(false)
      await refreshLines()
    }
  }

  return { busy, choose }
}

function factsOf(line: StatementLine): readonly Description[] {
  return [
    { label: labels.day, value: labels.dayOf(line.day, labels.place(line.page, line.lineNumber)) },
    { label: labels.amount, value: labels.amountOf(formatYuanGrouped(line.amountFen)) },
    { label: labels.name, value: line.name },
    { label: labels.account, value: withDots(line.cardNo) },
    { label: labels.reference, value: line.reference },
    { label: labels.remark, value: line.remark },
  ]
}

type CandidatesProps = {
  line: StatementLine
  chosen: number | undefined
  onChoose: (rowId: number) => void
}

function Candidates({ line, chosen, onChoose }: CandidatesProps) {
  const query = useCall(lineCandidates, { lineId: line.lineId, index: 0, size: MAX_CANDIDATES })
  const { data } = query
  const instead = query.isError ? (
    <ErrorBlock query={query} failure={lineCandidates.failure} />
  ) : data === undefined ? undefined : (
    <EmptyBlock title={labels.none} hint={labels.noneHint} />
  )
  return (
    <>
      <Radio.Group
        className="candidates-table"
        value={chosen}
        aria-label={labels.candidates}
        onChange={(event) => onChoose(Number(event.target.value))}
      >
        <ListTable<CandidateRow>
          columns={candidateColumns}
          rows={query.isError ? [] : data?.rows}
          rowKey={(row) => row.rowId}
          instead={instead}
          stale={query.isPlaceholderData}
          dense
          minWidth={860}
          label={labels.candidates}
          onOpen={(row) => onChoose(row.rowId)}
          rowClassName={(row) => (row.rowId === chosen ? 'candidate-chosen' : '')}
        />
      </Radio.Group>
      {data !== undefined && data.count > data.rows.length ? (
        <p className="candidates-note">
          {labels.capped(data.rows.length.toLocaleString('en-US'), data.count.toLocaleString('en-US'))}
        </p>
      ) : null}
    </>
  )
}

const candidateColumns: readonly ListColumn<CandidateRow>[] = [
  {
    title: '',
    width: 40,
    render: (_, row) => (
      <Radio
        value={row.rowId}
        aria-label={labels.choiceOf(row.batchNo, whoOf(row), row.rowCount > 1 ? '' : cardTail(row.cardNo))}
      />
    ),
  },
  {
    title: unlistedLabels.payoutTime,
    width: 164,
    render: (_, row) => <span className="unbroken">{shanghaiSecond(row.payoutAt)}</span>,
  },
  {
    title: unlistedLabels.batchNo,
    width: 132,
    render: (_, row) => (
      <>
        <BatchLink batchId={row.batchId} batchNo={row.batchNo} />
        {row.batchCount > 1 && <span className="unbroken">{labels.ofBatches(row.batchCount)}</span>}
      </>
    ),
  },
  { title: unlistedLabels.name, width: 92, render: (_, row) => whoOf(row) },
  {
    title: unlistedLabels.account,
    render: (_, row) => (row.rowCount > 1 ? <Dash /> : <PayeeCell payee={row} stacked={false} />),
  },
  {
    title: unlistedLabels.net,
    width: 140,
    align: 'right',
    render: (_, row) => <MoneyCell fen={row.netFen} />,
  },
  {
    title: unlistedLabels.state,
    width: 92,
    render: (_, row) => (row.rowCount > 1 ? <Dash /> : <RowStatusTag status={row.status} />),
  },
]

function whoOf({ name, rowCount }: CandidateRow): string {
  return rowCount > 1 ? labels.wholeBatch(rowCount.toLocaleString('en-US')) : name
}
