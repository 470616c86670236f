// Says in the dialog that somebody else saved first, and what is different now.

import { isClosed } from '@paywages/domain/enterprise-contracts/contract-status.ts'
import { Button } from 'antd'
import { Notice } from '../ui/feedback/notice.tsx'
import { historyLabels, editLabels as labels, statusLabels } from './labels.ts'
import type { OthersSave as Others } from './use-concurrent-save.ts'

type OthersSaveProps = { others: Others; onTake: () => void }

export function OthersSave({ others: { changes, latest }, onTake }: OthersSaveProps) {
  if (changes === undefined) return null
  const closed = isClosed(latest.status)
  return (
    <div className="others-save" role="alert">
      <Notice
        tone="wait"
        title={labels.conflict}
        action={
          <Button size="small" onClick={onTake}>
            {labels.takeTheirs}
          </Button>
        }
      >
        {closed
          ? labels.conflictClosed(statusLabels[latest.status])
          : changes.length === 0
            ? labels.conflictSame
            : labels.conflictHint}
        {closed ? null : (
          <ul>
            {changes.map(({ label, now }) => (
              <li key={label}>{`${label}：${now || historyLabels.nothing}`}</li>
            ))}
          </ul>
        )}
      </Notice>
    </div>
  )
}
