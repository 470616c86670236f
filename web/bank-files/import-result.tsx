// Chooses a result, shows what it says, and hands it to a second person; what is kept is what was shown.

import { importBankResult } from '@paywages/wire/bank-files/endpoints.ts'
import type { BankFileRow, ResultReading } from '@paywages/wire/bank-files/shapes.ts'
import { Button } from 'antd'
import { Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import { upload } from '../api/transfer-files.ts'
import { toastRefusal, toastSuccess } from '../ui/feedback/toast.ts'
import { FileChooser } from '../ui/files/file-chooser.tsx'
import { sizeWords } from '../ui/files/file-size.ts'
import { shortDigest } from './file-words.ts'
import { resultLabels as labels } from './labels.ts'
import { namedCount, ResultFacts, ResultSums } from './result-facts.tsx'
import { refreshFiles } from './use-file-steps.tsx'

const REFUSAL_SECONDS = 8

type ImportResultProps = {
  file: BankFileRow
  /** Kept, with lines that the payer assigns next. */
  onAssign: () => void
  onClose: () => void
}

export function ImportResult({ file, onAssign, onClose }: ImportResultProps) {
  const { bankFileId } = file
  const wasSettled = file.settledAt !== null
  const chooser = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState<File>()
  const [reading, setReading] = useState<ResultReading>()
  const [busy, setBusy] = useState(false)

  async function attempt(work: () => Promise<void>) {
    setBusy(true)
    try {
      await work()
    } catch (error) {
      setReading(undefined)
      toastRefusal(error, { seconds: REFUSAL_SECONDS })
      await refreshFiles()
    } finally {
      setBusy(false)
    }
  }

  const read = (file: File) =>
    attempt(async () => {
      setChosen(file)
      setReading(await upload(importBankResult, { bankFileId }, [file]))
    })

  const keep = (file: File, sha256: string) =>
    attempt(async () => {
      const { toAssignCount } = await upload(importBankResult, { bankFileId, sha256 }, [file])
      toastSuccess(toAssignCount > 0 ? labels.submittedToAssign : labels.submitted)
      await refreshFiles()
      if (toAssignCount > 0) onAssign()
      else onClose()
    })

  const chooserInput = (
    <FileChooser
      chooser={chooser}
      label={labels.choose}
      endings=".xlsx,.xls,.csv,.txt,.xml,.pdf"
      dropHint={labels.drop}
      busy={busy}
      onFiles={([one]) => one && void read(one)}
    />
  )
  if (reading === undefined || chosen === undefined)
    return (
      <div className="result-choose">
        {chooserInput}
        <Button
          icon={<Upload size={14} aria-hidden="true" />}
          loading={busy}
          onClick={() => chooser.current?.click()}
        >
          {busy ? labels.reading : labels.choose}
        </Button>
        <p className="result-hint">{labels.chooseHint}</p>
      </div>
    )
  const { toAssignCount } = reading
  const said = { ...reading, lineCount: toAssignCount, undecidedCount: toAssignCount, kept: false }
  return (
    <div className="result-body">
      {chooserInput}
      <ResultFacts
        name={reading.name}
        note={labels.fileNote(sizeWords(reading.size), shortDigest(reading.sha256))}
        said={said}
        wasSettled={wasSettled}
        action={
          <Button type="link" disabled={busy} onClick={() => chooser.current?.click()}>
            {labels.change}
          </Button>
        }
      />
      <ResultSums said={said} wasSettled={wasSettled} />
      <div className="result-side">
        <p>
          <strong>{labels.unsigned}</strong>
          {labels.importNote}
        </p>
        <div className="result-acts">
          <Button disabled={busy} onClick={onClose}>
            {labels.cancel}
          </Button>
          <Button type="primary" loading={busy} onClick={() => void keep(chosen, reading.sha256)}>
            {toAssignCount > 0
              ? labels.submitToAssign(toAssignCount.toLocaleString('en-US'))
              : labels.submit(namedCount(said).toLocaleString('en-US'))}
          </Button>
        </div>
      </div>
    </div>
  )
}
