/** Settings and frame of commands that need neither database nor bank. */
import { readSettings, type Settings } from '@paywages/server/adapters/config/settings.ts'
import { environmentOfRunning } from './running-environment.ts'
import { readSecretKey } from './secret-key.ts'
import { problemText } from './tell-problem.ts'

/** A restore has none of them yet. */
const STAND_INS = {
  DATABASE_URL: 'postgres://embedded',
  BANK_URL: 'http://nowhere',
  BANK_SECRET: 'no order is sent by such a command',
}

/** An empty variable is an unset one. */
function set(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
}

export async function readCommandSettings(
  given: NodeJS.ProcessEnv,
): Promise<{ readonly environment: NodeJS.ProcessEnv; readonly settings: Settings }> {
  const environment: NodeJS.ProcessEnv = { ...STAND_INS, ...set(environmentOfRunning(given)) }
  const SECRET_KEY = environment.SECRET_KEY || (await readSecretKey(environment.DATA_DIR || './data'))
  return {
    environment: { ...environment, SECRET_KEY },
    settings: readSettings({ ...environment, SECRET_KEY }),
  }
}

/** A problem is one sentence. */
export async function runCommand(work: () => Promise<void>): Promise<never> {
  try {
    await work()
    process.exit()
  } catch (error) {
    console.error(problemText(error))
    process.exit(1)
  }
}
