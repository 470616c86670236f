// Reads the settings of the process from its environment; a wrong one stops the start with a sentence.

import { resolve } from 'node:path'
import { isNotifyUrl } from './control.ts'
import { StartProblem } from './start-problem.ts'

export type Settings = {
  readonly port: number
  readonly host: string
  readonly folder: string
  readonly secret: string
  /** Takes the place of the URL kept in the data folder. */
  readonly notifyUrl: string | undefined
  /** So many days before today it holds its record; all of it where that is undefined. */
  readonly recordDays: number | undefined
}

const MIN_SECRET_LENGTH = 32

export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const port = env.SANDBOX_BANK_PORT || '0'
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) {
    throw new StartProblem('The setting SANDBOX_BANK_PORT must be a port between 0 (any free one) and 65535.')
  }
  const secret = env.BANK_SECRET ?? ''
  if (secret.length < MIN_SECRET_LENGTH) {
    throw new StartProblem(`The setting BANK_SECRET must have at least ${MIN_SECRET_LENGTH} characters.`)
  }
  const notifyUrl = env.SANDBOX_BANK_NOTIFY_URL || undefined
  if (notifyUrl !== undefined && !isNotifyUrl(notifyUrl)) {
    throw new StartProblem('The setting SANDBOX_BANK_NOTIFY_URL must be an http or https address.')
  }
  const recordDays = env.BANK_RECORD_DAYS || undefined
  if (recordDays !== undefined && !/^[1-9]\d{0,4}$/.test(recordDays)) {
    throw new StartProblem('The setting BANK_RECORD_DAYS must be a whole number of days from 1 to 99999.')
  }
  return {
    port: Number(port),
    host: env.SANDBOX_BANK_HOST || '127.0.0.1',
    folder: resolve(env.SANDBOX_BANK_DATA || './data/sandbox-bank'),
    secret,
    notifyUrl,
    recordDays: recordDays === undefined ? undefined : Number(recordDays),
  }
}
