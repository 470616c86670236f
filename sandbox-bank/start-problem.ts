// The error for everything that stops a start: its message is one sentence for the person at the terminal.

export class StartProblem extends Error {
  override readonly name = 'StartProblem'
}

/** The words of any thrown value, for use inside such a sentence. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
