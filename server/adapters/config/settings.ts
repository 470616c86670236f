// The settings of D36, read once from the environment; a wrong one stops the start with one sentence.

import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { LOOK_COUNTS_MS } from '@paywages/domain/transfers/sending-server.ts'
import { z } from 'zod'
import { parseDatabaseUrl } from '../postgres/database-address.ts'
import { StartProblem } from '../start-problem.ts'
import { readS3, s3Fields } from './s3-settings.ts'
import { SECRET_FILES, withSecretFiles } from './secret-files.ts'

const MINUTE_MS = 60_000
const SMS_TIMEOUT_MS = 10_000

function whole(min: number, max: number, fallback: number) {
  return z
    .string()
    .regex(/^\d+$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be a whole number from ${min} to ${max}`)
    .default(fallback)
}

function listed(text: string): string[] {
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
}

function isAddressRange(entry: string): boolean {
  const [address = '', bits, more] = entry.split('/')
  const version = isIP(address)
  if (version === 0 || more !== undefined) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
}

/** Scheme, host and port alone: whatever else stood there would be lost, or end up in the links. */
function isSite(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, pathname, search, hash, username } = new URL(text)
  return /^https?:$/.test(protocol) && pathname === '/' && `${search}${hash}${username}` === ''
}

const switchValue = z.enum(['0', '1'], 'must be 0 or 1').default('0')

const schema = z.object({
  PORT: whole(0, 65535, 8080),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: z
    .string('must be set, for example postgres://user:password@host:5432/paywages')
    .regex(/^postgres(ql)?:\/\//, 'must start with postgres:// or postgresql://')
    .refine(
      (url) => parseDatabaseUrl(url) !== undefined,
      'must be an address such as postgres://user:password@host:5432/paywages; several hosts are separated by commas, and target_session_attrs is read-write, primary or any',
    ),
  DATABASE_CONNECTIONS: whole(2, 200, 12),
  DATABASE_PREPARES: z.enum(['0', '1'], 'must be 0 or 1').default('1'),
  DATABASE_TIMEOUT_SECONDS: whole(1, 600, 30),
  DISK_WARN_PERCENT: whole(0, 90, 10),
  DISK_STOP_MB: whole(0, 10_000_000, 200),
  SECRET_KEY: z.string(
    'must be set to at least 32 random characters, for example from: openssl rand -base64 32',
  ),
  SECRET_KEY_OLD: z.string().default(''),
  SECRET_KEY_NEXT: z.string().optional(),
  KEY_UNWRAP_COMMAND: z.string().min(1).optional(),
  KEY_UNWRAP_URL: z
    .url('must be the address of a key service, for example https://kms.example.com/unwrap')
    .regex(/^https?:\/\//, 'must start with http:// or https://')
    .optional(),
  KEY_UNWRAP_TOKEN: z.string().min(1).optional(),
  TRUSTED_PROXIES: z
    .string()
    .default('')
    .transform(listed)
    .refine(
      (entries) => entries.every(isAddressRange),
      'must be IP addresses or ranges such as 10.0.0.0/8, separated by commas',
    ),
  SESSION_IDLE_MINUTES: whole(1, 1440, 30),
  SESSION_HOURS: whole(1, 168, 12),
  SECOND_FACTOR: z.enum(['demanded', 'offered'], 'must be demanded or offered').default('demanded'),
  STEP_UP_MINUTES: whole(1, 240, 5),
  PROPOSAL_COOLING_HOURS: whole(1, 720, 24),
  PROPOSAL_EXPIRY_DAYS: whole(1, 90, 7),
  ACCOUNT_WAIT_HOURS: whole(0, 720, 24),
  UNMATCHED_RECHARGE_YUAN: whole(0, 1_000_000_000, 0),
  LOGIN_FAILURES_PER_ADDRESS: whole(5, 100_000, 100),
  LOGINS_AT_ONCE: whole(1, 50, 2),
  LOGINS_WAITING: whole(1, 10_000, 200),
  UPLOADS_PER_PERSON: whole(1, 20, 2),
  EXPORTS_PER_PERSON: whole(1, 20, 2),
  REVEALS_PER_HOUR: whole(1, 1_000_000, 200),
  FULL_EXPORTS_PER_HOUR: whole(1, 1_000_000, 60),
  BANK_URL: z
    .url('must be the address of the bank, for example https://gateway.example.com')
    .regex(/^https?:\/\//, 'must start with http:// or https://'),
  BANK_SECRET: z
    .string('must be set to the secret shared with the bank')
    .min(32, 'must have at least 32 characters'),
  BANK_TIMEOUT_SECONDS: whole(1, 120, 10),
  BANK_RECORD_DAYS: whole(1, 36_500, 90),
  TRANSFER_LEASE_SECONDS: whole(2, 600, 30),
  TRANSFER_RESEND_AFTER_SECONDS: whole(1, 86_400, 120),
  TRANSFER_MANUAL_AFTER_SECONDS: whole(1, 604_800, 86_400),
  SENDING_TAKE_OVER_SECONDS: whole(7, 86_400, 180),
  PUBLIC_URL: z
    .string()
    .refine(isSite, 'must be an address without a path, for example https://console.example.com')
    .transform((text) => new URL(text).origin)
    .optional(),
  SMS_URL: z
    .url('must be the address of the gateway, for example https://sms.example.com/send')
    .regex(/^https?:\/\//, 'must start with http:// or https://')
    .optional(),
  SMS_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  BRANDS_FILE: z.string().optional(),
  TAX_LAYOUTS_DIR: z.string().optional(),
  MAINTENANCE: switchValue,
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  WORKER_PORT: whole(0, 65535, 0),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url('must be the address of a collector, for example http://collector:4318')
    .regex(/^https?:\/\//, 'must start with http:// or https://')
    .optional(),
  OTEL_EXPORTER_OTLP_HEADERS: z.string().optional(),
  OTEL_SERVICE_NAME: z.string().min(1).optional(),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(/^(0(\.\d+)?|1(\.0+)?)$/, 'must be a part of all traces, from 0 to 1')
    .transform(Number)
    .default(1),
  OTEL_METRICS_EXPORTER: z.enum(['none', 'otlp'], 'must be none or otlp').default('none'),
  OTEL_METRIC_EXPORT_INTERVAL: whole(1_000, 3_600_000, 60_000),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'], 'must be a pino level')
    .default('info'),
  ...s3Fields(''),
  BACKUP_DIR: z.string().min(1).optional(),
  BACKUP_KEEP: whole(1, 1_000, 7),
  ...s3Fields('BACKUP_'),
  AUDIT_EXPORT_FILE: z.string().min(1).optional(),
  AUDIT_SYSLOG_URL: z
    .string()
    .regex(
      /^(tcp|tls):\/\/(\[[0-9a-fA-F:]+\]|[^\s:/]+):\d{1,5}$/,
      'must be an address such as tls://collector.example.com:6514',
    )
    .optional(),
  AUDIT_SYSLOG_CA_FILE: z.string().min(1).optional(),
  AUDIT_ANCHOR_MINUTES: whole(1, 30, 5),
  CHECKS_WHOLE_HOURS: whole(1, 168, 24),
  ...s3Fields('AUDIT_'),
  AUDIT_S3_RETAIN_DAYS: whole(0, 36_500, 0),
})

/** Every name that is read from the environment, also by commands and supervisors alone. */
export const SETTING_NAMES: readonly string[] = [
  ...Object.keys(schema.shape),
  ...SECRET_FILES,
  'DATABASE_OWNER_URL',
  'DEMO',
]

export type Settings = ReturnType<typeof readSettings>

export function readSettings(environment: Readonly<Record<string, string | undefined>>) {
  // An empty variable is an unset one, as compose files and shells leave them behind.
  const given = Object.fromEntries(
    Object.entries(withSecretFiles(environment)).filter(([, value]) => value !== undefined && value !== ''),
  )
  const parsed = schema.safeParse(given)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    throw new StartProblem(`The setting ${issue?.path.join('.')} ${issue?.message}.`)
  }
  const env = parsed.data
  refuseShortLease(env)
  refuseShortTakeOver(env)
  refuseNamelessSite(env)
  const dataDir = resolve(env.DATA_DIR)
  return {
    port: env.PORT,
    host: env.HOST,
    dataDir,
    databaseUrl: env.DATABASE_URL,
    database: {
      connections: env.DATABASE_CONNECTIONS,
      prepares: env.DATABASE_PREPARES === '1',
      timeoutMs: env.DATABASE_TIMEOUT_SECONDS * 1_000,
    },
    diskSpace: { warnPercent: env.DISK_WARN_PERCENT, stopBytes: env.DISK_STOP_MB * 1_048_576 },
    secretKey: env.SECRET_KEY,
    oldSecretKeys: env.SECRET_KEY_OLD.split(',').filter((key) => key !== ''),
    nextSecretKey: env.SECRET_KEY_NEXT,
    keyUnwrapping: readUnwrapping(env),
    trustedProxies: env.TRUSTED_PROXIES,
    session: { idleMs: env.SESSION_IDLE_MINUTES * MINUTE_MS, absoluteMs: env.SESSION_HOURS * 60 * MINUTE_MS },
    secondFactor: {
      demanded: env.SECOND_FACTOR === 'demanded',
      stepUpMs: env.STEP_UP_MINUTES * MINUTE_MS,
    },
    proposals: {
      coolingMs: env.PROPOSAL_COOLING_HOURS * 60 * MINUTE_MS,
      expiryMs: env.PROPOSAL_EXPIRY_DAYS * 1_440 * MINUTE_MS,
    },
    accountWaitMs: env.ACCOUNT_WAIT_HOURS * 60 * MINUTE_MS,
    /** Recharges up to here are credited by the customer's own reviewers, whether their money was seen or not. */
    unmatchedRechargeFen: BigInt(env.UNMATCHED_RECHARGE_YUAN) * 100n,
    loginFailuresPerAddress: env.LOGIN_FAILURES_PER_ADDRESS,
    logins: { atOnce: env.LOGINS_AT_ONCE, waiting: env.LOGINS_WAITING },
    bulk: { uploadsPerPerson: env.UPLOADS_PER_PERSON, exportsPerPerson: env.EXPORTS_PER_PERSON },
    /** How often one person may read personal data in full within an hour. */
    fullReads: { reveal: env.REVEALS_PER_HOUR, export: env.FULL_EXPORTS_PER_HOUR },
    bank: {
      url: env.BANK_URL,
      secret: env.BANK_SECRET,
      timeoutMs: env.BANK_TIMEOUT_SECONDS * 1_000,
      /** So many days before today the bank holds its record. */
      recordDays: env.BANK_RECORD_DAYS,
    },
    retryPolicy: {
      leaseMs: env.TRANSFER_LEASE_SECONDS * 1_000,
      queryAfterMs: 1_000,
      maxQueryIntervalMs: 60_000,
      resendAfterMs: env.TRANSFER_RESEND_AFTER_SECONDS * 1_000,
      manualAfterMs: env.TRANSFER_MANUAL_AFTER_SECONDS * 1_000,
    },
    /** So long a database server that takes over lets the one before it become still (ADR 167). */
    takeOverMs: env.SENDING_TAKE_OVER_SECONDS * 1_000,
    publicUrl: env.PUBLIC_URL,
    sms: readSms(env),
    brandsFile: env.BRANDS_FILE,
    taxLayouts: taxLayoutFolder(env),
    maintenance: env.MAINTENANCE === '1',
    metricsToken: env.METRICS_TOKEN,
    workerPort: env.WORKER_PORT,
    logLevel: env.LOG_LEVEL,
    telemetry: readTelemetry(env),
    s3: readS3(env, ''),
    backup: {
      folder: resolve(env.BACKUP_DIR ?? join(dataDir, 'backups')),
      /** On the very disk that it is to outlive, unless somebody chose another. */
      isBeside: env.BACKUP_DIR === undefined,
      keep: env.BACKUP_KEEP,
      s3: readS3(env, 'BACKUP_'),
    },
    auditExportFile: env.AUDIT_EXPORT_FILE,
    auditSyslog: readSyslog(env),
    anchorMinutes: env.AUDIT_ANCHOR_MINUTES,
    wholeChecksHours: env.CHECKS_WHOLE_HOURS,
    auditBucket: readAuditBucket(env),
  } as const
}

/** Where an operator puts import layouts of its own; one that was named must exist. */
export function taxLayoutFolder(env: {
  readonly DATA_DIR?: string | undefined
  readonly TAX_LAYOUTS_DIR?: string | undefined
}) {
  const { DATA_DIR, TAX_LAYOUTS_DIR } = env
  const usual = join(DATA_DIR || './data', 'tax-layouts')
  return { folder: resolve(TAX_LAYOUTS_DIR || usual), isNamed: !!TAX_LAYOUTS_DIR }
}

/** A lease that ends while its own call may still be answered would make every slow answer a doubt. */
function refuseShortLease(env: z.output<typeof schema>): void {
  if (env.TRANSFER_LEASE_SECONDS > env.BANK_TIMEOUT_SECONDS) return
  throw new StartProblem('The setting TRANSFER_LEASE_SECONDS must be longer than BANK_TIMEOUT_SECONDS.')
}

/** What was claimed in the last moment before a server saw that it is not the one that sends is sent for as long as its lease lasts. */
function refuseShortTakeOver(env: z.output<typeof schema>): void {
  const marginSeconds = LOOK_COUNTS_MS / 1_000
  if (env.SENDING_TAKE_OVER_SECONDS >= env.TRANSFER_LEASE_SECONDS + marginSeconds) return
  throw new StartProblem(
    `The setting SENDING_TAKE_OVER_SECONDS must be at least ${marginSeconds} more than TRANSFER_LEASE_SECONDS.`,
  )
}

/** By which a machine names itself, and nobody else reaches it. */
const OWN_NAMES = /^(localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/i

/** A signing link opens a person's papers: on its way it must not be read, nor lead to whatever host a request names. */
function refuseOpenLinks(publicUrl: string): void {
  const { protocol, hostname } = new URL(publicUrl)
  if (protocol === 'https:' || OWN_NAMES.test(hostname)) return
  throw new StartProblem(
    'The setting PUBLIC_URL must begin with https:// where signing links leave this machine.',
  )
}

/** Behind a proxy, or at an address of the network, others reach the console: links that they make or copy go out by the name it is known by. */
function refuseNamelessSite({ TRUSTED_PROXIES, HOST, PUBLIC_URL }: z.output<typeof schema>): void {
  const isProxied = TRUSTED_PROXIES.length > 0
  if (!isProxied && OWN_NAMES.test(HOST)) return
  if (PUBLIC_URL === undefined)
    throw new StartProblem(
      `The setting PUBLIC_URL must be set with ${isProxied ? 'TRUSTED_PROXIES' : 'a HOST that others reach'}: signing links begin with it.`,
    )
  refuseOpenLinks(PUBLIC_URL)
}

/** Without a gateway messages stay in a file; with one they carry links that must work on a phone. */
function readSms({ SMS_URL: url, SMS_SECRET: secret, PUBLIC_URL }: z.output<typeof schema>) {
  if (url === undefined && secret === undefined) return undefined
  if (url === undefined || secret === undefined)
    throw new StartProblem('The settings SMS_URL and SMS_SECRET must be set together.')
  if (PUBLIC_URL === undefined)
    throw new StartProblem('The setting PUBLIC_URL must be set with SMS_URL: messages carry links.')
  refuseOpenLinks(PUBLIC_URL)
  return { url, secret, timeoutMs: SMS_TIMEOUT_MS }
}

function readTelemetry(env: z.output<typeof schema>) {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_METRICS_EXPORTER: metrics } = env
  if (endpoint === undefined && metrics === 'otlp')
    throw new StartProblem('The setting OTEL_EXPORTER_OTLP_ENDPOINT must be set with OTEL_METRICS_EXPORTER.')
  if (endpoint === undefined) return undefined
  return {
    endpoint,
    headers: env.OTEL_EXPORTER_OTLP_HEADERS,
    serviceName: env.OTEL_SERVICE_NAME,
    ratio: env.OTEL_TRACES_SAMPLER_ARG,
    /** Undefined where collectors read `/metrics` themselves. */
    pushEveryMs: metrics === 'otlp' ? env.OTEL_METRIC_EXPORT_INTERVAL : undefined,
  }
}

/** `tcp://host:port` or `tls://host:port`. */
function readSyslog({ AUDIT_SYSLOG_URL: address, AUDIT_SYSLOG_CA_FILE: caFile }: z.output<typeof schema>) {
  if (address === undefined) return undefined
  const [scheme, rest = ''] = address.split('://')
  const at = rest.lastIndexOf(':')
  const host = rest.slice(0, at).replace(/^\[|\]$/g, '')
  return { host, port: Number(rest.slice(at + 1)), tls: scheme === 'tls', caFile }
}

/** Whose word a key is taken on: an operator's command, a key service, or nobody's where keys are given as they are. */
function readUnwrapping(env: z.output<typeof schema>) {
  const { KEY_UNWRAP_COMMAND: command, KEY_UNWRAP_URL: url, KEY_UNWRAP_TOKEN: token } = env
  if (command !== undefined && url !== undefined)
    throw new StartProblem('The settings KEY_UNWRAP_COMMAND and KEY_UNWRAP_URL must not both be set.')
  if (command !== undefined) return { by: 'command', command } as const
  return url === undefined ? undefined : ({ by: 'service', url, token } as const)
}

function readAuditBucket(env: z.output<typeof schema>) {
  const bucket = readS3(env, 'AUDIT_')
  return bucket && { ...bucket, retainDays: env.AUDIT_S3_RETAIN_DAYS }
}
