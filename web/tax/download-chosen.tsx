// Downloads what is ticked in a list: without a tick there is nothing to press, and too many are told instead.

import { Button } from 'antd'
import { FileDown } from 'lucide-react'
import { useState } from 'react'
import { toastProblem } from '../ui/feedback/toast.ts'

type DownloadChosenProps<Row> = {
  chosen: readonly Row[]
  max: number
  /** True when it arrived. */
  save: (rows: readonly Row[]) => Promise<boolean>
  onDone: () => void
  labels: {
    readonly chooseFirst: string
    readonly tooMany: (max: number) => string
    readonly downloadMany: string
    readonly downloadChosen: (count: number) => string
  }
}

export function DownloadChosen<Row>({ chosen, max, save, onDone, labels }: DownloadChosenProps<Row>) {
  const [busy, setBusy] = useState(false)
  const count = chosen.length

  async function saveChosen() {
    if (count > max) return toastProblem(labels.tooMany(max))
    setBusy(true)
    if (await save(chosen)) onDone()
    setBusy(false)
  }

  return (
    <Button
      icon={<FileDown size={14} aria-hidden="true" />}
      loading={busy}
      disabled={count === 0}
      title={count === 0 ? labels.chooseFirst : undefined}
      onClick={() => void saveChosen()}
    >
      {count === 0 ? labels.downloadMany : labels.downloadChosen(count)}
    </Button>
  )
}
