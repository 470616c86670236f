// One file that is sent with its form: chosen or dropped, judged at once, with its progress while the form travels.

import type { FileKind } from '@paywages/domain/files/file-kind.ts'
import { Button } from 'antd'
import { toastProblem } from '../feedback/toast.ts'
import { fileFieldLabels as labels } from '../labels.ts'
import { FileMark } from './file-mark.tsx'
import { isPdf } from './file-preview.tsx'
import { sizeWords } from './file-size.ts'
import { endingsOf, judgeOneFile } from './judge-files.ts'
import { FileStrip, OneFile, type OneFileWords } from './one-file.tsx'

type FormFileFieldProps = OneFileWords & {
  kind: FileKind
  /** How much of it has been sent; undefined while it is not on its way. */
  percent: number | undefined
  /** antd's form gives the rest. */
  id?: string
  value?: File | undefined
  onChange?: (file: File | undefined) => void
}

export function FormFileField(props: FormFileFieldProps) {
  const { kind, label, dropHint, percent, id, value, onChange } = props

  async function take(files: readonly File[]) {
    const judged = await judgeOneFile(kind, files)
    if (judged === undefined) return
    if ('problem' in judged) toastProblem(judged.problem)
    else onChange?.(judged.file)
  }

  const chosen = (file: File, choose: () => void) => (
    <div className="one-file-chosen">
      <FileMark look={isPdf(file.name) ? 'pdf' : 'picture'} />
      <div className="one-file-words">
        <p className="one-file-name">{file.name}</p>
        <p className="one-file-about">{sizeWords(file.size)}</p>
      </div>
      <Button id={id} size="small" aria-label={labels.actOn(labels.change, label)} onClick={choose}>
        {labels.change}
      </Button>
      <Button size="small" type="text" onClick={() => onChange?.(undefined)}>
        {labels.remove}
      </Button>
    </div>
  )

  return (
    <OneFile
      {...{ label, dropHint, id }}
      endings={endingsOf(kind)}
      busy={percent !== undefined}
      onFiles={(files) => void take(files)}
    >
      {value === undefined
        ? undefined
        : (choose) =>
            percent === undefined ? chosen(value, choose) : <FileStrip name={value.name} percent={percent} />}
    </OneFile>
  )
}
