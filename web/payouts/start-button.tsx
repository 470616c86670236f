// Starts a batch where it is found: a button that asks for the confirmation of amount and balance first (D19).

import { Button } from 'antd'
import { useStart } from './use-start.tsx'

export function StartButton({ batchId, children }: { batchId: number; children: string }) {
  const { busy, start } = useStart()
  return (
    <Button color="primary" variant="filled" loading={busy} onClick={() => void start(batchId)}>
      {children}
    </Button>
  )
}
