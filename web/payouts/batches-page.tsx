// /payexcels: the payout batches in scope, the template, and the upload of a new sheet (spec §2, D13, D14).

import { hasRight } from '@paywages/domain/accounts/rights.ts'
import { BATCH_STATUSES } from '@paywages/domain/payouts/batch-status.ts'
import { listBatches } from '@paywages/wire/payouts/endpoints.ts'
import { Button } from 'antd'
import { Download, Upload } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useCurrentUser } from '../api/current-user.ts'
import { FailedRowsDialog } from '../failed-rows/failed-rows-dialog.tsx'
import { BATCHES_PAGE, CHECK_PAGE, checkAddress } from '../records/batch-address.ts'
import { useProviderFilter } from '../records/use-provider-filter.ts'
import { toastProblem, toastSuccess } from '../ui/feedback/toast.ts'
import { FileChooser } from '../ui/files/file-chooser.tsx'
import { lastDays } from '../ui/list/list-filters.ts'
import { ListPage } from '../ui/list/list-page.tsx'
import { useGo } from '../ui/page/address.ts'
import { useNarrow } from '../ui/page/use-narrow.ts'
import { batchColumns } from './batch-columns.tsx'
import { takeSheet } from './handed-sheet.ts'
import { keepRejection, keptRejection } from './kept-rejection.ts'
import { batchLabels as labels, rejectedLabels, statusFilterLabels, uploadLabels } from './labels.ts'
import { MappingDialog } from './mapping-dialog.tsx'
import { CHOSEN_ENDINGS, validateFiles } from './sheet-file.ts'
import { SheetUploadStrip } from './sheet-upload-strip.tsx'
import { useSheetUpload } from './use-sheet-upload.ts'

export function BatchesPage() {
  const user = useCurrentUser()
  return hasRight(user, 'pay') ? <PayerBatches /> : <Batches />
}

/** A batch that runs is not told apart from one that has ended here. */
const STATUS_OPTIONS = BATCH_STATUSES.map((status) => ({ value: status, label: statusFilterLabels[status] }))

type BatchesProps = { actions?: ReactNode; upload?: ReactNode; strip?: ReactNode }

function Batches({ actions, upload, strip }: BatchesProps) {
  const go = useGo()
  const narrow = useNarrow()
  const company = useProviderFilter(narrow ? 112 : 136)
  return (
    <ListPage
      endpoint={listBatches}
      filters={[
        company,
        { kind: 'date-range', from: 'from', to: 'to', label: labels.uploadDate, defaultDays: 7 },
        { kind: 'select', name: 'status', label: labels.status, options: STATUS_OPTIONS, width: 112 },
        {
          kind: 'text',
          name: 'fileName',
          label: labels.fileName,
          placeholder: labels.fileNameHint,
          width: narrow ? 112 : 136,
        },
      ]}
      columns={batchColumns(narrow, company.fixed !== undefined)}
      rowKey={(row) => row.batchId}
      actions={actions}
      strip={() => strip}
      minWidth={1000}
      twoLines={narrow && company.fixed === undefined}
      empty={{
        title: labels.empty,
        hint: upload === undefined ? labels.emptyRead : labels.emptyPay,
        actions: (
          <>
            <Button onClick={() => go(BATCHES_PAGE, lastDays(90, new Date()))}>{labels.lastQuarter}</Button>
            {upload}
          </>
        ),
      }}
    />
  )
}

function PayerBatches() {
  const go = useGo()
  const chooser = useRef<HTMLInputElement>(null)
  const starter = useRef<HTMLButtonElement>(null)
  const [rejected, setRejected] = useState(keptRejection)
  const [showsRejected, setShowsRejected] = useState(rejected !== undefined)
  const upload = useSheetUpload((result, file) => {
    if (result.batchId === null) {
      const given = { result, fileName: file.name }
      keepRejection(given)
      setRejected(given)
      setShowsRejected(true)
      return
    }
    toastSuccess(uploadLabels.done)
    go(CHECK_PAGE, checkAddress(result.batchId, 'auditing', 'decide'))
  })
  useHandedSheet(upload.start)
  const busy = upload.state.at === 'sending' || upload.state.at === 'working'

  function closeRejected() {
    keepRejection(undefined)
    setShowsRejected(false)
  }

  function take(files: readonly File[]) {
    const validated = validateFiles(files)
    if (validated === undefined) return
    if ('problem' in validated) return toastProblem(validated.problem)
    closeRejected()
    upload.start(validated.file)
  }

  const choose = () => chooser.current?.click()
  const uploadProps = {
    type: 'primary',
    icon: <Upload size={14} aria-hidden="true" />,
    disabled: busy,
    onClick: choose,
    children: labels.upload,
  } as const
  const template = (
    <Button
      icon={<Download size={14} aria-hidden="true" />}
      href="/templates/payout-template.xlsx"
      download={labels.templateFile}
    >
      {labels.template}
    </Button>
  )
  return (
    <>
      <Batches
        actions={
          <>
            {template}
            <Button ref={starter} {...uploadProps} />
          </>
        }
        upload={<Button {...uploadProps} type="default" />}
        strip={<SheetUploadStrip upload={upload} />}
      />
      <FileChooser
        chooser={chooser}
        label={labels.upload}
        endings={CHOSEN_ENDINGS}
        dropHint={uploadLabels.drop}
        busy={busy}
        onFiles={take}
      />
      {upload.asked === undefined ? null : (
        <MappingDialog
          key={upload.asked.question.sheetName}
          question={upload.asked.question}
          fileName={upload.asked.file.name}
          onSheet={upload.askAbout}
          onAnswer={upload.answer}
          onClose={() => upload.answer(undefined)}
        />
      )}
      {rejected === undefined ? null : (
        <FailedRowsDialog
          {...rejected}
          words={rejectedLabels}
          open={showsRejected}
          again={
            <Button icon={<Upload size={14} aria-hidden="true" />} onClick={choose}>
              {rejectedLabels.again}
            </Button>
          }
          onClose={closeRejected}
          // The button was disabled meanwhile and lost the focus to nowhere.
          onClosed={() => starter.current?.focus()}
        />
      )}
    </>
  )
}

/** What was chosen on the workbench is uploaded as soon as the page stands. */
function useHandedSheet(start: (file: File) => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what is there when the page opens.
  useEffect(() => {
    const timer = setTimeout(() => {
      const file = takeSheet()
      if (file !== undefined) start(file)
    })
    return () => clearTimeout(timer)
  }, [])
}
