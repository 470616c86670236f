// A step on a record after a confirmation: any answer ends the question, only a passing outage leaves it open for a retry.

import { CallRefused } from '../../api/refused.ts'
import { type Confirmation, useConfirm } from './confirm.tsx'
import { toastRefusal, toastSuccess } from './toast.ts'

type ConfirmedStep<Answer> = Omit<Confirmation, 'run'> & {
  readonly send: () => Promise<Answer>
  /** The toast of success. */
  readonly done?: string
  /** Reads everything again that the step, or whoever was quicker, has changed. */
  readonly refresh?: () => Promise<unknown>
}

export type StepOutcome<Answer> =
  | { readonly at: 'cancelled' }
  | { readonly at: 'refused' }
  | { readonly at: 'done'; readonly answer: Answer }

/** Nothing was typed that could be lost: a refusal is a toast, and what stands behind is shown as it now is. */
export function useConfirmedStep(): <Answer>(step: ConfirmedStep<Answer>) => Promise<StepOutcome<Answer>> {
  const confirm = useConfirm()
  return async ({ send, done, refresh, ...question }) => {
    const seconds = question.refusalSeconds
    const outcome = await request(confirm, question, () =>
      send().then(
        (answer) => ({ at: 'done', answer }) as const,
        (error: unknown) => {
          if (!(error instanceof CallRefused) || error.outage) throw error
          toastRefusal(error, seconds === undefined ? {} : { seconds })
          return { at: 'refused' } as const
        },
      ),
    )
    if (outcome === undefined) return { at: 'cancelled' }
    if (outcome.at === 'done' && done !== undefined) toastSuccess(done)
    await refresh?.()
    return outcome
  }
}

/** What the step came to; undefined where it was not taken. */
async function request<Outcome>(
  confirm: ReturnType<typeof useConfirm>,
  question: Omit<Confirmation, 'run'>,
  step: () => Promise<Outcome>,
): Promise<Outcome | undefined> {
  const ended: Outcome[] = []
  const run = async () => void ended.push(await step())
  return (await confirm({ ...question, run })) ? ended[0] : undefined
}
