// The button that has a statement's open lines decided again, where there are any and the person may upload (D32).

import { relinkStatement } from '@paywages/wire/bank-statements/endpoints.ts'
import type { StatementHead } from '@paywages/wire/bank-statements/shapes.ts'
import { Button } from 'antd'
import { RefreshCw } from 'lucide-react'
import { useRef, useState } from 'react'
import { call } from '../api/client.ts'
import { useCurrentUser } from '../api/current-user.ts'
import { toastInfo, toastRefusal, toastSuccess } from '../ui/feedback/toast.ts'
import { relinkLabels as labels } from './labels.ts'
import { refreshLines } from './refresh-lines.ts'
import { relinkWords } from './relink-words.ts'

export function RelinkButton({ statement }: { statement: StatementHead }) {
  const user = useCurrentUser()
  const { busy, relink } = useRelink(statement.statementId)
  const mayRelink = user.payRight && user.providerId === statement.providerId
  const isOpen = statement.ambiguousCount + statement.missingCount > 0
  if (!mayRelink || !isOpen) return null
  return (
    <Button
      title={labels.hint}
      icon={<RefreshCw size={14} aria-hidden="true" />}
      loading={busy}
      onClick={() => void relink()}
    >
      {labels.action}
    </Button>
  )
}

/** Once, however often it is clicked; busy until the page shows how things stand now. */
function useRelink(statementId: number) {
  const [busy, setBusy] = useState(false)
  const running = useRef(false)

  async function relink(): Promise<void> {
    if (running.current) return
    running.current = true
    setBusy(true)
    try {
      const words = relinkWords(await call(relinkStatement, { statementId }))
      if (words === undefined) toastInfo(labels.nothing)
      else toastSuccess(words)
    } catch (error) {
      toastRefusal(error)
    }
    // Whatever came of it: somebody else may have changed the lines.
    await refreshLines()
    running.current = false
    setBusy(false)
  }

  return { busy, relink }
}
