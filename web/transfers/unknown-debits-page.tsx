// /unknowndebits: debits that the bank executed or accepted and our books do not know, and what two people decide about them (ADR 27).

import { hasRight } from '@paywages/domain/accounts/rights.ts'
import { shanghaiSecond } from '@paywages/domain/calendar/shanghai.ts'
import { validateConfirmation } from '@paywages/domain/transfers/resolution.ts'
import type { CurrentUser } from '@paywages/wire/session/endpoints.ts'
import { decideDebit, unknownDebits } from '@paywages/wire/transfers/endpoints.ts'
import type { UnknownDebit } from '@paywages/wire/transfers/shapes.ts'
import { call } from '../api/client.ts'
import { useCurrentUser } from '../api/current-user.ts'
import { refresh } from '../api/queries.ts'
import { useProviderFilter } from '../records/use-provider-filter.ts'
import { AmountBlock } from '../ui/display/amount-block.tsx'
import { MoneyCell } from '../ui/display/money.tsx'
import { TwoLines } from '../ui/display/two-lines.tsx'
import { useConfirmedStep } from '../ui/feedback/confirmed-step.ts'
import type { ListColumn } from '../ui/list/list-column.ts'
import { ListPage } from '../ui/list/list-page.tsx'
import { RowAction, RowActions } from '../ui/list/row-actions.tsx'
import { useNarrow } from '../ui/page/use-narrow.ts'
import { useShown } from '../ui/page/use-shown.ts'
import { debitCauseLabels, debitOutcomeLabels, debitLabels as labels } from './debit-labels.ts'
import { ExplainDebitDialog } from './explain-debit-dialog.tsx'
import { SendingHold } from './sending-hold.tsx'

type DebitAction = 'explain' | 'confirm' | 'refuse'
type OnAction = (action: DebitAction, debit: UnknownDebit) => void

export function UnknownDebitsPage() {
  const explained = useShown<UnknownDebit>()
  const decide = useDecision()
  const onAction: OnAction = (action, debit) => {
    if (action === 'explain') explained.show(debit)
    else void decide(debit, action === 'confirm')
  }
  const narrow = useNarrow()
  const company = useProviderFilter()
  return (
    <>
      <ListPage
        endpoint={unknownDebits}
        notice={<SendingHold />}
        filters={[company]}
        columns={columnsOf(narrow, onAction)}
        rowKey={(row) => row.debitId}
        empty={{ title: labels.empty, hint: labels.emptyHint }}
        twoLines
        minWidth={narrow ? 1_000 : 1_140}
      />
      {explained.shown === undefined ? null : (
        <ExplainDebitDialog debit={explained.shown} open={explained.open} onClose={explained.close} />
      )}
    </>
  )
}

function columnsOf(narrow: boolean, onAction: OnAction): readonly ListColumn<UnknownDebit>[] {
  return [
    {
      title: labels.time,
      width: narrow ? 116 : 172,
      render: (_, row) => <ExecutedAt at={row.executedAt} narrow={narrow} />,
    },
    {
      title: labels.reference,
      width: narrow ? 264 : 304,
      render: (_, row) => (
        <TwoLines
          first={<Reference text={row.reference} />}
          second={row.accepted ? labels.accepted : labels.serialOf(row.serial)}
        />
      ),
    },
    {
      title: labels.payee,
      width: narrow ? 116 : 132,
      render: (_, row) => (
        <TwoLines first={row.name || labels.unnamed} second={labels.tailOf(row.cardTail)} />
      ),
    },
    {
      title: labels.amountYuan,
      width: narrow ? 136 : 148,
      align: 'right',
      render: (_, row) => <MoneyCell fen={row.amountFen} />,
    },
    {
      title: labels.cause,
      render: (_, row) => (
        <TwoLines
          first={row.awaitsSheet ? labels.awaitsSheet : debitCauseLabels[row.cause]}
          second={row.returned ? labels.returned : row.providerName}
        />
      ),
    },
    {
      title: labels.opinion,
      width: narrow ? 176 : 196,
      render: (_, row) => <OpinionCell row={row} onAction={onAction} />,
    },
  ]
}

/** Where it has no room, it goes on with the mark of its batch, and not with its last letter. */
function Reference({ text }: { text: string }) {
  const [row = '', mark] = text.split(/(?=X)/)
  return (
    <>
      <span className="unbroken">{row}</span>
      {mark === undefined ? null : (
        <>
          <wbr />
          <span className="unbroken">{mark}</span>
        </>
      )}
    </>
  )
}

/** On a narrow window the time stands below its day. */
function ExecutedAt({ at, narrow }: { at: Date; narrow: boolean }) {
  const [day = '', second = ''] = shanghaiSecond(at).split(' ')
  return narrow ? <TwoLines first={day} second={second} /> : `${day} ${second}`
}

function OpinionCell({ row, onAction }: { row: UnknownDebit; onAction: OnAction }) {
  const actions = actionsOf(row, useCurrentUser())
  const { proposal } = row
  return (
    <>
      {proposal === null ? null : (
        <div className="two-lines-first">
          {labels.opinionOf(debitOutcomeLabels[proposal.outcome], proposal.proposerName)}
        </div>
      )}
      {actions.length === 0 ? (
        <div className="two-lines-second">{proposal === null ? labels.waitsManager : labels.waitsSecond}</div>
      ) : (
        <RowActions>
          {actions.map((action) => (
            <RowAction key={action} danger={action === 'refuse'} onClick={() => onAction(action, row)}>
              {labels.actions[action]}
            </RowAction>
          ))}
        </RowActions>
      )}
    </>
  )
}

/** By the very rules the server asks. */
function actionsOf({ proposal, providerId }: UnknownDebit, user: CurrentUser): readonly DebitAction[] {
  if (proposal === null) return hasRight(user, 'manager') ? ['explain'] : []
  const person = { ...user, appLoginRight: false, platformId: 0 }
  const proposed = { proposedBy: proposal.proposerId, providerId: providerId ?? -1 }
  return (['confirm', 'refuse'] as const).filter(
    (action) => validateConfirmation(proposed, person, action === 'confirm') === undefined,
  )
}

function useDecision(): (debit: UnknownDebit, confirmed: boolean) => Promise<void> {
  const confirmedStep = useConfirmedStep()
  return async ({ debitId, reference, amountFen, proposal }, confirmed) => {
    if (proposal === null) return
    const lines = [
      { label: labels.outcome, value: debitOutcomeLabels[proposal.outcome] },
      { label: labels.proposer, value: proposal.proposerName },
      { label: labels.reason, value: proposal.reason },
    ]
    await confirmedStep({
      title: confirmed ? labels.confirmTitle : labels.refuseTitle,
      object: reference,
      body: <AmountBlock label={labels.amount} fen={amountFen} lines={lines} />,
      warning: confirmed ? labels.consequence[proposal.outcome] : labels.refuseNote,
      action: confirmed ? labels.actions.confirm : labels.actions.refuse,
      danger: !confirmed,
      send: () => call(decideDebit, { debitId, confirmed }),
      done: labels.done,
      refresh: () => refresh(unknownDebits),
    })
  }
}
