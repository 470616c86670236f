// The columns of the personal contracts, two lines a row so that all of them are whole.

import { shanghaiMinute } from '@paywages/domain/calendar/shanghai.ts'
import type { PersonalContract } from '@paywages/wire/signing/shapes.ts'
import type { ReactNode } from 'react'
import { MaskedCell } from '../records/masked-cell.tsx'
import { Dash } from '../ui/display/description-list.tsx'
import { TwoLines } from '../ui/display/two-lines.tsx'
import type { ListColumn } from '../ui/list/list-column.ts'
import { ContractTag, FlagMarks, WeakEvidence } from './contract-tag.tsx'
import { contractLabels as labels } from './labels.ts'

type Layout = {
  readonly narrow: boolean
  /** Whoever sees several companies is told whose contract it is. */
  readonly several: boolean
  readonly actions: (row: PersonalContract) => ReactNode
}

const WIDE = { contractNo: 168, numbers: 212, invitation: 136, when: 120, state: 160, actions: 184 }
const NARROW = { contractNo: 164, numbers: 192, invitation: 108, when: 108, state: 148, actions: 172 }

export function contractColumns({
  narrow,
  several,
  actions,
}: Layout): readonly ListColumn<PersonalContract>[] {
  const width = narrow ? NARROW : WIDE
  return [
    {
      title: several ? labels.contractNoAndCompany : labels.contractNo,
      width: width.contractNo,
      render: (_, row) => {
        const contractNo = row.contractNo === '' ? <Dash /> : row.contractNo
        return several ? <TwoLines first={contractNo} second={row.providerName} /> : contractNo
      },
    },
    { title: labels.name, dataIndex: 'name' },
    { title: labels.numbers, width: width.numbers, render: (_, row) => <NumbersCell row={row} /> },
    {
      title: labels.invitation,
      sort: 'invitedAt',
      width: width.invitation,
      render: (_, row) => <TimeCell at={row.invitedAt} words={row.invitedBy} />,
    },
    { title: labels.when, width: width.when, render: (_, row) => <WhenCell row={row} /> },
    {
      title: labels.state,
      width: width.state,
      render: (_, row) => (
        <>
          <div className="contract-state">
            <ContractTag state={row.state} />
            {row.evidence === 'shown-link' ? <WeakEvidence /> : null}
          </div>
          <FlagMarks contract={row} />
        </>
      ),
    },
    { title: labels.actions, width: width.actions, render: (_, row) => actions(row) },
  ]
}

export const CONTRACTS_WIDTH = { narrow: 1_024, wide: 1_160 } as const

function NumbersCell({ row: { linkId, idCardNo, phone, name } }: { row: PersonalContract }) {
  const cell = { kind: 'signing-link', id: linkId, whose: name } as const
  return (
    <TwoLines
      first={<MaskedCell {...cell} field="idCardNo" masked={idCardNo} />}
      second={<MaskedCell {...cell} field="phone" masked={phone} />}
    />
  )
}

function TimeCell({ at, words }: { at: Date; words: string }) {
  const [day = '', minute = ''] = shanghaiMinute(at).split(' ')
  return <TwoLines first={day} second={labels.atBy(minute, words)} />
}

/** When it was signed, else until when it may be, else when it was taken back. */
function WhenCell({ row: { state, signedAt, expiresAt, endedAt } }: { row: PersonalContract }) {
  const at = state === 'revoked' ? endedAt : (signedAt ?? expiresAt)
  return state === 'locked' || at === null ? <Dash /> : <TimeCell at={at} words={labels.whenWords[state]} />
}
