// Reports what a test that ran past its time was still waiting for, and when it had done what came before: no trace is kept in a whole run.

import type { Reporter, TestCase, TestResult, TestStep } from '@playwright/test/reporter'

const LAST = 12
const OF_THE_TEST: ReadonlySet<string> = new Set(['pw:api', 'expect', 'test.step'])

export default class PendingSteps implements Reporter {
  readonly #pending = new Map<TestResult, Set<TestStep>>()
  readonly #ended = new Map<TestResult, TestStep[]>()

  onStepBegin(_: TestCase, result: TestResult, step: TestStep): void {
    if (!OF_THE_TEST.has(step.category)) return
    const pending = this.#pending.get(result)
    if (pending) pending.add(step)
    else this.#pending.set(result, new Set([step]))
  }

  onStepEnd(_: TestCase, result: TestResult, step: TestStep): void {
    if (!OF_THE_TEST.has(step.category)) return
    // The end of the test's time ends what hung, with an error.
    if (step.error === undefined) this.#pending.get(result)?.delete(step)
    this.#ended.set(result, [...(this.#ended.get(result) ?? []), step].slice(-LAST))
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    if (result.status === 'timedOut') {
      const line = (step: TestStep) => {
        const began = (step.startTime.getTime() - result.startTime.getTime()) / 1000
        const took = step.duration < 0 ? 'did not end' : `took ${(step.duration / 1000).toFixed(1)} s`
        return `    at ${began.toFixed(1)} s, ${took}: ${step.title}${placeOf(step)}`
      }
      const lines = (steps: Iterable<TestStep>) => Array.from(steps, line).join('\n')
      process.stderr.write(
        `\n  ${test.title}: past its time\n  last steps\n${lines(this.#ended.get(result) ?? [])}` +
          `\n  not ended, or ended by it\n${lines(this.#pending.get(result) ?? [])}\n`,
      )
    }
    this.#pending.delete(result)
    this.#ended.delete(result)
  }

  printsToStdio(): boolean {
    return false
  }
}

function placeOf({ location }: TestStep): string {
  return location ? ` (${location.file.split('/').at(-1)}:${location.line})` : ''
}
