// The columns of the people list; the company stands there for those who see several.

import { shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import { personNumber } from '@paywages/domain/freelancers/person-number.ts'
import type { Freelancer } from '@paywages/wire/freelancers/shapes.ts'
import { providerLabels } from '../records/labels.ts'
import { MaskedCell } from '../records/masked-cell.tsx'
import { Dash } from '../ui/display/description-list.tsx'
import { TwoLines } from '../ui/display/two-lines.tsx'
import type { ListColumn } from '../ui/list/list-column.ts'
import { peopleLabels as labels } from './labels.ts'
import { SigningTag } from './signing-tag.tsx'

export function peopleColumns(view: {
  readonly severalCompanies: boolean
  readonly narrow: boolean
}): readonly ListColumn<Freelancer>[] {
  return [
    { title: labels.userId, sort: 'userId', width: 104, render: (_, row) => personNumber(row.userId) },
    { title: labels.idCardNo, width: 228, render: (_, row) => <Masked row={row} field="idCardNo" /> },
    { title: labels.name, dataIndex: 'name' },
    { title: labels.phone, width: 156, render: (_, row) => <Masked row={row} field="phone" /> },
    ...placeColumns(view),
    {
      title: labels.lastPaid,
      width: 120,
      render: (_, row) => (row.lastPaidAt === null ? <Dash /> : shanghaiDay(row.lastPaidAt)),
    },
    { title: labels.signing, width: 96, render: (_, row) => <SigningTag state={row.signState} /> },
  ]
}

/** On a small laptop company and platform share a column, so that long names keep their room. */
function placeColumns(view: {
  readonly severalCompanies: boolean
  readonly narrow: boolean
}): readonly ListColumn<Freelancer>[] {
  const platform: ListColumn<Freelancer> = { title: labels.platform, width: 112, dataIndex: 'platformName' }
  if (!view.severalCompanies) return [platform]
  if (!view.narrow) {
    return [{ title: providerLabels.provider, width: 144, render: (_, row) => companyOf(row) }, platform]
  }
  const both: ListColumn<Freelancer> = {
    title: labels.companyAndPlatform,
    width: 136,
    render: (_, row) => <TwoLines first={companyOf(row)} second={row.platformName} />,
  }
  return [both]
}

function companyOf({ providerName, providerNum }: Freelancer): string {
  return providerNum > 1 ? labels.several(providerName, providerNum) : providerName
}

function Masked({ row, field }: { row: Freelancer; field: 'idCardNo' | 'phone' }) {
  return <MaskedCell kind="freelancer" id={row.userId} field={field} masked={row[field]} whose={row.name} />
}
