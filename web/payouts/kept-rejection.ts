// The last sheet that was given back, kept until its dialog is closed: whoever leaves to correct a person finds it again.

import type { UploadResult } from '@paywages/wire/payouts/shapes.ts'
import { queryClient } from '../api/queries.ts'

export type Rejection = { readonly result: UploadResult; readonly fileName: string }

/** Among the answers of the server, so that it is forgotten with them at logout. */
const KEY = ['rejected-sheet']
queryClient.setQueryDefaults(KEY, { gcTime: Number.POSITIVE_INFINITY })

export function keptRejection(): Rejection | undefined {
  return queryClient.getQueryData<Rejection | null>(KEY) ?? undefined
}

export function keepRejection(rejection: Rejection | undefined): void {
  if (rejection === undefined) queryClient.removeQueries({ queryKey: KEY, exact: true })
  else queryClient.setQueryData<Rejection>(KEY, rejection)
}
