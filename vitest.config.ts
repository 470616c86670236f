/** Says which tests exist and how they run: `rules` needs no database and takes moments, `server` shares one real PostgreSQL. */
import { configDefaults, defineConfig } from 'vitest/config'
import { TESTS_WITH_SERVER } from './scripts/tests-with-server.ts'

/** Ends what hangs. No test is about time, and on a shared host a machine may lose nine tenths of its speed for minutes. */
const HANGS_MS = 120_000

export default defineConfig({
  test: {
    // Files share a process: each keeps to its own database, and loading the server once per file would cost most of the run.
    isolate: false,
    pool: 'forks',
    // A third lane works while two wait for the database.
    maxWorkers: 3,
    // Most of what a test allocates is gone with it: with room for it, the collector copies a third as often.
    execArgv: ['--max-semi-space-size=64'],
    passWithNoTests: true,
    projects: [
      {
        test: {
          name: 'rules',
          include: ['domain', 'wire', 'web', 'sandbox-bank', 'scripts'].map(
            (room) => `${room}/**/*.test.{ts,tsx}`,
          ),
          exclude: [...configDefaults.exclude, ...TESTS_WITH_SERVER],
          testTimeout: HANGS_MS,
          hookTimeout: HANGS_MS,
        },
      },
      {
        test: {
          name: 'server',
          include: ['server/**/*.test.ts', ...TESTS_WITH_SERVER],
          globalSetup: ['server/testing/global-setup.ts'],
          testTimeout: HANGS_MS,
          hookTimeout: HANGS_MS,
        },
      },
    ],
  },
})
