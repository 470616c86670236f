/** The order of test files: those that take minutes first, so that no lane works alone at the end. */
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** A fresh clone has no earlier times, and Vitest then takes a file's size for its length: these are short and take long. */
const LONG = /\/server\/(testing\/simulation|processes|adapters\/backup)\//

export class LongTestsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => LONG.test(moduleId)
    const sorted = await super.sort(files)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}
