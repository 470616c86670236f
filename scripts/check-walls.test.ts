// Imports, circles and names that the walls must refuse or let pass.

import { describe, expect, test } from 'vitest'
import { findUnused, findViolations } from './check-walls.ts'

function check(files: Record<string, string>): string[] {
  return findViolations(new Map(Object.entries(files)))
}

// Split, so that this file's own fixtures are not taken for its imports.
const lazily = (path: string) => `const later = ${'imp'}${'ort'}('${path}')`

describe('forbidden imports', () => {
  test.each([
    ['domain/a.ts', "import { z } from 'zod'", 'domain may not import the package zod'],
    ['domain/a.ts', "import { join } from 'node:path'", 'domain may not import node:path'],
    ['domain/a.ts', "import { x } from '@paywages/wire/envelope.ts'", 'domain may not import wire'],
    ['domain/a.test.ts', "import fs from 'node:fs'", 'domain may not import node:fs'],
    ['wire/a.ts', "import dayjs from 'dayjs'", 'wire may not import the package dayjs'],
    ['wire/a.ts', "import type { x } from '@paywages/server/processes/app.ts'", 'wire may not import server'],
    ['server/a.ts', "import { x } from '@paywages/web/ui/x.ts'", 'server may not import web'],
    ['server/a.ts', "import { x } from '@paywages/scripts/x.ts'", 'server may not import scripts'],
    ['web/ui/a.tsx', "import { x } from '@paywages/server/http/x.ts'", 'web may not import server'],
    ['web/ui/a.tsx', "import { x } from 'node:fs'", 'web may not import node:fs'],
    [
      'sandbox-bank/a.ts',
      "import { x } from '@paywages/domain/money/fen.ts'",
      'sandbox-bank may not import domain',
    ],
    ['e2e/a.ts', "import { x } from '@paywages/wire/x.ts'", 'e2e may not import wire'],
    [
      'server/payouts/a.ts',
      "import { x } from '../../domain/money/fen.ts'",
      '"../../domain/money/fen.ts" leaves the room; import @paywages/domain/money/fen.ts',
    ],
    [
      'scripts/a.ts',
      "export { x } from '../server/processes/app.ts'",
      '"../server/processes/app.ts" leaves the room; import @paywages/server/processes/app.ts',
    ],
    [
      'server/invoices/a.ts',
      "import { x } from '../payouts/store.ts'",
      'server/invoices may not import server/payouts',
    ],
    [
      'server/accounts/a.ts',
      "import { x } from '../session/store.ts'",
      'server/accounts may not import server/session',
    ],
    [
      'server/session/a.ts',
      "import { x } from '../providers/store.ts'",
      'server/session may not import server/providers',
    ],
    [
      'server/transfers/a.ts',
      "import { x } from '../payouts/receive-sheet.ts'",
      'receive-sheet.ts is not in the face of server/payouts',
    ],
    [
      'server/payouts/a.ts',
      "import { x } from '../ledger/store.ts'",
      'server/payouts may not import server/ledger',
    ],
    [
      'server/adapters/pdf/a.ts',
      "import { x } from '../../files/store.ts'",
      'server/adapters may not import server/files',
    ],
    ['server/files/a.ts', "import { x } from '../testing/login.ts'", 'server/testing is for tests only'],
    [
      'server/actor.ts',
      "import { x } from './payouts/a.ts'",
      'server/payouts/a.ts stands on server/actor.ts; server itself may import adapters only',
    ],
    [
      'server/payouts/a.ts',
      "import { x } from '../processes/open-services.ts'",
      'server/payouts may not import server/processes',
    ],
    [
      'server/files/a.ts',
      "import { x } from '../processes/app.ts'",
      'server/processes/app.ts puts the room together; only tests may import it',
    ],
    [
      'web/accounts/a.tsx',
      "import { x } from '../providers/queries.ts'",
      'web/accounts may not import web/providers',
    ],
    ['web/ui/a.tsx', "import { x } from '../session/queries.ts'", 'web/ui may not import web/session'],
    [
      'web/ui/list/a.tsx',
      "import { x } from '../../records/batch-link.tsx'",
      'web/ui may not import web/records',
    ],
    [
      'web/records/a.tsx',
      "import { x } from '../payouts/labels.ts'",
      'web/records may not import web/payouts',
    ],
    ['web/api/a.ts', "import { x } from '../app/routes.tsx'", 'web/api may not import web/app'],
    [
      'web/sign/a.tsx',
      "import { x } from '../ui/money.tsx'",
      'web/sign is a bundle of its own, without web/ui/money.tsx',
    ],
    [
      'web/sign/a.tsx',
      "import { x } from '../api/queries.ts'",
      'web/sign is a bundle of its own, without web/api/queries.ts',
    ],
    [
      'web/sign/a.tsx',
      "import { Button } from 'antd'",
      'web/sign is a bundle of its own, without the package antd',
    ],
    [
      'web/app/a.tsx',
      "import { x } from '../sign/frame.tsx'",
      'web/sign is a bundle of its own; nothing else imports it',
    ],
    ['domain/a.ts', lazily('node:fs'), 'domain may not import node:fs'],
    ['domain/a.ts', `type A = ${'imp'}${'ort'}('zod').ZodType`, 'domain may not import the package zod'],
    ['domain/a.ts', "import 'zod/locales'", 'domain may not import the package zod'],
    [
      'server/files/a.ts',
      `${'new '}Worker(${'new '}URL('../payouts/thread.ts', import.meta.url))`,
      'server/files may not import server/payouts',
    ],
  ])('reports in %s: %s', (file, line, rule) => {
    expect(check({ [file]: line })).toEqual([`${file}:1 ${rule}`])
  })

  test('reports an import over several lines at the line of its path', () => {
    const text = "/** A page. */\nimport {\n  one,\n  two,\n} from '../transfers/store.ts'\n"
    expect(check({ 'server/tax/a.ts': text })).toEqual([
      'server/tax/a.ts:5 server/tax may not import server/transfers',
    ])
  })
})

