// When a call wants the second factor again: the app asks the person, and the call is made once more (D48).

import type { CallRefused } from './refused.ts'

export type StepUp = {
  readonly code: string
  readonly path: string
  /** What was about to be done. */
  readonly input: unknown
}

let stepUpBy: (asked: StepUp) => Promise<boolean> = async () => false

export function onStepUp(handler: (asked: StepUp) => Promise<boolean>): void {
  stepUpBy = handler
}

/** Whether the person gave it, so that the call is worth another try. */
export async function askStepUp(
  { code }: CallRefused,
  { path }: { readonly path: string },
  input: unknown,
): Promise<boolean> {
  return (code === 'factor-again' || code === 'signature-needed') && stepUpBy({ code, path, input })
}
