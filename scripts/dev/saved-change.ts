/** What a saved file asks of the running processes; the console's own files are Vite's. */
import type { ProcessName } from '../process-scripts.ts'

/** The folders to watch for the processes; web/ is watched by Vite already. */
export const WATCHED_FOLDERS = ['domain', 'wire', 'server', 'sandbox-bank'] as const

export type SavedChange = { readonly restart: readonly ProcessName[] } | 'migration' | 'nothing'

/** Programs, their data and templates; what editors write beside a file while they save it ends otherwise. */
const RUN = /\.(ts|json|typ|sql)$/
/** Tests and what only they use, settings of the compiler, hidden files. */
const NOT_RUN = /\.test\.ts$|^server\/testing\/|(^|\/)(tsconfig\.json$|node_modules\/|\.)/

/** The path is from the root of the repository, with forward slashes. */
export function savedChange(path: string): SavedChange {
  if (!RUN.test(path) || NOT_RUN.test(path)) return 'nothing'
  // A migration is applied once and never again, so a half-written one must not be applied on save.
  if (path.startsWith('server/migrations/')) return 'migration'
  if (/^(domain|wire|server)\//.test(path)) return { restart: ['api', 'worker'] }
  if (path.startsWith('sandbox-bank/')) return { restart: ['sandbox bank'] }
  return 'nothing'
}
