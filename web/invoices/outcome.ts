// How a step on an application ended: done, or come too late because it has changed meanwhile.

import { CallRefused } from '../api/refused.ts'
import { toastRefusal, toastSuccess } from '../ui/feedback/toast.ts'
import { refreshInvoices } from './refresh-invoices.ts'

/** Someone else was quicker: there is nothing left to ask. Any other refusal leaves the question open. */
export async function lateOf(act: Promise<unknown>): Promise<CallRefused | undefined> {
  try {
    await act
    return undefined
  } catch (error) {
    if (error instanceof CallRefused && (error.http === 409 || error.http === 404)) return error
    throw error
  }
}

/** Tells it, and shows everything as it now stands; true when it was done. */
export async function tellOutcome(late: CallRefused | undefined, done: string): Promise<boolean> {
  if (late === undefined) toastSuccess(done)
  else toastRefusal(late)
  await refreshInvoices()
  return late === undefined
}
