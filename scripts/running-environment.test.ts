// A command finds the running product by its folder: database, keys and every store, and nothing else of its environment.

import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { environmentOfRunning, environmentWithDatabase, noteRunning } from './running-environment.ts'

it('hands on database, keys and stores, for the owner’s eyes', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'running-'))
  try {
    const stores = {
      S3_ENDPOINT: 'https://store.example.com',
      S3_BUCKET: 'files',
      S3_STYLE: 'virtual-host',
      S3_CREDENTIALS_FILE: '/run/keys.json',
      AUDIT_S3_BUCKET: 'anchors',
      BACKUP_S3_CA_FILE: '/etc/own.pem',
    }
    const keys = { SECRET_KEY: 'new', SECRET_KEY_OLD: 'old', KEY_UNWRAP_URL: 'https://kms.example.com' }
    const told = { DATABASE_URL: 'postgres://a@b/c', DATA_DIR: folder, ...stores, ...keys }
    const end = noteRunning(folder, { ...told, PORT: '8080', LOG_LEVEL: 'debug', SECRET_KEY_NEXT: '' })
    expect(statSync(join(folder, 'running.json')).mode & 0o077).toBe(0)
    expect(environmentOfRunning({ DATA_DIR: folder, S3_BUCKET: 'another' })).toEqual(told)
    // Whoever names a database means that one.
    const own = { DATA_DIR: folder, DATABASE_URL: 'postgres://own@b/c' }
    for (const ask of [environmentOfRunning, environmentWithDatabase]) expect(ask(own)).toEqual(own)
    await end()
    expect(environmentOfRunning({ DATA_DIR: folder })).toEqual({ DATA_DIR: folder })
    expect(() => environmentWithDatabase({ DATA_DIR: folder })).toThrow(`No product runs in ${folder}`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
