// The files of a batch, one a line, with what each waits for.

import type { BankFileRow, BatchFiles } from '@paywages/wire/bank-files/shapes.ts'
import { MoneyCell } from '../ui/display/money.tsx'
import { StatusTag } from '../ui/display/status-tag.tsx'
import { TwoLines } from '../ui/display/two-lines.tsx'
import type { ListColumn } from '../ui/list/list-column.ts'
import { ListTable } from '../ui/list/list-table.tsx'
import { RowAction, RowActions } from '../ui/list/row-actions.tsx'
import { useNarrow } from '../ui/page/use-narrow.ts'
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
  onOpen: (file: BankFileRow, imports: boolean) => void
}

export function FileTable({ batch, openId, onOpen }: FileTableProps) {
  const dialogs = useFileDialogs()
  const narrow = useNarrow()
  const actions: ListColumn<BankFileRow> = {
    title: labels.actions,
    width: 160,
    render: (_, file) => (
      <Actions file={file} dialogs={dialogs} onOpen={(imports) => onOpen(file, imports)} />
    ),
  }
  return (
    <>
      <ListTable
        columns={[...columnsOf(batch, narrow), actions]}
        rows={batch.files}
        rowKey={(file) => file.bankFileId}
        instead={undefined}
        stale={false}
        dense={false}
        twoLines
        minWidth={narrow ? 960 : 1_160}
        label={labels.list}
        onOpen={undefined}
        rowClassName={(file) => (file.bankFileId === openId ? 'bank-file-open' : '')}
      />
      <FileDialogs dialogs={dialogs} />
    </>
  )
}

/** A small laptop has the last step in the state's tooltip (picture 21). */
const columnsOf = (
  { formatName, formatKind }: BatchFiles,
  narrow: boolean,
): readonly ListColumn<BankFileRow>[] => [
  {
    title: labels.file,
    ...(narrow ? {} : { width: 208 }),
    render: (_, file) => (
      <TwoLines first={file.name} second={labels.part(groupLabels[file.group], file.part)} />
    ),
  },
  {
    title: labels.format,
    width: narrow ? 176 : 184,
    render: () => <TwoLines first={formatName} second={formatKind} />,
  },
  {
    title: labels.rows,
    width: 88,
    align: 'right',
    render: (_, file) => file.rowCount.toLocaleString('en-US'),
  },
  { title: labels.amount, width: 144, align: 'right', render: (_, file) => <MoneyCell fen={file.sumFen} /> },
  {
    title: labels.digest,
    width: 104,
    render: (_, file) => (
      <span className="bank-file-digest" title={file.sha256}>
        {shortDigest(file.sha256)}
      </span>
    ),
  },
  { title: labels.state, width: 124, render: (_, file) => <StateCell file={file} narrow={narrow} /> },
  ...(narrow ? [] : [lastStepColumn]),
]

const lastStepColumn: ListColumn<BankFileRow> = {
  title: labels.last,
  render: (_, file) => <LastStep file={file} />,
}

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

function StateCell({ file, narrow }: { file: BankFileRow; narrow: boolean }) {
  const { state } = file
  const done = stepsDone(state)
  return (
    <div title={narrow ? lastStep(file) : undefined}>
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
    </div>
  )
}

type ActionsProps = {
  file: BankFileRow
  dialogs: ReturnType<typeof useFileDialogs>
  onOpen: (imports: boolean) => void
}

/** The one that goes on first; looking at results last. */
function Actions({ file, dialogs, onOpen }: ActionsProps) {
  const download = useDownload()
  const decide = useWithdrawalDecision()
  const may = (step: BankFileRow['actions'][number]) => file.actions.includes(step)
  const isFirst = file.downloadCount === 0
  const isRisky = file.people.some(({ high }) => high)
  const undecided = file.results.some(
    ({ state, undecidedCount }) => state === 'waiting' && undecidedCount > 0,
  )
  return (
    <RowActions>
      {may('submit') ? (
        <RowAction onClick={() => dialogs.show({ step: 'submit', file })}>{labels.submit}</RowAction>
      ) : null}
      {may('import') && file.state === 'submitted' ? (
        <RowAction onClick={() => onOpen(true)}>{labels.importResult}</RowAction>
      ) : null}
      {may('assign') && undecided ? (
        <RowAction onClick={() => onOpen(false)}>{labels.assign}</RowAction>
      ) : null}
      {may('confirm') ? <RowAction onClick={() => onOpen(false)}>{labels.review}</RowAction> : null}
      {may('download') && isFirst ? (
        <RowAction onClick={() => void download(file)}>{labels.download}</RowAction>
      ) : null}
      {may('download') && file.state === 'downloaded' && !isFirst ? (
        <RowAction onClick={() => dialogs.show({ step: 'download', file })}>{labels.downloadAgain}</RowAction>
      ) : null}
      {may('withdraw') ? (
        <RowAction
          danger
          onClick={() => (isRisky ? dialogs.show({ step: 'agree', file }) : void decide(file, true))}
        >
          {labels.confirmWithdrawal}
        </RowAction>
      ) : null}
      {may('refuse-withdrawal') ? (
        <RowAction
          // Whoever asked for it may not confirm it, and takes it back without a word.
          onClick={() =>
            may('withdraw') ? dialogs.show({ step: 'refuse', file }) : void decide(file, false)
          }
        >
          {may('withdraw') ? labels.refuseWithdrawal : labels.takeBackWithdrawal}
        </RowAction>
      ) : null}
      {may('ask-withdrawal') ? (
        <RowAction danger onClick={() => dialogs.show({ step: 'withdraw', file })}>
          {labels.askWithdrawal}
        </RowAction>
      ) : null}
      {!may('confirm') &&
      !(may('assign') && undecided) &&
      file.state !== 'submitted' &&
      file.results.length > 0 ? (
        <RowAction onClick={() => onOpen(false)}>{labels.view}</RowAction>
      ) : null}
      {may('import') && file.state === 'settled' ? (
        <RowAction onClick={() => onOpen(true)}>{labels.registerReturn}</RowAction>
      ) : null}
    </RowActions>
  )
}
