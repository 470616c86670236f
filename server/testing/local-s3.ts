// Runs an S3 stand-in inside the test process, on a free loopback port.

import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { S3Settings } from '../adapters/config/s3-settings.ts'

export type LocalS3 = { readonly settings: S3Settings; readonly stop: () => Promise<void> }

type S3rver = { run: () => Promise<{ port: number }>; close: () => Promise<void> }
type S3rverOptions = Readonly<Record<string, unknown>>

const require = createRequire(import.meta.url)

/**
 * Whoever asks for the second page of a listing has a token that the stand-in seals by DES, which OpenSSL no longer has: it answered 500.
 * Triple DES with the same key three times is DES. Only what is taken from the module as an object meets this, as the stand-in does.
 */
function bringBackDes(): void {
  const crypto = require('node:crypto') as { [name in 'createCipheriv' | 'createDecipheriv']: Sealing }
  for (const name of ['createCipheriv', 'createDecipheriv'] as const) {
    const original = crypto[name]
    crypto[name] = (algorithm, key, ...rest) =>
      algorithm === 'des'
        ? original('des-ede3-cbc', Buffer.concat([key, key, key]), ...rest)
        : original(algorithm, key, ...rest)
  }
}

type Sealing = (algorithm: string, key: Buffer, ...rest: unknown[]) => unknown

bringBackDes()

export async function startLocalS3(): Promise<LocalS3> {
  // It ships no types.
  const S3rver = require('s3rver') as new (options: S3rverOptions) => S3rver
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
