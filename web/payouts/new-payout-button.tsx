// 新建发放 outside the page of batches: chooses the sheet here, and uploads it there.

import { Button } from 'antd'
import { Upload } from 'lucide-react'
import { useRef } from 'react'
import { BATCHES_PAGE } from '../records/batch-address.ts'
import { toastProblem } from '../ui/feedback/toast.ts'
import { FileChooser } from '../ui/files/file-chooser.tsx'
import { useGo } from '../ui/page/address.ts'
import { handSheet } from './handed-sheet.ts'
import { batchLabels as labels, uploadLabels } from './labels.ts'
import { CHOSEN_ENDINGS, validateFiles } from './sheet-file.ts'

export function NewPayoutButton() {
  const chooser = useRef<HTMLInputElement>(null)
  const go = useGo()

  function take(files: readonly File[]) {
    const validated = validateFiles(files)
    if (validated === undefined) return
    if ('problem' in validated) return toastProblem(validated.problem)
    handSheet(validated.file)
    go(BATCHES_PAGE)
  }

  return (
    <>
      <Button
        type="primary"
        icon={<Upload size={14} aria-hidden="true" />}
        onClick={() => chooser.current?.click()}
      >
        {labels.upload}
      </Button>
      <FileChooser
        chooser={chooser}
        label={labels.upload}
        endings={CHOSEN_ENDINGS}
        dropHint={uploadLabels.drop}
        onFiles={take}
      />
    </>
  )
}
