// The upload's strip over the list: sending, reading, validating, storing, or stopped by the network.

import { Button } from 'antd'
import { megabytesOf } from '../ui/files/file-size.ts'
import { BrokenUploadStrip, UploadStrip } from '../ui/files/upload-strip.tsx'
import { uploadLabels as labels } from './labels.ts'
import { percentRead, percentSent, stageWords } from './upload-state.ts'
import type { SheetUpload } from './use-sheet-upload.ts'

export function SheetUploadStrip({ upload }: { upload: SheetUpload }) {
  const { state, resume, cancel } = upload
  if (state.at === 'idle') return null
  const stop = (
    <Button type="text" size="small" onClick={cancel}>
      {labels.cancel}
    </Button>
  )
  if (state.at === 'broken') {
    const title = state.percent === undefined ? labels.brokenWorking : labels.broken(state.percent)
    return (
      <BrokenUploadStrip
        title={title}
        hint={labels.brokenHint}
        onResume={resume}
        resume={labels.resume}
        dismiss={stop}
      />
    )
  }
  if (state.at === 'sending') {
    const stage = labels.sending(megabytesOf(state.sentBytes), megabytesOf(state.totalBytes))
    return <UploadStrip fileName={state.file.name} stage={stage} percent={percentSent(state)} action={stop} />
  }
  return (
    <UploadStrip
      fileName={state.file.name}
      stage={stageWords(state.progress)}
      percent={percentRead(state.progress)}
      action={stop}
    />
  )
}
