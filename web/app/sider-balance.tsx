// At the sider's foot, for those who pay: what may be spent now (docs/LOOK.md, 04).

import { useBalance } from '../recharges/use-balance.ts'
import { HeroMoney } from '../ui/display/money.tsx'
import { shellLabels } from './labels.ts'

export function SiderBalance() {
  const { data } = useBalance()
  return (
    <div className="sider-balance">
      <span className="sider-balance-label">{shellLabels.available}</span>
      <span className="sider-balance-figure">
        {data === undefined ? null : <HeroMoney fen={data.availableFen} size={20} />}
      </span>
    </div>
  )
}
