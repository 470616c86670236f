// The PDF of a person's year beside the list, and the versions that it superseded; each look is rendered again and written down (D33).

import { shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import {
  downloadYearStatements,
  downloadYearVersion,
  yearVersions,
} from '@paywages/wire/tax/year-endpoints.ts'
import type { YearStatement, YearVersion } from '@paywages/wire/tax/year-shapes.ts'
import { Button } from 'antd'
import { Download } from 'lucide-react'
import { useEffect, useState } from 'react'
import { addressOf } from '../../api/client.ts'
import { useCall } from '../../api/queries.ts'
import { DetailDrawer } from '../../ui/display/detail-drawer.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { paperLabels as labels, yearLabels } from './year-labels.ts'
import '../certificates/certificate-drawer.css'
import './year-drawer.css'

type YearDrawerProps = {
  /** Kept while the drawer closes, so that nothing vanishes from it. */
  statement: YearStatement | undefined
  /** The payer that the list is narrowed to. */
  providerId: number | undefined
  open: boolean
  onDownload: (statement: YearStatement) => void
  onClose: () => void
}

export function YearDrawer({ statement, ...props }: YearDrawerProps) {
  return statement === undefined ? null : (
    <Opened key={statement.statementId} statement={statement} {...props} />
  )
}

type OpenedProps = Omit<YearDrawerProps, 'statement'> & { statement: YearStatement }

function Opened({ statement, providerId, open, onDownload, onClose }: OpenedProps) {
  const { statementId, statementNo, name, year } = statement
  const [old, setOld] = useState<YearVersion>()
  useEffect(() => {
    if (!open) setOld(undefined)
  }, [open])
  const versions = useCall(yearVersions, { statementId }, { enabled: open })
  const superseded = (versions.data?.rows ?? []).filter(
    (version) =>
      version.supersededAt !== null && (providerId === undefined || version.providerId === providerId),
  )
  const address =
    old === undefined
      ? addressOf(downloadYearStatements, { statementIds: [statementId], providerId, inline: '1' })
      : addressOf(downloadYearVersion, { statementId: old.statementId, inline: '1' })
  return (
    <DetailDrawer
      open={open}
      title={labels.title(name, year)}
      width="min(1080px, 92vw)"
      actions={
        <Button
          type="primary"
          icon={<Download size={14} aria-hidden="true" />}
          onClick={() => onDownload(statement)}
        >
          {yearLabels.download}
        </Button>
      }
      onClose={onClose}
    >
      <div className="statement-paper">
        {old === undefined ? null : (
          <Notice
            tone="wait"
            title={labels.shown(old.version)}
            action={<Button onClick={() => setOld(undefined)}>{labels.back}</Button>}
          />
        )}
        {open ? (
          <iframe
            key={old?.statementId ?? 'current'}
            src={`${address}#navpanes=0&view=FitH`}
            title={labels.name(old?.statementNo ?? statementNo, name)}
          />
        ) : null}
        <p>{labels.note}</p>
        <OldVersions versions={superseded} onLook={setOld} />
      </div>
    </DetailDrawer>
  )
}

type OldVersionsProps = { versions: readonly YearVersion[]; onLook: (version: YearVersion) => void }

function OldVersions({ versions, onLook }: OldVersionsProps) {
  if (versions.length === 0) return null
  return (
    <section className="year-versions" aria-label={labels.history}>
      <h3>{labels.history}</h3>
      <ul>
        {versions.map((version) => (
          <li key={version.statementId}>
            <span>{labels.version(version.payerName, version.version)}</span>
            <span className="year-version-days">
              {labels.superseded(
                shanghaiDay(version.madeAt),
                shanghaiDay(version.supersededAt ?? version.madeAt),
              )}
            </span>
            <Button
              type="link"
              size="small"
              aria-label={`${labels.lookAt} ${labels.version(version.payerName, version.version)}`}
              onClick={() => onLook(version)}
            >
              {labels.lookAt}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
