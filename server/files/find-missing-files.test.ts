// Files and database restored to different moments: what the database names and the store does not have is told.

import { afterAll, beforeAll, expect, it } from 'vitest'
import { clientOf, signIn } from '../testing/client.ts'
import { openSamples } from '../testing/endpoint-samples.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'
import { findMissingFiles } from './find-missing-files.ts'
import { showFileCheck, watchFiles } from './watch-files.ts'

let services: TestServices
let samples: Awaited<ReturnType<typeof openSamples>>
beforeAll(async () => {
  services = await openTestServices()
  samples = await openSamples(services)
})
afterAll(() => services.close())

it('names the files that the store lost, and none that it has', async () => {
  const { file } = samples
  const [kept, lost] = [await file('payA1', 'A1'), await file('payA1', 'A1')]
  services.clock.advance(1)
  expect(await findMissingFiles(services)).toEqual({ count: 0, named: [], unnamed: 0 })
  await services.files.remove(`files/${lost}`)
  expect(await findMissingFiles(services)).toEqual({
    count: 1,
    named: [`document files/${lost}`],
    unnamed: 0,
  })
  // The reverse: the files are newer than the database.
  await services.query('delete from files where file_id = $1', [kept])
  expect(await findMissingFiles(services)).toMatchObject({ count: 1, unnamed: 1 })
})

it('is told by metric and to the managers, until a check finds all of them', async () => {
  const { file } = samples
  const lost = await file('payA1', 'A1')
  services.clock.advance(1)
  const told = async () => {
    const kinds = async (account: string) => {
      const { token } = await signIn(services, account)
      const { todos } = await clientOf(services, token).answer('todos', {})
      return todos.filter(({ kind }) => kind === 'missing-files').map(({ count }) => count)
    }
    await showFileCheck(services)
    const { values } = await services.metrics.filesMissing.get()
    return [values[0]?.value, await kinds('managerA'), await kinds('payA1')]
  }
  const before = await watchFiles(services)
  expect(await told()).toEqual([before.missing, before.missing > 0 ? [before.missing] : [], []])
  await services.files.remove(`files/${lost}`)
  await watchFiles(services)
  expect(await told()).toEqual([before.missing + 1, [before.missing + 1], []])
  await services.query("delete from files where state = 'stored'")
  expect((await watchFiles(services)).missing).toBe(0)
  expect(await told()).toEqual([0, [], []])
})
