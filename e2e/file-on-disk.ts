// Files that the browser reads where they lie, as a person's: bytes handed to it inside a message cost it a second for each few megabytes.

import { mkdir, truncate, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { TestInfo } from '@playwright/test'

/** With that content, or with so many zeros, which take no room. */
export async function fileOnDisk(
  testInfo: TestInfo,
  name: string,
  content: Buffer | number,
): Promise<string> {
  const path = testInfo.outputPath(name)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, typeof content === 'number' ? '' : content)
  if (typeof content === 'number') await truncate(path, content)
  return path
}
