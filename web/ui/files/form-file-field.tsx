// One file that is sent with its form: chosen or dropped, validated at once, with its progress while the form travels.

import type { FileKind } from '@paywages/domain/files/file-kind.ts'
import { Button } from 'antd'
import { toastProblem } from '../feedback/toast.ts'
import { fileFieldLabels as labels } from '../labels.ts'
import { type FileLook, FileMark } from './file-mark.tsx'
import { isPdf } from './file-preview.tsx'
import { sizeWords } from './file-size.ts'
import { FileStrip, OneFile, type OneFileWords } from './one-file.tsx'
import { endingsOf, validateOneFile } from './validate-files.ts'

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
    const validated = await validateOneFile(kind, files)
    if (validated === undefined) return
    if ('problem' in validated) toastProblem(validated.problem)
    else onChange?.(validated.file)
  }

  const chosen = (file: File, choose: () => void) => (
    <div className="one-file-chosen">
      <FileMark look={lookOfName(file.name)} />
      <div className="one-file-words">
        <p className="one-file-name">{file.name}</p>
        <p className="one-file-about">{sizeWords(file.size)}</p>
      </div>
      <Button id={id} size="small" aria-label={labels.actionOn(labels.change, label)} onClick={choose}>
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

function lookOfName(name: string): FileLook {
  if (isPdf(name)) return 'pdf'
  return /\.xlsx?$/i.test(name) ? 'other' : 'picture'
}
