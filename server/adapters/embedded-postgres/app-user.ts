/** Keeps the application's own user in the cluster, in data folders of earlier releases too: it owns nothing there. */
import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { exists, give, type Place } from './place.ts'

export const appUser = 'paywages_app'

/** Its password; a lost file is no loss, since nobody else knows the password. */
export async function ensureAppUser(client: pg.Client, place: Place): Promise<string> {
  const file = join(place.home, 'app-password')
  const known = (await exists(file)) ? (await readFile(file, 'utf8')).trim() : ''
  const { rowCount } = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [appUser])
  if (known !== '' && rowCount === 1) return known
  const password = known || randomBytes(24).toString('base64url')
  await writeFile(file, `${password}\n`, { mode: 0o600 })
  await give(file, place.user)
  const verb = rowCount === 1 ? 'ALTER' : 'CREATE'
  await client.query(`${verb} ROLE ${appUser} LOGIN PASSWORD ${pg.escapeLiteral(password)}`)
  return password
}
