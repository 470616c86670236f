// One entry of the audit log in full, with what changed side by side.

import { shanghaiSecond } from '@paywages/domain/calendar/shanghai.ts'
import type { AuditRow } from '@paywages/wire/audit-log/endpoints.ts'
import { providerLabels } from '../records/labels.ts'
import { Dash, type Description, DescriptionList } from '../ui/display/description-list.tsx'
import { DetailDrawer } from '../ui/display/detail-drawer.tsx'
import { actionWords } from './action-words.ts'
import { AuditResult } from './audit-result.tsx'
import { changesOf, reasonInWords } from './changes.ts'
import { auditLabels as labels } from './labels.ts'
import { objectInWords } from './object-words.ts'
import { RepeatedLooks } from './repeated-looks.tsx'
import './audit-entry.css'

type AuditEntryDrawerProps = {
  readonly entry: AuditRow | undefined
  readonly open: boolean
  readonly onClose: () => void
}

export function AuditEntryDrawer({ entry, open, onClose }: AuditEntryDrawerProps) {
  return (
    <DetailDrawer
      open={open}
      title={entry === undefined ? '' : actionWords(entry)}
      tag={entry === undefined ? null : <AuditResult result={entry.result} />}
      onClose={onClose}
    >
      {entry === undefined ? null : <Entry entry={entry} />}
    </DetailDrawer>
  )
}

function Entry({ entry }: { entry: AuditRow }) {
  return (
    <>
      <DescriptionList items={factsOf(entry)} columns={1} />
      <h2 className="audit-changes-title">{labels.changes}</h2>
      <Changes entry={entry} />
      {entry.repeatCount === 0 ? null : <RepeatedLooks entry={entry} />}
    </>
  )
}

function factsOf(entry: AuditRow): readonly Description[] {
  return [
    { label: labels.at, value: shanghaiSecond(entry.at) },
    {
      label: labels.account,
      value:
        [entry.account, entry.realName].filter(Boolean).join(' · ') ||
        (entry.action === 'login' ? labels.nobody : labels.system),
    },
    { label: labels.object, value: objectInWords(entry.object) },
    ...(entry.reason === '' ? [] : [{ label: labels.reason, value: reasonInWords(entry.reason) }]),
    { label: providerLabels.provider, value: entry.providerName },
    { label: labels.address, value: entry.address },
    { label: labels.entry, value: entry.entryId },
    { label: labels.sealed, value: entry.sealed ? labels.sealedYes : labels.sealedNo },
  ]
}

function Changes({ entry }: { entry: AuditRow }) {
  const changes = changesOf(entry)
  if (changes.length === 0) return <p className="audit-no-changes">{labels.noChanges}</p>
  return (
    <table className="audit-changes">
      <thead>
        <tr>
          <th scope="col">{labels.field}</th>
          <th scope="col">{labels.before}</th>
          <th scope="col">{labels.after}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map((change) => (
          <tr key={change.field}>
            <th scope="row">{change.field}</th>
            <td className="audit-before">{change.before ?? <Dash />}</td>
            <td>{change.after ?? <Dash />}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
