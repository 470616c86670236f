/** Finds in PostgreSQL's log why it ended, whatever it told clients meanwhile. */
import { describe, expect, it } from 'vitest'
import { complaintIn } from './postmaster.ts'

const line = (level: string, words: string) => `2026-11-17 14:20:01.337 UTC [4711] ${level}:  ${words}`

describe('the reason in the log of a server that ended', () => {
  it.each([
    ['the database system is in recovery mode'],
    ['the database system is starting up'],
    ['the database system is shutting down'],
    ['terminating connection due to administrator command'],
    ['sorry, too many clients already'],
  ])('is not what a client was told afterwards: %s', (told) => {
    const log = [
      line('LOG', 'restored log file "000000010000000000000004" from archive'),
      line('FATAL', 'recovery ended before configured recovery target was reached'),
      line('LOG', 'startup process (PID 4712) exited with exit code 1'),
      line('FATAL', told),
    ].join('\n')
    expect(complaintIn(log)).toBe('recovery ended before configured recovery target was reached')
  })

  it.each([
    [
      [line('FATAL', 'lock file "postmaster.pid" already exists')],
      'lock file "postmaster.pid" already exists',
    ],
    [
      [
        line('PANIC', 'could not locate a valid checkpoint record'),
        line('FATAL', 'the database system is starting up'),
      ],
      'could not locate a valid checkpoint record',
    ],
    [
      [
        line('LOG', 'could not bind IPv4 address "127.0.0.1": Address already in use'),
        line('FATAL', 'could not create any TCP/IP sockets'),
      ],
      'could not bind IPv4 address "127.0.0.1": Address already in use',
    ],
    [[line('FATAL', 'the database system is shutting down')], 'the database system is shutting down'],
  ])('is found in %j', (lines, reason) => {
    expect(complaintIn(lines.join('\n'))).toBe(reason)
  })

  it('is nothing where the log has no complaint', () => {
    expect(complaintIn(line('LOG', 'database system is ready to accept connections'))).toBeUndefined()
  })
})
