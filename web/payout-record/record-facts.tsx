// Who is paid, to which card, in which batch and for which month; numbers are masked, each with its eye (D33).

import { shanghaiSecond } from '@paywages/domain/calendar/shanghai.ts'
import type { PayoutRecord } from '@paywages/wire/payouts/shapes.ts'
import { transferHistory } from '@paywages/wire/transfers/endpoints.ts'
import type { TransferHistory } from '@paywages/wire/transfers/shapes.ts'
import { useCall } from '../api/queries.ts'
import { batchAddress, CHECK_PAGE, checkAddress, RESULTS_PAGE } from '../records/batch-address.ts'
import { MaskedCell } from '../records/masked-cell.tsx'
import { PERSON_PAGE, personAddress } from '../records/person-address.ts'
import { CopyText } from '../ui/display/copy-text.tsx'
import { type Description, DescriptionList } from '../ui/display/description-list.tsx'
import { PageLink } from '../ui/page/page-link.tsx'
import { recordLabels as labels } from './labels.ts'

type Facts = { record: PayoutRecord }

export function RecordFacts({ record }: Facts) {
  const { data: history } = useCall(transferHistory, { rowId: record.rowId })
  const { reference = '', serial = '' } = history ?? {}
  return (
    <DescriptionList
      plain
      items={widened([
        { label: labels.payee, value: <Payee record={record} /> },
        {
          label: labels.card,
          value: (
            <>
              {record.bank} <Personal record={record} field="cardNo" />
            </>
          ),
        },
        { label: labels.idCardNo, value: <Personal record={record} field="idCardNo" /> },
        { label: labels.batch, value: <Batch record={record} /> },
        { label: labels.company, value: record.providerName },
        { label: labels.month, value: record.month },
        { label: labels.remark, value: record.remark },
        ...(record.payoutAt === null
          ? []
          : [{ label: labels.payoutTime, value: shanghaiSecond(record.payoutAt) }]),
        ...(reference === ''
          ? []
          : [
              {
                label: labels.reference,
                value: <CopyText text={reference} label={labels.copyReference} />,
              },
            ]),
        ...(history?.bankFile ? [{ label: labels.bankFile, value: bankFileWords(history.bankFile) }] : []),
        ...(serial === '' ? [] : [{ label: labels.serial, value: serial }]),
      ])}
    />
  )
}

/** Company and month are short and share a line; all else has a line of its own. */
const widened = (items: readonly Description[]): readonly Description[] =>
  items.map((item) => ({ ...item, wide: item.label !== labels.company && item.label !== labels.month }))

/** Its place in the file is how it is found at the bank. */
function bankFileWords({ name, position, bankBatchNo }: NonNullable<TransferHistory['bankFile']>): string {
  return labels.bankFileOf(name, position, bankBatchNo)
}

function Payee({ record }: Facts) {
  const { name, userId, providerId } = record
  return (
    <span className="record-line">
      {userId === null ? (
        <span>{name}</span>
      ) : (
        <PageLink className="record-link" to={PERSON_PAGE} search={personAddress(userId, providerId)}>
          {name}
        </PageLink>
      )}
      <Personal record={record} field="phone" />
    </span>
  )
}

function Personal({ record, field }: Facts & { field: 'phone' | 'cardNo' | 'idCardNo' }) {
  return (
    <MaskedCell
      kind="payout-row"
      id={record.rowId}
      field={field}
      masked={record[field]}
      whose={record.name}
    />
  )
}

function Batch({ record }: Facts) {
  const { batchId, batchNo, batchStatus, fileName, rowNumber } = record
  const [page, search] =
    batchStatus === 'transferring'
      ? [RESULTS_PAGE, batchAddress(batchId)]
      : [CHECK_PAGE, checkAddress(batchId, batchStatus, 'read')]
  return (
    <span className="record-line">
      <PageLink className="record-link" to={page} search={search}>
        {fileName}
      </PageLink>
      <span>{labels.batchOf(batchNo, rowNumber)}</span>
    </span>
  )
}
