// The facts of an application, with its shipment to follow and the payouts that it covers.

import { invoiceTypeWords } from '@paywages/wire/invoices/invoice-type.ts'
import type { ApplicationDetail } from '@paywages/wire/invoices/shapes.ts'
import { ExternalLink } from 'lucide-react'
import { providerLabels } from '../records/labels.ts'
import { signedYuan } from '../ui/display/amount-block.tsx'
import { type Description, DescriptionList } from '../ui/display/description-list.tsx'
import { drawerLabels as labels } from './labels.ts'
import { trackingAddress } from './tracking-address.ts'
import './invoice-facts.css'

export function InvoiceFacts({ application }: { application: ApplicationDetail }) {
  const isInvoiced = application.status === 'invoiced'
  const type = invoiceTypeWords[application.type]
  const facts: readonly Description[] = [
    { label: labels.type, value: isInvoiced ? labels.typeAndCount(type, application.invoiceCount) : type },
    { label: labels.category, value: application.categoryName },
    { label: providerLabels.provider, value: application.providerName },
    { label: labels.remark, value: application.remark },
  ]
  const result: readonly Description[] = [
    { label: labels.trackingNo, value: <Tracking trackingNo={application.trackingNo} /> },
    { label: labels.note, value: application.trackingNote },
    { label: labels.covers, value: coversOf(application) },
  ]
  const items = isInvoiced ? [...facts, ...result] : facts
  return <DescriptionList columns={1} plain items={items} />
}

function Tracking({ trackingNo }: { trackingNo: string }) {
  const address = trackingAddress(trackingNo)
  return (
    <>
      {trackingNo}
      {address === undefined ? null : (
        <a
          className="invoice-track"
          href={address}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={labels.trackOf(trackingNo)}
        >
          {labels.track}
          <ExternalLink size={14} aria-hidden="true" />
        </a>
      )}
    </>
  )
}

function coversOf({ coveredRows, coveredFen, amountFen }: ApplicationDetail): string {
  if (coveredRows === 0) return labels.noCovers
  const covered = labels.covered(coveredRows.toLocaleString('en-US'), signedYuan(coveredFen))
  const openFen = amountFen - coveredFen
  return openFen > 0n ? `${covered}；${labels.uncovered(signedYuan(openFen))}` : covered
}
