// Names columns of a table as the code does: provider_id is selected as providerId, ids of eight bytes as numbers.

import { type AliasedRawBuilder, sql } from 'kysely'

type Camel<S extends string> = S extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : S

/** Columns of the aliased table for `select`, each under its name in camelCase. */
export function camelColumns<Alias extends string, Column extends string>(
  alias: Alias,
  columns: readonly Column[],
): { [C in Column]: `${Alias}.${C} as ${Camel<C>}` }[Column][] {
  return columns.map((column) => `${alias}.${column} as ${camel(column)}` as never)
}

/** Ids, sizes and counts of eight bytes, which come as bigints and are far from needing them; `T` for what may be null. */
export function numberColumns<T extends number | null = number, Column extends string = string>(
  alias: string,
  columns: readonly Column[],
): { [C in Column]: AliasedRawBuilder<T, Camel<C>> }[Column][] {
  return columns.map((column) => sql<T>`${sql.ref(`${alias}.${column}`)}::float8`.as(camel(column)) as never)
}

function camel(column: string): string {
  return column.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
}
