// Generates last month's proofs, once the person has seen for which companies and months (D31).

import type { Month } from '@paywages/domain/calendar/shanghai.ts'
import { generateProofs, monthsToProve } from '@paywages/wire/tax/endpoints.ts'
import type { MonthsToProve } from '@paywages/wire/tax/shapes.ts'
import { useState } from 'react'
import { call } from '../../api/client.ts'
import { fetchNow } from '../../api/queries.ts'
import { NamedProviders } from '../../records/named-providers.tsx'
import { useConfirm } from '../../ui/feedback/confirm.tsx'
import { toastInfo, toastRefusal, toastSuccess } from '../../ui/feedback/toast.ts'
import { generateLabels as labels } from './proof-labels.ts'
import { refreshProofs } from './refresh-proofs.ts'

export function useGenerateProofs(): { busy: boolean; generate: () => Promise<void> } {
  const confirm = useConfirm()
  const [busy, setBusy] = useState(false)

  /** Nothing is left to close: the server says whether that is because it is done, or because nobody was paid. */
  async function askAnyway(companies: readonly MonthsToProve[]) {
    const made = await call(generateProofs, {})
    if (made > 0) toastSuccess(labels.done(made))
    else toastInfo(companies.some(({ withholds }) => withholds) ? labels.nothingNew : labels.nothingNeeded)
  }

  async function generate() {
    setBusy(true)
    try {
      const { rows } = await fetchNow(monthsToProve, {})
      const open = rows.filter(({ months }) => months.length > 0)
      if (open.length === 0) await askAnyway(rows)
      else await confirmed(open)
      await refreshProofs()
    } catch (error) {
      toastRefusal(error)
    } finally {
      setBusy(false)
    }
  }

  async function confirmed(open: readonly MonthsToProve[]) {
    setBusy(false)
    const withholding = open.filter(({ withholds }) => withholds)
    const last = lastOf(open)
    let made = 0
    const agreed = await confirm({
      title: labels.title,
      object:
        withholding.length === 0 ? labels.nothingWithheld(last) : labels.object(last, withholding.length),
      body: <Companies withholding={withholding} others={open.filter(({ withholds }) => !withholds)} />,
      warning: labels.warning,
      action: withholding.length === 0 ? labels.confirmClose : labels.confirm,
      run: async () => {
        made = await call(generateProofs, {})
      },
    })
    if (!agreed) return
    if (made > 0) toastSuccess(labels.done(made))
    else if (withholding.length === 0) toastSuccess(labels.closed)
    // Somebody else was faster: what was wanted is there.
    else toastInfo(labels.nothingNew)
  }

  return { busy, generate }
}

function lastOf(companies: readonly MonthsToProve[]): Month {
  return companies.flatMap(({ months }) => months).reduce((last, month) => (month > last ? month : last), '')
}

type CompaniesProps = { withholding: readonly MonthsToProve[]; others: readonly MonthsToProve[] }

/** Those that withhold are what it is about; where there are none, the others are. */
function Companies({ withholding, others }: CompaniesProps) {
  const reported = withholding.length === 0 ? others : withholding
  const rest = withholding.length === 0 ? [] : others
  return (
    <NamedProviders
      providers={reported.map(({ providerId, providerName, months }) => ({
        providerId,
        name: providerName,
        figure: labels.months(months[0] ?? '', months.at(-1) ?? ''),
      }))}
      more={labels.more}
      note={
        rest.length === 0
          ? undefined
          : labels.others(rest.map(({ providerName }) => providerName).join(labels.nameSeparator))
      }
    />
  )
}
