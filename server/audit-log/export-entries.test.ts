// The export of the audit log: every sealed entry once in order, again after a kill, never under another's number.

import { once } from 'node:events'
import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestServices, type TestServices } from '../testing/test-services.ts'
import { exportEntries, fileSink, syslogSink } from './export-entries.ts'
import { recordAnonymousEntry } from './record-entry.ts'
import { sealEntries } from './seal-entries.ts'

let services: TestServices
let folder: string
let file: string

beforeAll(async () => {
  services = await openTestServices()
  // Numbers begin with what these tests write.
  await services.query('alter table audit_entries disable trigger all')
  await services.query('delete from audit_entries')
  await services.query('alter table audit_entries enable trigger all')
  folder = await mkdtemp(join(tmpdir(), 'paywages-export-'))
  file = join(folder, 'audit.jsonl')
})
afterAll(async () => {
  await services.close()
  await rm(folder, { recursive: true, force: true })
})

async function writeAndSeal(...names: string[]): Promise<void> {
  const origin = { at: services.clock.now(), address: '192.0.2.1', requestId: 'r', hostname: 'h' }
  for (const name of names)
    await services.database.transact((tx) =>
      recordAnonymousEntry(tx, origin, {
        action: 'add-platform',
        object: { kind: 'platform', id: 1, name },
        after: { name },
      }),
    )
  await sealEntries(services)
}

async function lines(): Promise<{ number: number; objectName: string }[]> {
  const text = await readFile(file, 'utf8')
  return text
    .split('\n')
    .filter((line) => line.endsWith('}'))
    .map((line) => JSON.parse(line))
}
const told = async () => (await lines()).map(({ number, objectName }) => `${number} ${objectName}`)

it('numbers every entry without a gap, once', async () => {
  await writeAndSeal('one', 'two')
  expect(await exportEntries(services, fileSink(file))).toBe(2)
  await writeAndSeal('three')
  expect(await exportEntries(services, fileSink(file))).toBe(1)
  expect(await exportEntries(services, fileSink(file))).toBe(0)
  expect(await told()).toEqual(['1 one', '2 two', '3 three'])
  expect((await lines())[0]).toMatchObject({
    at: services.clock.now().toISOString(),
    action: 'add-platform',
    address: '192.0.2.1',
    after: { name: 'one' },
  })
})

it('writes again what a kill left in doubt, under the same numbers and on lines of its own', async () => {
  const before = await readFile(`${file}.position`, 'utf8')
  await writeAndSeal('four')
  await exportEntries(services, fileSink(file))
  // Killed after the lines, before the position; and once more in the middle of a line.
  await writeFile(`${file}.position`, before)
  await appendFile(file, '{"number":4,"half')
  await exportEntries(services, fileSink(file))
  expect((await told()).slice(-2)).toEqual(['4 four', '4 four'])
})

it('reaches a collector of syslog over TCP, again until it has read everything', async () => {
  const got: string[] = []
  let breaksOff = true
  const collector = createServer({ allowHalfOpen: true }, (socket) => {
    let text = ''
    socket.setEncoding('utf8').on('error', () => undefined)
    socket.on('data', (piece) => {
      text += piece
      // Dies with half of it read.
      if (breaksOff) socket.resetAndDestroy()
      breaksOff = false
    })
    socket.on('end', () => {
      got.push(text)
      socket.end()
    })
  }).listen(0, '127.0.0.1')
  await once(collector, 'listening')
  const { port } = collector.address() as AddressInfo
  const sink = syslogSink({ host: '127.0.0.1', port, tls: false }, join(folder, 'syslog.position'))
  await expect(exportEntries(services, sink)).rejects.toThrow()
  const all = (await told()).filter((line, at, lines) => lines.indexOf(line) === at)
  expect(await exportEntries(services, sink)).toBe(all.length)
  expect(await exportEntries(services, sink)).toBe(0)
  collector.close()
  const messages = framesIn(got.join(''))
  expect(messages).toHaveLength(all.length)
  const form =
    /^<109>1 (\S+) \S+ paywages \d+ audit \[audit@32473 number="(\d+)" seal="\d+"\] \uFEFF(\{.*\})$/s
  for (const [at, message] of messages.entries()) {
    const [, time = '', number, json = '{}'] = form.exec(message) ?? []
    expect(number).toBe(String(at + 1))
    expect(time).toBe(services.clock.now().toISOString())
    expect(`${number} ${JSON.parse(json).objectName}`).toBe(all[at])
  }
})

/** Each begins with its length in bytes. */
function framesIn(text: string): string[] {
  const frames: string[] = []
  for (let rest = Buffer.from(text); rest.length > 0; ) {
    const space = rest.indexOf(' ')
    const end = space + 1 + Number(rest.subarray(0, space).toString())
    frames.push(rest.subarray(space + 1, end).toString())
    rest = rest.subarray(end)
  }
  return frames
}

it('stops where the log is another one than was exported, as after a restore', async () => {
  const position = JSON.parse(await readFile(`${file}.position`, 'utf8'))
  await writeFile(`${file}.position`, JSON.stringify({ ...position, digest: 'other' }))
  await writeAndSeal('five')
  await expect(exportEntries(services, fileSink(file))).rejects.toThrow('not the one that was exported')
})
