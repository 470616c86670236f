// What the thread that judges rows loads: it starts with the first upload after a pause, and whoever uploads waits for it.

import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const LOADED = `
  import { registerHooks } from 'node:module'
  const packages = new Set()
  registerHooks({
    load(url, context, next) {
      const name = /node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(url)?.[1]
      if (name) packages.add(name)
      return next(url, context)
    },
  })
  await import(${JSON.stringify(new URL('./judge-thread.ts', import.meta.url).href)})
  console.log([...packages].sort().join(' '))`

it('starts without the query builder, which takes longer to load than all else', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', LOADED])
  expect(stdout.trim().split(' ')).toEqual(['bankcard'])
})
