// Downloads the lines that the filters find, with their balances, and tells how much has come.

import type { AskOf } from '@paywages/wire/endpoint.ts'
import { exportFundFlow } from '@paywages/wire/funds/fund-flow.ts'
import { Button } from 'antd'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { download } from '../api/transfer-files.ts'
import { toastRefusal } from '../ui/toast.ts'
import { flowLabels as labels } from './labels.ts'

const MEGABYTE = 1_048_576

export function FlowExport({ ask }: { ask: AskOf<typeof exportFundFlow> }) {
  const [megabytes, setMegabytes] = useState<string>()
  const busy = megabytes !== undefined

  async function save() {
    setMegabytes('0.0')
    const onProgress = (bytes: number) => setMegabytes((bytes / MEGABYTE).toFixed(1))
    await download(exportFundFlow, ask, { onProgress }).catch(toastRefusal)
    setMegabytes(undefined)
  }

  return (
    <Button icon={<Download size={14} aria-hidden="true" />} loading={busy} onClick={() => void save()}>
      {busy ? labels.exporting(megabytes) : labels.export}
    </Button>
  )
}
