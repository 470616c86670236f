// What npm records in node_modules is held against the lock file, package by package.

import { describe, expect, test } from 'vitest'
import { missingPackages } from './installed-packages.mjs'

const machine = { os: 'linux', cpu: 'x64', libc: 'glibc' }
const wanted = { version: '1.2.3', integrity: 'sha512-a' }

describe('a package counts as installed', () => {
  test.each([
    ['as it is named', wanted, wanted, true],
    ['not where it is missing', wanted, undefined, false],
    ['not in another version', wanted, { ...wanted, version: '1.2.4' }, false],
    ['not with other bytes', wanted, { ...wanted, integrity: 'sha512-b' }, false],
    ['not where tools for developing were left out', { ...wanted, dev: true }, undefined, false],
    ['not where what is optional was left out', { ...wanted, optional: true }, undefined, false],
    ['where it is for another system', { ...wanted, optional: true, os: ['darwin'] }, undefined, true],
    ['where it is for all systems but this', { ...wanted, optional: true, os: ['!linux'] }, undefined, true],
    [
      'not where all systems but another have it',
      { ...wanted, optional: true, os: ['!win32'] },
      undefined,
      false,
    ],
    ['where it is for another processor', { ...wanted, optional: true, cpu: ['arm64'] }, undefined, true],
    ['where it is for another C library', { ...wanted, optional: true, libc: ['musl'] }, undefined, true],
    [
      'not where it is for this machine',
      { ...wanted, optional: true, os: ['linux'], cpu: ['x64'], libc: ['glibc'] },
      undefined,
      false,
    ],
    ['not where only others are optional', { ...wanted, os: ['darwin'] }, undefined, false],
  ])('%s', (_, inLock, installed, counts) => {
    const packages = { '': {}, 'node_modules/one': inLock }
    const missing = missingPackages(
      { packages },
      { packages: installed ? { 'node_modules/one': installed } : {} },
      machine,
    )
    expect(missing).toEqual(counts ? [] : ['node_modules/one'])
  })
})
