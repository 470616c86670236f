// Downloads what the filters find, in full, and tells how much has come; the export stands in the audit log.

import type { AskOf } from '@paywages/wire/endpoint.ts'
import { downloadDetails } from '@paywages/wire/payouts/endpoints.ts'
import { Button } from 'antd'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { download } from '../api/transfer-files.ts'
import { toastRefusal } from '../ui/toast.ts'
import { detailLabels as labels } from './labels.ts'

const MEGABYTE = 1_048_576

export function DetailsDownload({ ask }: { ask: AskOf<typeof downloadDetails> }) {
  const [megabytes, setMegabytes] = useState<string>()
  const busy = megabytes !== undefined

  async function save() {
    setMegabytes('0.0')
    const onProgress = (bytes: number) => setMegabytes((bytes / MEGABYTE).toFixed(1))
    await download(downloadDetails, ask, { onProgress }).catch(toastRefusal)
    setMegabytes(undefined)
  }

  return (
    <Button icon={<Download size={14} aria-hidden="true" />} loading={busy} onClick={() => void save()}>
      {busy ? labels.downloading(megabytes) : labels.download}
    </Button>
  )
}
