// THE button that downloads what a page shows, in full: tells how much has come, can be stopped, says why it was refused.

import type { InputOf } from '@paywages/wire/endpoint.ts'
import { Button } from 'antd'
import { Download, LoaderCircle } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Callable } from '../../api/client.ts'
import { type DownloadProgress, download } from '../../api/transfer-files.ts'
import { toastRefusal } from '../feedback/toast.ts'
import { exportLabels as labels } from '../labels.ts'
import './export-button.css'

type ExportButtonProps<E extends Callable> = {
  endpoint: E
  /** The filters of the page, so that the file holds what they find. */
  input: InputOf<E>
  label?: string
  icon?: ReactNode
  /** Where the download is what the page is for. */
  primary?: boolean
  onStart?: () => void
  /** In place of the toast, where the page tells it better. */
  onRefused?: (error: unknown) => void
}

/** Sooner over than this, and nothing flickers; a second click until then is no wish to stop. */
const SHOWN_AFTER_MS = 400
const MEGABYTE = 1_048_576

export function ExportButton<E extends Callable>(props: ExportButtonProps<E>) {
  const { endpoint, input, label = labels.download, icon = <Download size={14} aria-hidden="true" /> } = props
  const { primary = false, onRefused = toastRefusal } = props
  const [progress, setProgress] = useState<DownloadProgress>()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  async function save() {
    if (running.current !== undefined) return
    const stop = new AbortController()
    running.current = stop
    props.onStart?.()
    let reported: DownloadProgress = { receivedBytes: 0, rowCount: undefined }
    let shown = false
    const soon = setTimeout(() => {
      shown = true
      setProgress(reported)
    }, SHOWN_AFTER_MS)
    const onProgress = (next: DownloadProgress) => {
      reported = next
      if (shown) setProgress(next)
    }
    await download(endpoint, input, { signal: stop.signal, onProgress }).catch(onRefused)
    clearTimeout(soon)
    running.current = undefined
    setProgress(undefined)
  }

  if (progress === undefined) {
    return (
      <Button type={primary ? 'primary' : 'default'} icon={icon} onClick={() => void save()}>
        {label}
      </Button>
    )
  }
  return (
    <Button
      icon={<LoaderCircle className="export-turning" size={14} aria-hidden="true" />}
      onClick={() => running.current?.abort()}
    >
      <span className="export-progress">{wordsOf(progress)}</span>
      <span className="export-stop">{labels.stop}</span>
    </Button>
  )
}

function wordsOf({ receivedBytes, rowCount }: DownloadProgress): string {
  if (receivedBytes === 0) return labels.preparing
  const size = (receivedBytes / MEGABYTE).toFixed(1)
  return rowCount === undefined
    ? labels.received(size)
    : labels.receivedOf(size, rowCount.toLocaleString('en-US'))
}
