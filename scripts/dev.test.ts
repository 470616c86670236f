// Which saves restart what under `npm run dev`, which requests go to the api, which page an address shows, what the terminal shows.

import { everyEndpoint } from '@paywages/wire/endpoints.ts'
import { API_PREFIX } from '@paywages/wire/prefix.ts'
import { describe, expect, it } from 'vitest'
import { isForApi } from './dev/api-path.ts'
import { pageAt } from './dev/page-at.ts'
import { savedChange } from './dev/saved-change.ts'
import { terminalLine } from './dev/terminal-line.ts'

describe('a saved file', () => {
  it.each([
    ['domain/money/fen.ts', { restart: ['api', 'worker'] }],
    ['wire/session/messages.ts', { restart: ['api', 'worker'] }],
    ['server/http/health.ts', { restart: ['api', 'worker'] }],
    ['server/funds/account-statement.typ', { restart: ['api', 'worker'] }],
    ['server/adapters/config/brands.json', { restart: ['api', 'worker'] }],
    ['sandbox-bank/book.ts', { restart: ['sandbox bank'] }],
    ['server/migrations/0099-new-table.sql', 'migration'],
    ['server/http/envelope.test.ts', 'nothing'],
    ['server/testing/client.ts', 'nothing'],
    ['server/tsconfig.json', 'nothing'],
    ['server/http/.health.ts.swp', 'nothing'],
    ['server/http/health.ts~', 'nothing'],
    ['server/http/4913', 'nothing'],
    ['web/app/labels.ts', 'nothing'],
    ['scripts/dev.ts', 'nothing'],
  ])('%s', (path, change) => {
    expect(savedChange(path)).toEqual(change)
  })
})

describe('a request goes to the api', () => {
  const calls = everyEndpoint().map(([, { path }]) => `${API_PREFIX}${path}`)

  it.each([...calls, API_PREFIX, `${API_PREFIX}/docs?x=1`, '/bank/notice', '/live', '/ready?a', '/metrics'])(
    '%s',
    (url) => expect(isForApi(url)).toBe(true),
  )

  it.each(['/', '/payexcels', '/sign/token', '/main.tsx', '/@vite/client', '/lively', '/bankstatements'])(
    'but not %s',
    (url) => expect(isForApi(url)).toBe(false),
  )
})

it.each([
  ['/', 'index.html'],
  ['/payexcels', 'index.html'],
  ['/signed', 'index.html'],
  ['/sign', 'sign.html'],
  ['/sign/a.token', 'sign.html'],
  ['/missing.js', undefined],
])('the address %s shows the page %s', (path, page) => {
  expect(pageAt(path)).toBe(page)
})

it.each([
  ['what someone printed', 'what someone printed'],
  ['', undefined],
  ['{"level":30,"msg":"call","call":"login"}', undefined],
  ['{"level":40,"msg":"slow"}', 'slow'],
  [
    '{"level":50,"msg":"call failed","call":"login","err":{"stack":"Error: no\\n  at x.ts"}}',
    'call failed: login\nError: no\n  at x.ts',
  ],
  ['{ not: json }', '{ not: json }'],
  ['    at parseTypeScript (node:internal/modules/typescript:72:36)', undefined],
  [
    '    at openServices (file:///server/open-services.ts:3:1)',
    '    at openServices (file:///server/open-services.ts:3:1)',
  ],
])('of the log line %j the terminal shows %j', (line, shown) => {
  expect(terminalLine(line)).toBe(shown)
})
