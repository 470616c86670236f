// The changes of a person's phone and card: when, from what to what, by whose sheet; they come with every sheet (D26).

import { shanghaiMinute } from '@paywages/domain/calendar/shanghai.ts'
import { contactChanges } from '@paywages/wire/freelancers/endpoints.ts'
import type { ContactChange } from '@paywages/wire/freelancers/shapes.ts'
import { ArrowRight } from 'lucide-react'
import { useCall } from '../api/queries.ts'
import { withDots } from '../records/bank-card-text.ts'
import { BatchLink } from '../records/batch-link.tsx'
import { DescriptionSkeleton } from '../ui/display/description-list.tsx'
import { DetailDrawer } from '../ui/display/detail-drawer.tsx'
import { EmptyBlock, ErrorBlock } from '../ui/feedback/state-blocks.tsx'
import { Pager } from '../ui/list/pager.tsx'
import { usePageSize } from '../ui/list/use-page-size.ts'
import { changeLabels as labels } from './labels.ts'
import './contact-changes.css'

type ContactChangesDrawerProps = {
  userId: number
  /** Undefined: of every company in view. */
  providerId: number | undefined
  /** Each change then says which company's sheet it was. */
  severalCompanies: boolean
  open: boolean
  onClose: () => void
}

export function ContactChangesDrawer(props: ContactChangesDrawerProps) {
  const { userId, providerId, severalCompanies, open, onClose } = props
  return (
    <DetailDrawer open={open} title={labels.title} onClose={onClose}>
      {open ? <Changes userId={userId} providerId={providerId} severalCompanies={severalCompanies} /> : null}
    </DetailDrawer>
  )
}

type ChangesProps = Pick<ContactChangesDrawerProps, 'userId' | 'providerId' | 'severalCompanies'>

function Changes({ userId, providerId, severalCompanies }: ChangesProps) {
  const { page, size, goTo, resize } = usePageSize()
  const at = providerId === undefined ? {} : { providerId }
  const query = useCall(contactChanges, { userId, ...at, index: page - 1, size }, { keepPrevious: true })
  if (query.isError) {
    return <ErrorBlock query={query} failure={contactChanges.failure} />
  }
  if (query.data === undefined) return <DescriptionSkeleton rows={4} columns={1} />
  const { rows, count } = query.data
  if (count === 0) return <EmptyBlock title={labels.empty} hint={labels.emptyHint} />
  return (
    <>
      <ol className="contact-changes">
        {rows.map((change) => (
          <Change
            key={`${change.changedAt.getTime()} ${change.batchNo} ${change.phoneAfter} ${change.cardAfter}`}
            change={change}
            severalCompanies={severalCompanies}
          />
        ))}
      </ol>
      <Pager page={page} total={count} onGo={goTo} size={size} onSize={resize} />
    </>
  )
}

function Change({ change, severalCompanies }: { change: ContactChange; severalCompanies: boolean }) {
  const { batchId, batchNo, fileName, source, by, providerName } = change
  return (
    <li>
      <p className="contact-change-head">
        <time>{shanghaiMinute(change.changedAt)}</time>
        {severalCompanies ? <span>{providerName}</span> : null}
      </p>
      {change.phoneChanged ? (
        <FromTo what={labels.phone} before={change.phoneBefore} after={change.phoneAfter} />
      ) : null}
      {change.cardChanged ? (
        <FromTo
          what={labels.cardNo}
          before={change.cardBefore}
          after={change.cardAfter}
          note={change.bankAfter}
        />
      ) : null}
      <p className="contact-change-source">
        {source === 'sheet' ? labels.bySheet : labels.byConsole}
        {fileName === '' ? null : <span>{fileName}</span>}
        {batchId === null ? null : (
          <span>
            {labels.batch} <BatchLink batchId={batchId} batchNo={batchNo} />
          </span>
        )}
        {by === '' ? null : <span>{labels.by(by)}</span>}
      </p>
    </li>
  )
}

type FromToProps = { what: string; before: string; after: string; note?: string }

function FromTo({ what, before, after, note = '' }: FromToProps) {
  return (
    <dl className="contact-change">
      <dt>{what}</dt>
      <dd>
        <span data-old="true">{before === '' ? labels.none : withDots(before)}</span>
        <ArrowRight size={14} role="img" aria-label={labels.to} />
        <strong>{after === '' ? labels.none : withDots(after)}</strong>
        {note === '' ? null : <span>{note}</span>}
      </dd>
    </dl>
  )
}
