// Every list whose call can be narrowed to a company shows the one filter by company.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type EndpointName, endpoints } from '@paywages/wire/endpoints.ts'
import { expect, it } from 'vitest'

const WEB = join(import.meta.dirname, '../web')

/** A balance runs through the lines of one company: there managers always have one chosen. */
const ALWAYS_ONE = ['batchFlow']

it('every list whose call is asked for a company has the filter', () => {
  const found = readdirSync(WEB, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx') && !/node_modules|dist/.test(file))
    .map((file) => readFileSync(join(WEB, file), 'utf8'))
    .flatMap((text) =>
      [...text.matchAll(/<ListPage\s+endpoint=\{(\w+)\}/g)].map(([, name = '']) => ({
        name,
        asks: text.includes('useProviderFilter('),
      })),
    )
    .filter(({ name }) => {
      const { scope } = endpoints[name as EndpointName]
      return scope.rule === 'list' && 'provider' in scope && scope.provider !== undefined
    })
  expect(found.length).toBeGreaterThan(15)
  const without = found.filter(({ asks }) => !asks).map(({ name }) => name)
  expect(without).toEqual(ALWAYS_ONE)
})
