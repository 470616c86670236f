/** Lets every secret come from a file, as containers and systemd hand them over: NAME_FILE names it, and its content is NAME. */
import { readFileSync } from 'node:fs'
import { reasonOf, StartProblem } from '../start-problem.ts'

const SECRETS = [
  'DATABASE_URL',
  'DATABASE_OWNER_URL',
  'SECRET_KEY',
  'SECRET_KEY_OLD',
  'SECRET_KEY_NEXT',
  'KEY_UNWRAP_TOKEN',
  'BANK_SECRET',
  'SMS_SECRET',
  'METRICS_TOKEN',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'S3_SESSION_TOKEN',
  'AUDIT_S3_ACCESS_KEY_ID',
  'AUDIT_S3_SECRET_ACCESS_KEY',
  'AUDIT_S3_SESSION_TOKEN',
  'BACKUP_S3_ACCESS_KEY_ID',
  'BACKUP_S3_SECRET_ACCESS_KEY',
  'BACKUP_S3_SESSION_TOKEN',
] as const

export const SECRET_FILES = SECRETS.map((name) => `${name}_FILE`)

type Environment = Readonly<Record<string, string | undefined>>

/** The environment with the secrets in the place of their files' names. */
export function withSecretFiles(environment: Environment): Record<string, string | undefined> {
  const resolved: Record<string, string | undefined> = { ...environment }
  for (const name of SECRETS) {
    const file = environment[`${name}_FILE`]
    if (!file) continue
    // Which of the two was meant cannot be known.
    if (environment[name])
      throw new StartProblem(`The settings ${name} and ${name}_FILE must not both be set.`)
    resolved[name] = readSecret(`${name}_FILE`, file)
    delete resolved[`${name}_FILE`]
  }
  return resolved
}

/** Editors and `echo` leave a line break at the end, which no secret has. */
function readSecret(setting: string, file: string): string {
  let content: string
  try {
    content = readFileSync(file, 'utf8').replace(/[\r\n]+$/, '')
  } catch (error) {
    throw new StartProblem(`The file of ${setting} cannot be read: ${reasonOf(error)}.`)
  }
  if (content.trim() === '') throw new StartProblem(`The file ${file} of ${setting} is empty.`)
  return content
}

/** For commands and supervisors that look into the environment themselves. */
export function takeSecretFiles(environment: NodeJS.ProcessEnv): void {
  const resolved = withSecretFiles(environment)
  for (const name of SECRETS) {
    if (resolved[name] !== undefined) environment[name] = resolved[name]
    delete environment[`${name}_FILE`]
  }
}
