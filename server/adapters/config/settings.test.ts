// Every wrong setting stops the start with one sentence that names it (D36).

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { StartProblem } from '../start-problem.ts'
import { readBrands } from './brands.ts'
import { SECRET_FILES } from './secret-files.ts'
import { readSettings } from './settings.ts'

const good = {
  DATABASE_URL: 'postgres://u:p@localhost/paywages',
  SECRET_KEY: 'xT9v2Lq8Zr4Wn7Kc1Hs6Yd3Gb5Mf0Pj+',
  BANK_URL: 'https://gateway.example.com',
  BANK_SECRET: 'a secret of at least thirty-two characters',
}

function problemOf(work: () => unknown): string {
  try {
    work()
  } catch (error) {
    expect(error).toBeInstanceOf(StartProblem)
    return (error as StartProblem).message
  }
  throw new Error('nothing was wrong')
}

it('uses the documented defaults', () => {
  expect(readSettings(good)).toMatchObject({
    port: 8080,
    host: '127.0.0.1',
    session: { idleMs: 30 * 60_000, absoluteMs: 12 * 3_600_000 },
    trustedProxies: [],
    oldSecretKeys: [],
    maintenance: false,
    metricsToken: undefined,
    s3: undefined,
  })
})

it('treats an empty variable as unset', () => {
  expect(readSettings({ ...good, PORT: '', MAINTENANCE: '', METRICS_TOKEN: '', S3_BUCKET: '' })).toEqual(
    readSettings(good),
  )
})

it('reads import layouts from the data folder unless another is named', () => {
  const read = (more: object) => readSettings({ ...good, DATA_DIR: '/data', ...more }).taxLayouts
  expect(read({})).toEqual({ folder: '/data/tax-layouts', isNamed: false })
  expect(read({ TAX_LAYOUTS_DIR: '/layouts' })).toEqual({ folder: '/layouts', isNamed: true })
})

it('normalizes PUBLIC_URL to its origin', () => {
  const read = (url: string) => readSettings({ ...good, PUBLIC_URL: url }).publicUrl
  expect(read('https://Console.example.com/')).toBe('https://console.example.com')
  expect(read('http://10.0.0.5:8080')).toBe('http://10.0.0.5:8080')
})

it('reads comma-separated lists', () => {
  const PUBLIC_URL = 'https://console.example.com'
  const lists = { TRUSTED_PROXIES: ' 10.0.0.1, 192.168.0.0/16 ,', SECRET_KEY_OLD: 'a,b', PUBLIC_URL }
  expect(readSettings({ ...good, ...lists })).toMatchObject({
    trustedProxies: ['10.0.0.1', '192.168.0.0/16'],
    oldSecretKeys: ['a', 'b'],
  })
})

it.each([
  ['PORT', '65536', 'must be a whole number from 0 to 65535'],
  ['PORT', 'http', 'must be a whole number'],
  ['PORT', '-1', 'must be a whole number'],
  ['DATABASE_URL', undefined, 'must be set'],
  ['DATABASE_URL', 'mysql://x', 'must start with postgres://'],
  ['DATABASE_CONNECTIONS', '1', 'must be a whole number from 2 to 200'],
  ['SECRET_KEY', undefined, 'must be set to at least 32 random characters'],
  ['TRUSTED_PROXIES', '10.0.0.1,proxy.example', 'must be IP addresses or ranges'],
  ['TRUSTED_PROXIES', '10.0.0.0/99', 'must be IP addresses or ranges'],
  ['SESSION_IDLE_MINUTES', '0', 'must be a whole number from 1 to 1440'],
  ['SESSION_HOURS', '169', 'must be a whole number from 1 to 168'],
  ['LOGIN_FAILURES_PER_ADDRESS', '4', 'must be a whole number from 5 to 100000'],
  ['MAINTENANCE', 'yes', 'must be 0 or 1'],
  ['METRICS_TOKEN', 'short', 'must have at least 16 characters'],
  ['WORKER_PORT', 'x', 'must be a whole number'],
  ['LOG_LEVEL', 'loud', 'must be a pino level'],
  ['BANK_URL', 'gateway', 'must be the address of the bank'],
  ['BANK_URL', 'ftp://gateway.example.com', 'must start with http:// or https://'],
  ['BANK_SECRET', 'short', 'must have at least 32 characters'],
  ['TRANSFER_MANUAL_AFTER_SECONDS', '0', 'must be a whole number'],
  ['S3_ENDPOINT', 'not a url', 'must be a URL'],
  ['SMS_URL', 'gateway', 'must be the address of the gateway'],
  ['SMS_URL', 'ftp://sms.example.com', 'must start with http:// or https://'],
  ['SMS_SECRET', 'short', 'must have at least 32 characters'],
  ['PUBLIC_URL', 'console.example.com', 'must be an address without a path'],
  ['PUBLIC_URL', 'ftp://console.example.com', 'must be an address without a path'],
  ['PUBLIC_URL', 'https://console.example.com/console', 'must be an address without a path'],
  ['PUBLIC_URL', 'https://console.example.com/?a=1', 'must be an address without a path'],
  ['PUBLIC_URL', 'https://someone@console.example.com', 'must be an address without a path'],
])('rejects %s=%s with one sentence that names the setting', (name, value, why) => {
  const sentence = problemOf(() => readSettings({ ...good, [name]: value }))
  expect(sentence).toContain(`The setting ${name} ${why}`)
  expect(sentence).toMatch(/^[^\n]+\.$/)
})

