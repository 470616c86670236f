// The history of one transfer beside the list: what it is, what was sent and said, and how the money moved.

import { netOf } from '@paywages/domain/ledger/postings.ts'
import { chineseCapitals } from '@paywages/domain/money/chinese-capitals.ts'
import { transferHistory } from '@paywages/wire/transfers/endpoints.ts'
import type { TransferHistory } from '@paywages/wire/transfers/shapes.ts'
import type { ReactNode } from 'react'
import { useCall } from '../api/queries.ts'
import { payeeAccount } from '../records/payee-account.tsx'
import { signedYuan } from '../ui/display/amount-block.tsx'
import { CopyText } from '../ui/display/copy-text.tsx'
import { type Description, DescriptionList, DescriptionSkeleton } from '../ui/display/description-list.tsx'
import { DetailDrawer } from '../ui/display/detail-drawer.tsx'
import { HeroMoney } from '../ui/display/money.tsx'
import { Timeline } from '../ui/display/timeline.tsx'
import { ErrorBlock } from '../ui/feedback/state-blocks.tsx'
import { useLast } from '../ui/page/use-last.ts'
import { historyLabels as labels } from './labels.ts'
import { TransferStateTag } from './transfer-state-tag.tsx'
import { moneyTrail, type TransferStep, transferSteps } from './transfer-steps.ts'
import './transfer-drawer.css'

type Named = { readonly rowId: number; readonly name: string }

type TransferDrawerProps = {
  transfer: Named | undefined
  /** Above the history, such as what people proposed. */
  before?: ReactNode
  actions?: ReactNode
  onClose: () => void
}

export function TransferDrawer({ transfer, before, actions, onClose }: TransferDrawerProps) {
  const shown = useLast(transfer)
  const query = useCall(transferHistory, { rowId: shown?.rowId ?? 0 }, { enabled: transfer !== undefined })
  const history = query.data
  return (
    <DetailDrawer
      open={transfer !== undefined}
      title={labels.title(shown?.name ?? '')}
      tag={history === undefined ? null : <TransferStateTag state={history.state} />}
      actions={actions}
      onClose={onClose}
    >
      {history !== undefined ? (
        <History history={history} before={before} />
      ) : query.isError ? (
        <ErrorBlock query={query} failure={transferHistory.failure} />
      ) : (
        <DescriptionSkeleton rows={8} columns={1} />
      )}
    </DetailDrawer>
  )
}

function History({ history, before }: { history: TransferHistory; before: ReactNode }) {
  return (
    <div className="transfer">
      <Amount history={history} />
      <DescriptionList items={factsOf(history)} columns={1} />
      {before}
      <section>
        <h2>{labels.steps}</h2>
        <Timeline
          steps={transferSteps(history).map(({ said, alarm, ...step }) => ({
            ...step,
            text: <StepText said={said} alarm={alarm} />,
          }))}
        />
      </section>
      <MoneyTrail history={history} />
    </div>
  )
}

function Amount({ history }: { history: TransferHistory }) {
  const netFen = netOf(history)
  const capitals = chineseCapitals(netFen)
  return (
    <div className="transfer-amount">
      <p className="transfer-label">{labels.net}</p>
      <HeroMoney fen={netFen} size={32} />
      <p className="transfer-capitals">{capitals}</p>
    </div>
  )
}

function factsOf(history: TransferHistory): readonly Description[] {
  const { reference, serial, amountFen, taxFen, vatFen, feeFen, reason } = history
  return [
    {
      label: labels.reference,
      value: reference === '' ? '' : <CopyText text={reference} label={labels.copyReference} />,
    },
    { label: labels.serial, value: serial },
    { label: labels.account, value: payeeAccount(history) },
    { label: labels.gross, value: signedYuan(amountFen) },
    { label: labels.tax, value: signedYuan(taxFen) },
    ...(vatFen === 0n ? [] : [{ label: labels.vat, value: signedYuan(vatFen) }]),
    { label: labels.fee, value: signedYuan(feeFen) },
    ...(reason === ''
      ? []
      : [{ label: labels.reason, value: <span className="transfer-reason">{reason}</span> }]),
  ]
}

function StepText({ said, alarm }: Pick<TransferStep, 'said' | 'alarm'>) {
  return (
    <>
      {said}
      {alarm === undefined ? null : (
        <span className="transfer-alarm" data-tone={alarm.tone}>
          {alarm.words}
        </span>
      )}
    </>
  )
}

function MoneyTrail({ history }: { history: TransferHistory }) {
  const trail = moneyTrail(history)
  return (
    <section>
      <h2>{labels.money}</h2>
      {trail.length === 0 ? (
        <p className="transfer-none">{labels.noMoney}</p>
      ) : (
        <ul className="transfer-trail">
          {trail.map(({ key, what, moved, amountFen, at }) => (
            <li key={key}>
              <div>
                <p>{what}</p>
                <p className="transfer-moved">
                  {moved} · {at}
                </p>
              </div>
              <span>{signedYuan(amountFen)}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
