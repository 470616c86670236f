/** The YAML parser that tests of deploy/ read with; undefined in a checkout whose packages are older than its lock file. */
import { createRequire } from 'node:module'

export type YamlParser = {
  // biome-ignore lint/suspicious/noExplicitAny: what a YAML file holds is known to its test alone.
  parse(text: string, options?: { merge: boolean }): any
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  parseAllDocuments(text: string): { errors: unknown[]; toJSON(): any }[]
}

function find(): YamlParser | undefined {
  try {
    return createRequire(import.meta.url)('yaml') as YamlParser
  } catch {
    return undefined
  }
}

const found = find()

export const hasYaml = found !== undefined

export function yaml(): YamlParser {
  if (found === undefined) throw new Error('run npm ci: the package yaml is missing')
  return found
}