it('requires the lease to be longer than the bank timeout', () => {
  const sentence = problemOf(() =>
    readSettings({ ...good, BANK_TIMEOUT_SECONDS: '10', TRANSFER_LEASE_SECONDS: '10' }),
  )
  expect(sentence).toBe('The setting TRANSFER_LEASE_SECONDS must be longer than BANK_TIMEOUT_SECONDS.')
})

it('requires whoever takes over to wait for what is still under a lease', () => {
  const take = (seconds: string) => ({
    ...good,
    TRANSFER_LEASE_SECONDS: '30',
    SENDING_TAKE_OVER_SECONDS: seconds,
  })
  expect(readSettings(take('35')).takeOverMs).toBe(35_000)
  expect(problemOf(() => readSettings(take('34')))).toBe(
    'The setting SENDING_TAKE_OVER_SECONDS must be at least 5 more than TRANSFER_LEASE_SECONDS.',
  )
})

it('names the missing S3 settings', () => {
  const sentence = problemOf(() => readSettings({ ...good, S3_BUCKET: 'b', S3_ACCESS_KEY_ID: 'k' }))
  expect(sentence).toBe('The S3 settings are incomplete: S3_ENDPOINT, S3_SECRET_ACCESS_KEY missing.')
})

it('requires SMS_URL and SMS_SECRET together, and PUBLIC_URL with them', () => {
  const url = { SMS_URL: 'https://sms.example.com/send' }
  const secret = { SMS_SECRET: 'a secret of at least thirty-two characters' }
  const both = { ...good, ...url, ...secret }
  for (const half of [url, secret])
    expect(problemOf(() => readSettings({ ...good, ...half }))).toBe(
      'The settings SMS_URL and SMS_SECRET must be set together.',
    )
  expect(problemOf(() => readSettings(both))).toBe(
    'The setting PUBLIC_URL must be set with SMS_URL: messages carry links.',
  )
  const { sms } = readSettings({ ...both, PUBLIC_URL: 'https://pay.example.com' })
  expect(sms).toEqual({ url: url.SMS_URL, secret: secret.SMS_SECRET, timeoutMs: 10_000 })
})

it('requires a collector where metrics are to be pushed', () => {
  const asked = { ...good, OTEL_METRICS_EXPORTER: 'otlp' }
  expect(problemOf(() => readSettings(asked))).toBe(
    'The setting OTEL_EXPORTER_OTLP_ENDPOINT must be set with OTEL_METRICS_EXPORTER.',
  )
  const collector = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' }
  expect(readSettings({ ...asked, ...collector }).telemetry?.pushEveryMs).toBe(60_000)
  expect(readSettings({ ...good, ...collector }).telemetry?.pushEveryMs).toBeUndefined()
})

it('requires an https PUBLIC_URL where signing links leave the machine', () => {
  const proxied = { ...good, TRUSTED_PROXIES: '10.0.0.1' }
  expect(problemOf(() => readSettings(proxied))).toBe(
    'The setting PUBLIC_URL must be set with TRUSTED_PROXIES: signing links begin with it.',
  )
  const reached = { ...good, HOST: '0.0.0.0' }
  for (const HOST of ['0.0.0.0', '::', '10.0.0.5', 'console.example.com', '127.example.com'])
    expect(problemOf(() => readSettings({ ...good, HOST }))).toBe(
      'The setting PUBLIC_URL must be set with a HOST that others reach: signing links begin with it.',
    )
  for (const HOST of ['127.0.0.1', '127.0.0.2', 'localhost', '::1'])
    expect(readSettings({ ...good, HOST }).publicUrl).toBeUndefined()
  const sms = {
    SMS_URL: 'https://sms.example.com/send',
    SMS_SECRET: 'a secret of at least thirty-two characters',
  }
  const open = 'The setting PUBLIC_URL must begin with https:// where signing links leave this machine.'
  for (const leaving of [proxied, reached, { ...good, ...sms }]) {
    for (const PUBLIC_URL of [
      'http://pay.example.com',
      'http://10.0.0.5:8080',
      'http://localhost.example.com',
    ])
      expect(problemOf(() => readSettings({ ...leaving, PUBLIC_URL }))).toBe(open)
    for (const PUBLIC_URL of ['https://pay.example.com', 'http://127.0.0.1:8080', 'http://localhost:8080'])
      expect(readSettings({ ...leaving, PUBLIC_URL }).publicUrl).toBe(PUBLIC_URL)
  }
  expect(readSettings({ ...good, PUBLIC_URL: 'http://10.0.0.5:8080' }).publicUrl).toBe('http://10.0.0.5:8080')
})

