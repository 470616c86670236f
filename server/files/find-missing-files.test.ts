// Files and database restored to different moments: what the database names and the store does not have is told.

import { afterAll, beforeAll, expect, it } from 'vitest'
import { openSamples } from '../testing/endpoint-samples.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'
import { findMissingFiles } from './find-missing-files.ts'

let services: TestServices
beforeAll(async () => {
  services = await openTestServices()
})
afterAll(() => services.close())

it('names the files that the store lost, and none that it has', async () => {
  const { file } = await openSamples(services)
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
