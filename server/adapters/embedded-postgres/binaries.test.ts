// Where the database binaries are found, copied and linked.

import { mkdir, mkdtemp, readlink, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createMissingLinks } from './binaries.ts'

test('creates the library links that npm leaves out under --ignore-scripts, and only once', async () => {
  const home = await mkdtemp(join(tmpdir(), 'paywages-links-'))
  const lib = join(home, 'native', 'lib')
  await mkdir(lib, { recursive: true })
  await writeFile(join(lib, 'libpq.so.5.18'), '')
  await writeFile(
    join(home, 'native', 'pg-symlinks.json'),
    JSON.stringify([{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }]),
  )
  await createMissingLinks(join(home, 'native'))
  await createMissingLinks(join(home, 'native'))
  expect(await readlink(join(lib, 'libpq.so.5'))).toBe('libpq.so.5.18')
  await rm(home, { recursive: true })
})
