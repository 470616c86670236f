// Every file in a folder and in the folders within, for tests that ask what was left behind.

import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** A folder that is not there holds none. */
export async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}
