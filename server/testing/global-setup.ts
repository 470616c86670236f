/** Starts the one PostgreSQL of a test run, and takes it away again. */
import type { TestProject } from 'vitest/node'
import { startTestServer, type TestServer } from './test-server.ts'

let server: TestServer | undefined

export async function setup(project: TestProject): Promise<void> {
  server = await startTestServer()
  project.provide('databaseServerUrl', server.url)
}

export async function teardown(): Promise<void> {
  await server?.stop()
}
