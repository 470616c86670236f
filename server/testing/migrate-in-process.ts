/** A migrate as a process of its own, which a test can kill: migrate-in-process.ts URL FOLDER. */
import { migrate } from '../adapters/postgres/migrate.ts'

const [url = '', folder = ''] = process.argv.slice(2)
await migrate(url, { folder, jobs: false })
