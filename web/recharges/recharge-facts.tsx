// The particulars of one recharge: the fields of the specification and who did what (spec §2).

import { chineseCapitals } from '@paywages/domain/money/chinese-capitals.ts'
import { formatYuanGrouped } from '@paywages/domain/money/fen.ts'
import type { RechargeDetail } from '@paywages/wire/recharges/shapes.ts'
import { cardInFours } from '../records/bank-card-text.ts'
import { providerLabels } from '../records/labels.ts'
import { DescriptionList } from '../ui/display/description-list.tsx'
import { HeroMoney } from '../ui/display/money.tsx'
import { arrivalLabels, rechargeLabels as labels } from './labels.ts'
import './recharge-facts.css'

export function RechargeAmount({ recharge }: { recharge: RechargeDetail }) {
  const capitals = chineseCapitals(recharge.amountFen)
  return (
    <div className="recharge-amount">
      <p className="recharge-amount-label">{labels.amountShort}</p>
      <HeroMoney fen={recharge.amountFen} size={32} />
      <p className="recharge-amount-capitals">{capitals}</p>
    </div>
  )
}

function arrivalOf({ matched, creditDay, needsManager }: RechargeDetail): string {
  if (matched) return creditDay === '' ? arrivalLabels.matched : arrivalLabels.matchedOn(creditDay)
  return needsManager ? `${arrivalLabels.unmatched} · ${arrivalLabels.needsManager}` : arrivalLabels.unmatched
}

export function RechargeFacts({ recharge }: { recharge: RechargeDetail }) {
  const { reversedFen } = recharge
  return (
    <DescriptionList
      columns={1}
      items={[
        { label: labels.payer, value: recharge.payerName },
        { label: labels.payerAccount, value: cardInFours(recharge.payerAccount) },
        { label: labels.receiver, value: recharge.receiverName },
        { label: labels.receiverAccount, value: cardInFours(recharge.receiverAccount) },
        { label: labels.receiverBank, value: recharge.receiverBank },
        { label: labels.payDay, value: recharge.payDay },
        { label: providerLabels.provider, value: recharge.providerName },
        ...(recharge.status === 'rejected'
          ? []
          : [{ label: arrivalLabels.title, value: arrivalOf(recharge) }]),
        ...(reversedFen > 0n ? [{ label: labels.reversed, value: formatYuanGrouped(reversedFen) }] : []),
      ]}
    />
  )
}
