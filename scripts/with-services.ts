// Runs a command with the services opened from the environment, and closes it; a problem is one sentence.

import { StartProblem } from '@paywages/server/adapters/start-problem.ts'
import type { Services } from '@paywages/server/app-services.ts'
import { openServices } from '@paywages/server/processes/open-services.ts'
import { environmentWithDatabase } from './running-environment.ts'
import { problemText } from './tell-problem.ts'

export async function withServices(work: (services: Services) => Promise<void>): Promise<void> {
  try {
    const services = await openServices(
      { LOG_LEVEL: 'warn', ...environmentWithDatabase(process.env) },
      'long',
    )
    try {
      const problem = services.schema.problem()
      if (problem !== undefined) throw new StartProblem(problem)
      await work(services)
    } finally {
      await services.database.close()
    }
  } catch (error) {
    console.error(problemText(error))
    process.exit(1)
  }
}
