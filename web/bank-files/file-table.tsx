// The files of a batch, one a line, with what each waits for.

import type { BankFileRow, BatchFiles } from '@paywages/wire/bank-files/shapes.ts'
import { MoneyCell } from '../ui/display/money.tsx'
import { StatusTag } from '../ui/display/status-tag.tsx'
import { TwoLines } from '../ui/display/two-lines.tsx'
import type { ListColumn } from '../ui/list/list-column.ts'
import { ListTable } from '../ui/list/list-table.tsx'
import { RowAction, RowActions } from '../ui/list/row-actions.tsx'
import { FileDialogs, useFileDialogs } from './file-dialogs.tsx'
import { lastStep, shortDigest, stepsDone } from './file-words.ts'
import {
  evidenceLabels,
  fileStateLabels,
  fileStateTones,
  groupLabels,
  bankFileLabels as labels,
} from './labels.ts'
import { useDownload, useWithdrawalDecision } from './use-file-steps.tsx'

type FileTableProps = {
  batch: BatchFiles
  openId: number | undefined
  onOpen: (file: BankFileRow | undefined) => void
}

export function FileTable({ batch, openId, onOpen }: FileTableProps) {
  const dialogs = useFileDialogs()
  const actions: ListColumn<BankFileRow> = {
    title: labels.actions,
    width: 160,
    render: (_, file) => <Actions file={file} dialogs={dialogs} onOpen={() => onOpen(file)} />,
  }
  return (
    <>
      <ListTable
        columns={[...columnsOf(batch), actions]}
        rows={batch.files}
        rowKey={(file) => file.bankFileId}
        instead={undefined}
        stale={false}
        dense={false}
        twoLines
        minWidth={1_080}
        label={labels.list}
        onOpen={undefined}
        rowClassName={(file) => (file.bankFileId === openId ? 'bank-file-open' : '')}
      />
      <FileDialogs dialogs={dialogs} />
    </>
  )
}

const columnsOf = ({ formatName, formatKind }: BatchFiles): readonly ListColumn<BankFileRow>[] => [
  {
    title: labels.file,
    width: 208,
    render: (_, file) => (
      <TwoLines first={file.name} second={labels.part(groupLabels[file.group], file.part)} />
    ),
  },
  { title: labels.format, width: 164, render: () => <TwoLines first={formatName} second={formatKind} /> },
  {
    title: labels.rows,
    width: 72,
    align: 'right',
    render: (_, file) => file.rowCount.toLocaleString('en-US'),
  },
  { title: labels.amount, width: 120, align: 'right', render: (_, file) => <MoneyCell fen={file.sumFen} /> },
  {
    title: labels.digest,
    width: 104,
    render: (_, file) => (
      <span className="bank-file-digest" title={file.sha256}>
        {shortDigest(file.sha256)}
      </span>
    ),
  },
  { title: labels.state, width: 124, render: (_, file) => <StateCell file={file} /> },
  { title: labels.last, render: (_, file) => <LastStep file={file} /> },
]

function LastStep({ file }: { file: BankFileRow }) {
  return (
    <span className="bank-file-last">
      {lastStep(file)}
      {file.listedCount === 0 ? null : (
        <span className="bank-file-listed">
          {evidenceLabels.listed(file.listedCount.toLocaleString('en-US'))}
        </span>
      )}
    </span>
  )
}

const STEPS = [1, 2, 3, 4, 5]

function StateCell({ file: { state } }: { file: BankFileRow }) {
  const done = stepsDone(state)
  return (
    <>
      <StatusTag tone={fileStateTones[state]}>{fileStateLabels[state]}</StatusTag>
      <div className="bank-file-steps" aria-hidden="true">
        {STEPS.map((step) => (
          <i
            key={step}
            data-tone={
              step < done || state === 'settled' ? 'ok' : step === done ? fileStateTones[state] : undefined
            }
          />
        ))}
      </div>
    </>
  )
}

type ActionsProps = { file: BankFileRow; dialogs: ReturnType<typeof useFileDialogs>; onOpen: () => void }

/** The one that goes on first; looking at results last. */
function Actions({ file, dialogs, onOpen }: ActionsProps) {
  const download = useDownload()
  const decide = useWithdrawalDecision()
  const may = (step: BankFileRow['actions'][number]) => file.actions.includes(step)
  const isFirst = file.downloadCount === 0
  return (
    <RowActions>
      {may('submit') ? (
        <RowAction onClick={() => dialogs.show({ step: 'submit', file })}>{labels.submit}</RowAction>
      ) : null}
      {may('import') && file.state === 'submitted' ? (
        <RowAction onClick={onOpen}>{labels.importResult}</RowAction>
      ) : null}
      {may('confirm') ? <RowAction onClick={onOpen}>{labels.review}</RowAction> : null}
      {may('download') && isFirst ? (
        <RowAction onClick={() => void download(file)}>{labels.download}</RowAction>
      ) : null}
      {may('download') && file.state === 'downloaded' && !isFirst ? (
        <RowAction onClick={() => dialogs.show({ step: 'download', file })}>{labels.downloadAgain}</RowAction>
      ) : null}
      {may('withdraw') ? (
        <RowAction danger onClick={() => void decide(file, true)}>
          {labels.confirmWithdrawal}
        </RowAction>
      ) : null}
      {may('refuse-withdrawal') ? (
        <RowAction onClick={() => void decide(file, false)}>{labels.refuseWithdrawal}</RowAction>
      ) : null}
      {may('ask-withdrawal') ? (
        <RowAction danger onClick={() => dialogs.show({ step: 'withdraw', file })}>
          {labels.askWithdrawal}
        </RowAction>
      ) : null}
      {!may('confirm') && file.state !== 'submitted' && file.results.length > 0 ? (
        <RowAction onClick={onOpen}>{labels.view}</RowAction>
      ) : null}
    </RowActions>
  )
}
