// No personal data reaches the log: not from queries, bodies, cookies, errors or addresses of requests (D33).

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, clientOf, signIn } from '../../testing/client.ts'
import { createPeople, digestOf, type People } from '../../testing/people.ts'
import { openTestServices, type TestServices } from '../../testing/test-services.ts'
import { openLog } from './logger.ts'

const ID_CARD = '330102199003071234'
const PHONE = '13912342001'
const CARD = '6222020012345678901'

describe('request log of a running server', () => {
  let services: TestServices
  let people: People
  let admin: Client

  beforeAll(async () => {
    services = await openTestServices()
    people = await createPeople(services)
    admin = await signIn(services, 'admin')
  })
  afterAll(() => services.close())

  it('logs at least one line per call and no personal data or secrets', async () => {
    const before = services.lines.length
    const terms = { providerName: PHONE, platformIds: [people.platforms.A], serviceRate: 1 }
    await admin.wire('listAccounts', { keyword: ID_CARD, providerId: 'x' })
    await admin.wire('listAudit', { account: PHONE })
    await admin.wire('addProvider', { ...terms, phone: PHONE, bankAccount: CARD })
    await admin.wire('addProvider', { ...terms, phone: PHONE, bankAccount: CARD })
    await admin.wire('addProvider', { ...terms, phone: ID_CARD })
    await clientOf(services).wire('login', { uaccount: ID_CARD, upasswd: digestOf('x') })
    await admin.send({ url: `/paywages/api/nowhere/${ID_CARD}?phone=${PHONE}` })
    await admin.send({ url: `/paywages/api/%zz${ID_CARD}?phone=${PHONE}` })
    await admin.send({ url: `/layout/${CARD}?x=${PHONE}` })
    const added = services.lines.slice(before)
    expect(added.length).toBeGreaterThanOrEqual(6)
    expectClean(added)
  })

  it('logs database errors without their values', async () => {
    await services.query('alter table platforms add constraint odd check (name !~ $$^139$$)')
    const before = services.lines.length
    const { http } = await admin.wire('addPlatform', { platformName: PHONE })
    expect(http).toBe(500)
    const added = services.lines.slice(before)
    expect(added.join('\n')).toContain('"constraint":"odd"')
    expectClean(added)
  })

  function expectClean(lines: readonly string[]): void {
    const text = lines.join('\n')
    for (const value of [ID_CARD, PHONE, CARD, digestOf('x'), admin.token ?? ''])
      expect(text).not.toContain(value)
  }
})

describe('openLog', () => {
  function logged(fields: object): string {
    const lines: string[] = []
    openLog('debug', { write: (line) => void lines.push(line) }).error(fields, 'words')
    return lines.join('')
  }

  it('drops headers, bodies, queries, cookies and passwords', () => {
    const secret = 'do-not-log'
    const text = logged({
      headers: { cookie: secret },
      req: { headers: { authorization: secret } },
      body: { password: secret },
      query: secret,
      any: { password: secret, cookie: secret, authorization: secret },
    })
    expect(text).toContain('words')
    expect(text).not.toContain(secret)
  })

  it.each([
    [`duplicate key: Key (phone)=(${PHONE})`, PHONE],
    [`invalid input syntax for type integer: "张三"`, '张三'],
    [`value ${ID_CARD.slice(0, 17)}X is wrong`, `${ID_CARD.slice(0, 17)}X`],
  ])('removes the value from %j', (message, value) => {
    const error = Object.assign(new Error(message), { detail: value, where: value })
    const text = logged({ err: new Error('outer', { cause: error }) })
    expect(text).toContain('"type":"Error"')
    expect(text).not.toContain(value)
  })
})

it.each([
  ['a word', 'a word', 'string'],
  [`card ${CARD}`, 'card …', 'string'],
  [undefined, 'undefined', 'undefined'],
  [{ message: 'the socket was closed', code: 'EPIPE' }, 'the socket was closed', 'Object'],
  [{ name: PHONE, phone: PHONE }, 'thrown with name, phone', 'Object'],
])('says what was thrown where it was no error: %j', (thrown, message, type) => {
  const lines: string[] = []
  openLog('debug', { write: (line) => void lines.push(line) }).error({ err: { nested: 1 } }, 'words')
  const outer = new Error('outer', { cause: thrown ?? null })
  openLog('debug', { write: (line) => void lines.push(line) }).error({ err: outer }, 'words')
  const told = JSON.parse(lines[1] ?? '').err.cause
  if (thrown !== undefined) expect(told).toMatchObject({ message, type })
  expect(lines.join('')).not.toMatch(/non-error|1391234|6222020/)
})

// A device whose every write fails for want of space.
const FULL = '/dev/full'

it.runIf(existsSync(FULL))('a full disk under standard output does not end the process', async () => {
  const source = `
    import { openLog } from ${JSON.stringify(join(import.meta.dirname, 'logger.ts'))}
    const log = openLog('info')
    log.info('a line')
    log.flush(() => setImmediate(() => process.send('still here')))`
  const full = openSync(FULL, 'w')
  const child = spawn(process.execPath, ['--input-type=module', '-e', source], {
    stdio: ['ignore', full, 'ignore', 'ipc'],
    timeout: 30_000,
    killSignal: 'SIGKILL',
  })
  closeSync(full)
  const heard = await Promise.race([once(child, 'message'), once(child, 'exit')])
  child.kill('SIGKILL')
  expect(heard[0]).toBe('still here')
})
