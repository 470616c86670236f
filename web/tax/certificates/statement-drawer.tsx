// The paper of one personal statement beside its list; each look is set anew and written down (D28, D33).

import { downloadStatementsOfPeople } from '@paywages/wire/tax/endpoints.ts'
import type { TaxStatement } from '@paywages/wire/tax/shapes.ts'
import { Button } from 'antd'
import { Download } from 'lucide-react'
import { addressOf } from '../../api/client.ts'
import { DetailDrawer } from '../../ui/display/detail-drawer.tsx'
import { PaidTag } from './paid-tag.tsx'
import { paperLabels, statementLabels } from './statement-labels.ts'
import './statement-drawer.css'

type StatementDrawerProps = {
  /** Kept while the drawer closes, so that nothing vanishes from it. */
  statement: TaxStatement | undefined
  open: boolean
  onDownload: (statement: TaxStatement) => void
  onClose: () => void
}

export function StatementDrawer({ statement, open, onDownload, onClose }: StatementDrawerProps) {
  if (statement === undefined) return null
  const { statementId, statementNo, name, proofStatus } = statement
  const address = addressOf(downloadStatementsOfPeople, { statementIds: [statementId], inline: '1' })
  return (
    <DetailDrawer
      open={open}
      title={paperLabels.title(name)}
      tag={<PaidTag status={proofStatus} />}
      width="min(860px, 88vw)"
      actions={
        <Button
          type="primary"
          icon={<Download size={14} aria-hidden="true" />}
          onClick={() => onDownload(statement)}
        >
          {statementLabels.download}
        </Button>
      }
      onClose={onClose}
    >
      <div className="statement-paper">
        {open ? (
          <iframe
            key={statementId}
            src={`${address}#navpanes=0&view=FitH`}
            title={paperLabels.name(statementNo, name)}
          />
        ) : null}
        <p>{paperLabels.note}</p>
      </div>
    </DetailDrawer>
  )
}
