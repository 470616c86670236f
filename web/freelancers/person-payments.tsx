// A person's succeeded payouts, with their sums to the fen above the table (spec §2).

import { shanghaiMinute } from '@paywages/domain/calendar/shanghai.ts'
import { formatYuanGrouped } from '@paywages/domain/money/fen.ts'
import type { PersonDetail, PersonPayment } from '@paywages/wire/freelancers/shapes.ts'
import { providerLabels } from '../records/labels.ts'
import { MaskedCell } from '../records/masked-cell.tsx'
import { certificatesOfPerson, STATEMENTS_PAGE } from '../records/statement-address.ts'
import { Dash } from '../ui/display/description-list.tsx'
import { MoneyCell } from '../ui/display/money.tsx'
import { StatusTag } from '../ui/display/status-tag.tsx'
import { EmptyBlock } from '../ui/feedback/state-blocks.tsx'
import type { ListColumn } from '../ui/list/list-column.ts'
import { ListTable } from '../ui/list/list-table.tsx'
import { Pager } from '../ui/list/pager.tsx'
import { PageLink } from '../ui/page/page-link.tsx'
import { paymentLabels as labels } from './labels.ts'
import './person-payments.css'

type PersonPaymentsProps = {
  person: PersonDetail
  rows: readonly PersonPayment[]
  count: number
  page: number
  size: number
  stale: boolean
  /** The company stands in a column where payouts of several are listed. */
  severalCompanies: boolean
  /** The company that was chosen, where several know the person. */
  providerId: number | undefined
  onGo: (page: number) => void
  onSize: (size: number) => void
}

export function PersonPayments(props: PersonPaymentsProps) {
  const { person, rows, count, page, size, stale, severalCompanies, providerId, onGo, onSize } = props
  return (
    <section className="person-payments" aria-label={labels.title}>
      <div className="person-payments-head">
        <h2>{labels.title}</h2>
        <div className="person-payments-sums">
          <p>
            {labels.totals(
              count.toLocaleString('en-US'),
              formatYuanGrouped(person.incomeFen),
              formatYuanGrouped(person.taxFen),
            )}
          </p>
          {count === 0 ? null : (
            <PageLink to={STATEMENTS_PAGE} search={certificatesOfPerson(person.userId, providerId)}>
              {labels.toCertificates}
            </PageLink>
          )}
        </div>
      </div>
      <ListTable
        columns={columnsOf(person.name, severalCompanies)}
        rows={rows}
        rowKey={(row) => row.rowId}
        instead={<EmptyBlock title={labels.empty} hint={labels.emptyHint} />}
        stale={stale}
        dense
        minWidth={severalCompanies ? 1160 : 960}
        label={labels.title}
        onOpen={undefined}
      />
      <Pager page={page} total={count} onGo={onGo} size={size} onSize={onSize} />
    </section>
  )
}

function columnsOf(whose: string, severalCompanies: boolean): readonly ListColumn<PersonPayment>[] {
  const company: ListColumn<PersonPayment> = {
    title: providerLabels.provider,
    width: 120,
    dataIndex: 'providerName',
  }
  return [
    { title: labels.rowId, width: 104, dataIndex: 'rowId' },
    {
      title: labels.idCardNo,
      width: 204,
      render: (_, row) => (
        <MaskedCell
          kind="payout-row"
          id={row.rowId}
          field="idCardNo"
          masked={row.idCardNo}
          whose={`${whose} ${row.rowId}`}
        />
      ),
    },
    ...(severalCompanies ? [company] : []),
    { title: labels.month, width: 84, dataIndex: 'month' },
    { title: labels.paidAt, width: 150, render: (_, row) => shanghaiMinute(row.paidAt) },
    {
      title: labels.amount,
      align: 'right',
      width: 128,
      render: (_, row) => <MoneyCell fen={row.amountFen} />,
    },
    { title: labels.tax, align: 'right', width: 100, render: (_, row) => <MoneyCell fen={row.taxFen} /> },
    { title: labels.proof, width: 92, render: (_, row) => <ProofTag words={row.taxProof} /> },
    { title: labels.invoice, render: (_, row) => (row.invoiceNo === '' ? <Dash /> : row.invoiceNo) },
  ]
}

function ProofTag({ words }: { words: string }) {
  if (words === '') return <Dash />
  return <StatusTag tone={words === labels.proven ? 'ok' : 'off'}>{words}</StatusTag>
}
