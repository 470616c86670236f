// Asks for the statements of a year, once the person has seen what follows from it, and takes the request back.

import { monthsToProve } from '@paywages/wire/tax/endpoints.ts'
import type { MonthsToProve } from '@paywages/wire/tax/shapes.ts'
import { cancelYearJob, generateYearStatements, yearJob } from '@paywages/wire/tax/year-endpoints.ts'
import type { YearJob } from '@paywages/wire/tax/year-shapes.ts'
import { useState } from 'react'
import { call } from '../../api/client.ts'
import { fetchNow, keyOf, queryClient, refresh } from '../../api/queries.ts'
import { useConfirm } from '../../ui/feedback/confirm.tsx'
import { toastRefusal } from '../../ui/feedback/toast.ts'
import { jobLabels, generateLabels as labels } from './year-labels.ts'

const MAX_NAMED = 4

export function useGenerateYear(year: string): { busy: boolean; generate: () => Promise<void> } {
  const confirm = useConfirm()
  const [busy, setBusy] = useState(false)

  async function generate() {
    setBusy(true)
    try {
      const { rows } = await fetchNow(monthsToProve, {})
      setBusy(false)
      await confirm({
        title: labels.title(year),
        object: labels.object(year),
        body: openIn(rows, year),
        warning: labels.warning,
        action: labels.confirm,
        run: async () => {
          const job = await call(generateYearStatements, { year })
          // Followed from its first moment on, however soon it is over.
          queryClient.setQueryData(keyOf(yearJob, { year }), job)
        },
      })
    } catch (error) {
      toastRefusal(error)
    } finally {
      setBusy(false)
    }
  }

  return { busy, generate }
}

/** Which companies have months of the year that are not closed yet, if any. */
function openIn(companies: readonly MonthsToProve[], year: string): string | undefined {
  const open = companies
    .filter(({ months }) => months.some((month) => month.startsWith(year)))
    .map(({ providerName }) => providerName)
  if (open.length === 0) return undefined
  const names = open.slice(0, MAX_NAMED).join(labels.nameSeparator)
  return labels.open(open.length > MAX_NAMED ? labels.moreNames(names, open.length) : names)
}

export function useCancelYear(): (job: YearJob) => Promise<void> {
  const confirm = useConfirm()
  return async ({ jobId, year, done }) => {
    await confirm({
      title: jobLabels.cancelTitle(year),
      object: jobLabels.cancelObject(done),
      warning: jobLabels.cancelWarning,
      action: jobLabels.cancel,
      danger: true,
      run: () => call(cancelYearJob, { jobId }),
    })
    // Also where it was over already: the page then says so.
    await refresh(yearJob)
  }
}