describe('allowed imports', () => {
  test.each([
    ['domain/a.ts', "import { fen } from './money/fen.ts'"],
    ['domain/a.test.ts', "import { test } from 'vitest'"],
    ['domain/a.test.ts', "import fc from 'fast-check'"],
    ['wire/a.ts', "import { z } from 'zod'"],
    ['server/transfers/a.ts', "import { x } from '../ledger/post-entries.ts'"],
    ['server/transfers/a.test.ts', "import { x } from '../payouts/receive-sheet.ts'"],
    ['server/payouts/a.ts', "import { x } from '../adapters/postgres/cursor.ts'"],
    ['server/payouts/a.ts', "import { x } from '../audit-log/record.ts'"],
    ['server/payouts/a.ts', "import { x } from '../refused.ts'"],
    ['server/payouts/a.test.ts', "import { x } from '../testing/login.ts'"],
    ['server/payouts/a.test.ts', "import { x } from '../processes/app.ts'"],
    ['server/processes/app.ts', "import { x } from '../payouts/routes.ts'"],
    ['web/app/routes.tsx', "import { x } from '../accounts/accounts-page.tsx'"],
    ['web/sign/a.tsx', "import { call } from '../api/client.ts'"],
    ['web/sign/a.tsx', "import { useState } from 'react'"],
    ['web/sign/a.test.ts', "import { test } from 'vitest'"],
    ['web/vite.config.ts', "import { join } from 'node:path'"],
    ['scripts/a.ts', "import { x } from '@paywages/server/adapters/x.ts'"],
    ['domain/a.ts', "// import { z } from 'zod'"],
    ['domain/a.ts', "/*\nimport { z } from 'zod'\n*/"],
  ])('accepts in %s: %s', (file, line) => {
    expect(check({ [file]: line })).toEqual([])
  })
})

describe('permissions that nothing uses', () => {
  const unused = (files: Record<string, string>) => findUnused(new Map(Object.entries(files)))
  const arrow = 'scripts/walls.ts:1 server/session never imports server/accounts; take the arrow out'
  const face = 'scripts/walls.ts:1 no slice imports server/accounts/store.ts; take it off the face'

  test('an arrow and a file of a face are reported while no import takes them', () => {
    expect(unused({})).toEqual(expect.arrayContaining([arrow, face]))
  })

  test('one import takes both', () => {
    const left = unused({ 'server/session/a.ts': "import { x } from '../accounts/store.ts'" })
    expect(left).not.toContain(arrow)
    expect(left).not.toContain(face)
  })

  test('a test takes the arrow, but needs no face', () => {
    const left = unused({ 'server/session/a.test.ts': "import { x } from '../accounts/store.ts'" })
    expect(left).not.toContain(arrow)
    expect(left).toContain(face)
  })

  test('whoever puts the server together takes neither', () => {
    const text = "import { x } from './accounts/store.ts'"
    expect(unused({ 'server/app.ts': text })).toEqual(expect.arrayContaining([arrow, face]))
  })
})

test('reports an import circle once, with its full path, including type imports', () => {
  const files = {
    'domain/a.ts': "import { b } from './b.ts'",
    'domain/b.ts': "import type { c } from './c.ts'",
    'domain/c.ts': "\nimport { a } from './a.ts'",
    'domain/d.ts': "import { a } from './a.ts'",
  }
  expect(check(files)).toEqual([
    'domain/c.ts:2 import circle: domain/a.ts → domain/b.ts → domain/c.ts → domain/a.ts',
  ])
})

test.each([
  'server/utils/money.ts',
  'web/ui/helpers.tsx',
  'domain/common/a.ts',
  'wire/types.ts',
  'server/services/a.ts',
])('rejects the meaningless name %s', (file) => {
  expect(check({ [file]: '' })).toHaveLength(1)
})

describe('wire names', () => {
  test.each([
    'server/payouts/store.ts',
    'web/payouts/page.tsx',
    'domain/a.ts',
    'server/migrations/0001-a.sql',
  ])('are rejected in %s', (file) => {
    expect(check({ [file]: '\nrow.umoney' })).toEqual([
      `${file}:2 the wire name "umoney" belongs in wire/ only`,
    ])
  })

  test.each(['wire/payouts/shapes.ts', 'e2e/payouts.ts', 'server/payouts/store.test.ts'])(
    'are allowed in %s',
    (file) => {
      expect(check({ [file]: 'row.umoney' })).toEqual([])
    },
  )

  test('match whole words only', () => {
    expect(check({ 'domain/a.ts': 'const shopId = stop(opIds)' })).toEqual([])
  })
})
