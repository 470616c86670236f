// Runs a command with the house opened from the environment, and closes it; a problem is one sentence.

import { StartProblem } from '@paywages/server/adapters/start-problem.ts'
import type { House } from '@paywages/server/house.ts'
import { openHouse } from '@paywages/server/processes/open-house.ts'
import { environmentOfRunning } from './running-environment.ts'

export async function withHouse(work: (house: House) => Promise<void>): Promise<void> {
  try {
    const house = await openHouse({ LOG_LEVEL: 'warn', ...environmentOfRunning(process.env) })
    try {
      await work(house)
    } finally {
      await house.database.close()
    }
  } catch (error) {
    console.error(error instanceof StartProblem ? error.message : error)
    process.exit(1)
  }
}
