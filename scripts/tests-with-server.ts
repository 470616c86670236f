/** The test files outside of `server/` that run with the server's: they need a database, or kill processes for half a minute. */
export const TESTS_WITH_SERVER: readonly string[] = [
  'scripts/backup-commands.test.ts',
  'scripts/create-super-manager.test.ts',
  'scripts/reconcile.test.ts',
  'scripts/seed-demo.test.ts',
  'scripts/start-upgrade.test.ts',
  'scripts/verify.test.ts',
  'sandbox-bank/process.test.ts',
]
