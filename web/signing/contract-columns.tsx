// The columns of the personal contracts, two lines a row so that all of them are whole.

import { shanghaiMinute } from '@paywages/domain/calendar/shanghai.ts'
import type { PersonalContract } from '@paywages/wire/signing/shapes.ts'
import type { ReactNode } from 'react'
import { withDots } from '../ui/bank-card-text.ts'
import { Dash } from '../ui/description-list.tsx'
import type { ListColumn } from '../ui/list-table.tsx'
import { MaskedCell } from '../ui/masked-cell.tsx'
import { TwoLines } from '../ui/two-lines.tsx'
import { ContractTag, FlagMarks } from './contract-tag.tsx'
import { contractLabels as labels } from './labels.ts'

type Layout = {
  readonly narrow: boolean
  /** Whoever sees several companies is told whose contract it is. */
  readonly several: boolean
  readonly acts: (row: PersonalContract) => ReactNode
}

const WIDE = { contractNo: 168, idCardNo: 208, invitation: 148, when: 148, state: 152, acts: 192 }
const NARROW = { contractNo: 148, idCardNo: 204, invitation: 128, when: 128, state: 144, acts: 176 }

export function contractColumns({ narrow, several, acts }: Layout): readonly ListColumn<PersonalContract>[] {
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
    {
      title: labels.nameAndPhone,
      render: (_, row) => (
        <TwoLines first={row.name} second={<span className="unbroken">{withDots(row.phone)}</span>} />
      ),
    },
    {
      title: labels.idCardNo,
      width: width.idCardNo,
      render: (_, row) => (
        <MaskedCell
          kind="signing-link"
          id={row.linkId}
          field="idCardNo"
          masked={row.idCardNo}
          whose={row.name}
        />
      ),
    },
    {
      title: labels.invitation,
      width: width.invitation,
      render: (_, row) => <TwoLines first={<Time at={row.invitedAt} />} second={row.invitedBy} />,
    },
    { title: labels.when, width: width.when, render: (_, row) => <WhenCell row={row} /> },
    {
      title: labels.state,
      width: width.state,
      render: (_, row) => (
        <>
          <ContractTag state={row.state} />
          <FlagMarks contract={row} />
        </>
      ),
    },
    { title: labels.acts, width: width.acts, render: (_, row) => acts(row) },
  ]
}

export const CONTRACTS_WIDTH = { narrow: 1_020, wide: 1_150 } as const

function Time({ at }: { at: Date }) {
  return <span className="unbroken">{shanghaiMinute(at)}</span>
}

/** When it was signed, else until when it may be. */
function WhenCell({ row: { state, signedAt, expiresAt, endedAt } }: { row: PersonalContract }) {
  switch (state) {
    case 'signed':
      return <TwoLines first={<Time at={signedAt ?? expiresAt} />} second={labels.signedAt} />
    case 'terminated':
      return <TwoLines first={<Time at={signedAt ?? expiresAt} />} second={labels.terminatedNote} />
    case 'invited':
      return <TwoLines first={<Time at={expiresAt} />} second={labels.validUntil} />
    case 'expired':
      return <TwoLines first={<Time at={expiresAt} />} second={labels.expiredAt} />
    case 'locked':
      return <TwoLines first={<Dash />} second={labels.lockedNote} />
    case 'revoked':
      return (
        <TwoLines first={endedAt === null ? <Dash /> : <Time at={endedAt} />} second={labels.revokedNote} />
      )
  }
}