it('names the missing settings of the second place for anchors, and reads it', () => {
  const half = { AUDIT_S3_BUCKET: 'b', AUDIT_S3_ACCESS_KEY_ID: 'k' }
  expect(problemOf(() => readSettings({ ...good, ...half }))).toBe(
    'The S3 settings are incomplete: AUDIT_S3_ENDPOINT, AUDIT_S3_SECRET_ACCESS_KEY missing.',
  )
  const rest = { AUDIT_S3_ENDPOINT: 'https://s3.example.com', AUDIT_S3_SECRET_ACCESS_KEY: 's' }
  expect(readSettings({ ...good, ...half, ...rest, AUDIT_S3_RETAIN_DAYS: '30' }).auditBucket).toMatchObject({
    endpoint: 'https://s3.example.com',
    bucket: 'b',
    region: 'us-east-1',
    accessKeyId: 'k',
    secretAccessKey: 's',
    retainDays: 30,
  })
  expect(readSettings(good).auditBucket).toBeUndefined()
})

it('never repeats a secret in an error', () => {
  const secret = 'postgres-password'
  const sentence = problemOf(() => readSettings({ ...good, DATABASE_URL: `mysql://u:${secret}@h/d` }))
  expect(sentence).not.toContain(secret)
})

describe('readBrands', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'paywages-brands-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it.each([
    ['not JSON', '{', 'SyntaxError'],
    ['one brand only', '{"1": {}}', '1.name'],
    [
      'no receivers',
      JSON.stringify({
        1: { name: 'a', slogan: '', company: 'c', icp: '', police: '', hosts: [], receivers: [] },
      }),
      '1.receivers',
    ],
  ])('rejects a brands file with %s', async (_, content, why) => {
    const file = join(folder, 'brands.json')
    await writeFile(file, content)
    const sentence = problemOf(() => readBrands(file))
    expect(sentence).toContain('The brands file (BRANDS_FILE) cannot be used: ')
    expect(sentence).toContain(why)
    expect(sentence).not.toContain('\n')
  })

  it('rejects a brands file that does not exist', () => {
    expect(problemOf(() => readBrands(join(folder, 'gone.json')))).toContain('ENOENT')
  })
})

describe('a secret from a file', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'paywages-secrets-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  async function lay(content: string): Promise<string> {
    const file = join(folder, String(Math.random()))
    await writeFile(file, content)
    return file
  }
  const without = (name: string) => ({ ...good, [name]: undefined })

  it.each([
    ['as it is', good.BANK_SECRET],
    ['with a line break at its end', `${good.BANK_SECRET}\n`],
    ['with one of Windows', `${good.BANK_SECRET}\r\n`],
  ])('is taken %s', async (_, content) => {
    const settings = readSettings({ ...without('BANK_SECRET'), BANK_SECRET_FILE: await lay(content) })
    expect(settings.bank.secret).toBe(good.BANK_SECRET)
  })

  it('is validated like any other', async () => {
    const given = { ...without('BANK_SECRET'), BANK_SECRET_FILE: await lay('too short') }
    expect(problemOf(() => readSettings(given))).toBe(
      'The setting BANK_SECRET must have at least 32 characters.',
    )
  })

  it.each(SECRET_FILES)(
    '%s is refused beside the secret itself, and where its file is missing or empty',
    async (name) => {
      const secret = name.replace(/_FILE$/, '')
      const file = await lay('any')
      expect(problemOf(() => readSettings({ ...good, [secret]: 'any', [name]: file }))).toBe(
        `The settings ${secret} and ${name} must not both be set.`,
      )
      const missing = { ...without(secret), [name]: join(folder, 'nothing') }
      expect(problemOf(() => readSettings(missing))).toContain(`The file of ${name} cannot be read: ENOENT`)
      const empty = await lay(' \n')
      expect(problemOf(() => readSettings({ ...without(secret), [name]: empty }))).toBe(
        `The file ${empty} of ${name} is empty.`,
      )
    },
  )
})
