// The product's own database, for what no call does: time that has passed, files that are gone.

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import type { Product } from './product.ts'

async function connect(product: Product): Promise<pg.Client> {
  const password = (await readFile(join(product.folder, 'postgres/password'), 'utf8')).trim()
  const running = await readFile(join(product.folder, 'postgres/cluster/postmaster.pid'), 'utf8')
  const client = new pg.Client({
    host: '127.0.0.1',
    port: Number(running.split('\n')[3]),
    user: 'paywages',
    database: 'paywages',
    password,
    // By hand, past all stores: let through as the newest release's writes are.
    options: '-c paywages.release=9999',
  })
  await client.connect()
  return client
}

/** Keeps everyone from writing to a table until the given function is called. */
export async function holdTable(product: Product, table: string): Promise<() => Promise<void>> {
  const client = await connect(product)
  await client.query('begin')
  await client.query(`lock table ${pg.escapeIdentifier(table)} in share row exclusive mode`)
  return () => client.end()
}

/** How many rows a question finds. */
export async function countInDatabase(product: Product, question: string): Promise<number> {
  const client = await connect(product)
  const { rowCount } = await client.query(question)
  await client.end()
  return rowCount ?? 0
}

/** How many rows it changed. */
export async function changeInDatabase(
  product: Product,
  statement: string,
  values: readonly unknown[],
): Promise<number> {
  const client = await connect(product)
  const { rowCount } = await client.query(statement, [...values])
  await client.end()
  return rowCount ?? 0
}
