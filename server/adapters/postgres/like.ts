// Substring search that treats what people type as plain text.

import { type RawBuilder, sql } from 'kysely'

/** `%` and `_` typed by a person stand for themselves. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, (character) => `\\${character}`)}%`
}

/**
 * That a name holds this part, as an index of name_grams finds it: a name that holds the part holds all of its pairs of characters. Not every
 * name that holds the pairs holds the part, so that is asked too.
 */
export function nameHolds(column: string, part: string): RawBuilder<boolean> {
  const name = sql.ref(column)
  return sql<boolean>`(name_grams(${name}) @> ${gramsOf(part)}::text[] and ${name} like ${containing(part)})`
}

function gramsOf(part: string): string[] {
  const characters = [...part]
  return characters.length === 1
    ? characters
    : characters.slice(1).map((next, at) => `${characters[at]}${next}`)
}
