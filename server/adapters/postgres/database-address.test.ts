// One host or several in DATABASE_URL, and what is no address.

import { expect, it } from 'vitest'
import { parseDatabaseUrl, userOf } from './database-address.ts'

it.each([
  ['postgres://u:p@h:5433/d', [['h', 5433]], 'postgres://u:p@h:5433/d', false],
  ['postgresql://h/d', [['h', 5432]], 'postgresql://h/d', false],
  ['postgres://u@h/d?sslmode=require', [['h', 5432]], 'postgres://u@h/d?sslmode=require', false],
  ['postgres://u@h/d?target_session_attrs=read-write', [['h', 5432]], 'postgres://u@h/d', true],
  ['postgres://u@h/d?target_session_attrs=any', [['h', 5432]], 'postgres://u@h/d', false],
  [
    'postgres://u@a:1,b:2/d',
    [
      ['a', 1],
      ['b', 2],
    ],
    'postgres://u@a:1/d',
    true,
  ],
  [
    'postgres://u%40x:p%2Fq@a,b:2/d?target_session_attrs=primary&sslmode=require',
    [
      ['a', 5432],
      ['b', 2],
    ],
    'postgres://u%40x:p%2Fq@a/d?sslmode=require',
    true,
  ],
  [
    'postgres://u@[::1]:1,[fe80::2]/d',
    [
      ['::1', 1],
      ['fe80::2', 5432],
    ],
    'postgres://u@[::1]:1/d',
    true,
  ],
  ['postgres:///d?host=/run/postgresql', [['', 5432]], 'postgres:///d?host=%2Frun%2Fpostgresql', false],
] as [string, [string, number][], string, boolean][])(
  'reads %s',
  (url, servers, connectionString, writable) => {
    expect(parseDatabaseUrl(url)).toEqual({
      servers: servers.map(([host, port]) => ({ host, port })),
      connectionString,
      writable,
    })
  },
)

it.each([
  'mysql://h/d',
  'postgres:/h/d',
  'postgres://u@a,,b/d',
  'postgres://u@a,/d',
  'postgres://u@a:x/d',
  'postgres://u@a:1:2/d',
  'postgres://u@a/d?target_session_attrs=standby',
  'postgres://u@a/d?target_session_attrs=',
])('refuses %s', (url) => expect(parseDatabaseUrl(url)).toBeUndefined())

it.each([
  ['postgres://app%40x:secret@a,b:6432/paywages', 'app@x'],
  ['postgres://app@/paywages', 'app'],
  ['postgres:///paywages', ''],
])('tells as whom %s connects', (url, user) => expect(userOf(url)).toBe(user))
