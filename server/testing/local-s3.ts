// Runs an S3 stand-in inside the test process, on a free loopback port.

import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { S3Settings } from '../adapters/config/s3-settings.ts'

export type LocalS3 = { readonly settings: S3Settings; readonly stop: () => Promise<void> }

type S3rver = { run: () => Promise<{ port: number }>; close: () => Promise<void> }
type S3rverOptions = Readonly<Record<string, unknown>>

export async function startLocalS3(): Promise<LocalS3> {
  // It ships no types.
  const S3rver = createRequire(import.meta.url)('s3rver') as new (options: S3rverOptions) => S3rver
  const directory = await mkdtemp(join(tmpdir(), 'paywages-s3-'))
  const bucket = 'paywages-test'
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    vhostBuckets: false,
    configureBuckets: [{ name: bucket }],
  })
  const { port } = await server.run()
  const keys = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }
  return {
    settings: { endpoint: `http://127.0.0.1:${port}`, bucket, region: 'us-east-1', ...keys },
    stop: async () => {
      await server.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
