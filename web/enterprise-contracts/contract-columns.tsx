// The columns of the enterprise contracts (spec §2).

import { shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import { formatRatePercent } from '@paywages/domain/money/rate.ts'
import type { EnterpriseContract } from '@paywages/wire/enterprise-contracts/shapes.ts'
import type { ReactNode } from 'react'
import { providerLabels } from '../records/labels.ts'
import { Dash } from '../ui/display/description-list.tsx'
import { TwoLines } from '../ui/display/two-lines.tsx'
import type { ListColumn } from '../ui/list/list-column.ts'
import { ContractTag } from './contract-tag.tsx'
import { daysLeft } from './days-left.ts'
import { contractLabels as labels } from './labels.ts'
import './contract-columns.css'

type Layout = { readonly narrow: boolean; readonly actions: (row: EnterpriseContract) => ReactNode }

const WIDE = { rate: 88, category: 124, day: 108, status: 96, actions: 140 }
const NARROW = { rate: 80, category: 112, day: 108, status: 92, actions: 136 }

const NUMBER: ListColumn<EnterpriseContract> = {
  title: labels.contractNo,
  sort: 'contractNo',
  dataIndex: 'contractNo',
  width: 144,
}
const NAME: ListColumn<EnterpriseContract> = { title: labels.contractName, dataIndex: 'contractName' }

/** Number and name in one, where there is no room for both side by side. */
const NAMED: ListColumn<EnterpriseContract> = {
  title: labels.contractNoAndName,
  sort: 'contractNo',
  render: (_, { contractNo, contractName }) => <TwoLines first={contractNo} second={contractName} />,
}

export function contractColumns({ narrow, actions }: Layout): readonly ListColumn<EnterpriseContract>[] {
  const width = narrow ? NARROW : WIDE
  return [
    ...(narrow ? [NAMED] : [NUMBER, NAME]),
    {
      title: labels.serviceRate,
      width: width.rate,
      align: 'right',
      render: (_, row) => formatRatePercent(row.serviceRate),
    },
    {
      title: labels.category,
      width: width.category,
      render: (_, { categoryName }) => (categoryName === '' ? <Dash /> : categoryName),
    },
    { title: providerLabels.provider, dataIndex: 'providerName' },
    {
      title: labels.beginDay,
      sort: 'beginDay',
      width: width.day,
      render: (_, row) => row.beginDay ?? <Dash />,
    },
    { title: labels.endDay, sort: 'endDay', width: width.day, render: (_, row) => <EndCell row={row} /> },
    {
      title: labels.executionStatus,
      sort: 'status',
      width: width.status,
      render: (_, row) => <ContractTag status={row.status} />,
    },
    { title: labels.actions, width: width.actions, render: (_, row) => actions(row) },
  ]
}

function EndCell({ row }: { row: EnterpriseContract }) {
  if (row.endDay === null) return <Dash />
  return (
    <>
      <div className="contract-end">{row.endDay}</div>
      <DaysLeft contract={row} />
    </>
  )
}

/** Amber, where the end is near. */
export function DaysLeft({ contract }: { contract: Pick<EnterpriseContract, 'status' | 'endDay'> }) {
  const days = daysLeft(contract, shanghaiDay(new Date()))
  return days === undefined ? null : <div className="contract-days-left">{labels.daysLeft(days)}</div>
}
