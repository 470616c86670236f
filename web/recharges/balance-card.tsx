// What the provider may spend, large, and the figures it comes from: income − outcome − cost (D23).

import { Button } from 'antd'
import { RotateCw } from 'lucide-react'
import { HeroMoney } from '../ui/display/money.tsx'
import { SkeletonBar } from '../ui/feedback/skeleton-bar.tsx'
import { balanceLabels as labels } from './labels.ts'
import { useBalance } from './use-balance.ts'
import './balance-card.css'

export function BalanceCard() {
  const { data, isError, isFetching, refetch } = useBalance()
  if (data === undefined && isError) {
    return (
      <section className="balance-card balance-failed" role="alert">
        {labels.failed}
        <Button
          size="small"
          icon={<RotateCw size={12} aria-hidden="true" />}
          loading={isFetching}
          onClick={() => void refetch()}
        >
          {labels.retry}
        </Button>
      </section>
    )
  }
  const rest = [
    { label: labels.income, fen: data?.incomeFen, note: '' },
    { label: labels.outcome, fen: data?.outcomeFen, note: '' },
    { label: labels.cost, fen: data?.costFen, note: '' },
    { label: labels.frozen, fen: data?.frozenFen, note: labels.frozenNote },
  ]
  return (
    <section className="balance-card" aria-label={labels.title} aria-busy={data === undefined}>
      <dl>
        <div className="balance-main">
          <dt>{labels.available}</dt>
          <dd>
            {data === undefined ? <SkeletonBar index={0} /> : <HeroMoney fen={data.availableFen} size={32} />}
          </dd>
        </div>
        {rest.map(({ label, fen, note }, index) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              {fen === undefined ? <SkeletonBar index={index + 1} /> : <HeroMoney fen={fen} size={20} />}
            </dd>
            <dd className="balance-note">{note}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
