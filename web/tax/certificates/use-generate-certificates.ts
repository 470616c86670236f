// Generates last month's tax certificates, once the person has seen what follows from it (D28).

import { lastClosable } from '@paywages/domain/tax/periods.ts'
import { generateStatements, listStatementsOfPeople, monthsToProve } from '@paywages/wire/tax/endpoints.ts'
import type { MonthsToProve } from '@paywages/wire/tax/shapes.ts'
import { useState } from 'react'
import { call } from '../../api/client.ts'
import { fetchNow, refresh } from '../../api/queries.ts'
import { useConfirm } from '../../ui/feedback/confirm.tsx'
import { toastInfo, toastRefusal, toastSuccess } from '../../ui/feedback/toast.ts'
import { refreshProofs } from '../proofs/refresh-proofs.ts'
import { makeLabels as labels } from './certificate-labels.ts'

const MAX_NAMED = 4

export function useGenerateCertificates(): { busy: boolean; generate: () => Promise<void> } {
  const confirm = useConfirm()
  const [busy, setBusy] = useState(false)

  async function generate() {
    setBusy(true)
    try {
      const { rows } = await fetchNow(monthsToProve, {})
      setBusy(false)
      let made = 0
      const agreed = await confirm({
        title: labels.title,
        object: labels.object(lastClosable(new Date())),
        body: closedWith(rows),
        warning: labels.warning,
        action: labels.confirm,
        run: async () => {
          made = await call(generateStatements, {})
        },
      })
      if (!agreed) return
      if (made > 0) toastSuccess(labels.done(made))
      else toastInfo(labels.nothingNew)
      await Promise.all([refresh(listStatementsOfPeople), refreshProofs()])
    } catch (error) {
      toastRefusal(error)
    } finally {
      setBusy(false)
    }
  }

  return { busy, generate }
}

/** Which companies' months are closed on the way, if any. */
function closedWith(companies: readonly MonthsToProve[]): string | undefined {
  const open = companies.filter(({ months }) => months.length > 0).map(({ providerName }) => providerName)
  if (open.length === 0) return undefined
  const names = open.slice(0, MAX_NAMED).join(labels.nameSeparator)
  return labels.closes(open.length > MAX_NAMED ? labels.more(names, open.length) : names)
}
