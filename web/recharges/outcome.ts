// How a step on a recharge ended: done, or refused because it has changed meanwhile.

import { CallRefused } from '../api/refused.ts'
import { toastRefusal, toastSuccess } from '../ui/feedback/toast.ts'
import { refreshRecharges } from './use-recharge-actions.ts'

/** A passing outage leaves the question open for another try; any other refusal is an outcome. */
export async function outcomeOf(act: Promise<unknown>): Promise<CallRefused | undefined> {
  try {
    await act
    return undefined
  } catch (error) {
    if (error instanceof CallRefused && !error.outage) return error
    throw error
  }
}

/** Tells it, and shows everything as it now stands; true when it was done. */
export async function tellOutcome(refusal: CallRefused | undefined, done: string): Promise<boolean> {
  if (refusal === undefined) toastSuccess(done)
  else toastRefusal(refusal)
  await refreshRecharges()
  return refusal === undefined
}
