/** What a command says of its failure: one sentence, never what a row holds; where in the code it was stands in it at LOG_LEVEL=debug. */
import { reasonOf, StartProblem } from '@paywages/server/adapters/start-problem.ts'

export function problemText(error: unknown, environment: NodeJS.ProcessEnv = process.env): string {
  if (error instanceof StartProblem) return error.message
  const told = `The command failed: ${codeIn(error)}${reasonOf(error).replace(/\.$/, '')}.`
  if (environment.LOG_LEVEL === 'debug') return `${told}\n${error instanceof Error ? error.stack : ''}`
  return `${told} With LOG_LEVEL=debug it says where.`
}

/** Of the database or the system, by which its documentation is searched. */
function codeIn(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' && !reasonOf(error).startsWith(code) ? `${code}, ` : ''
}
