// Holds sealed values and lookup hashes against the vectors of ADR 25: rows of every release must stay readable.

import { expect, it } from 'vitest'
import { openCipher } from './cipher.ts'
import { openKeyRing } from './key-ring.ts'

const ring = openKeyRing({ current: 'correct horse battery staple, 正确的马', old: [] })
const cipher = openCipher(ring)

it('derives the recorded key of the file store', () => {
  expect(ring.current('file-store').export().toString('hex')).toBe(
    'f0f2d7c15ac0034c7d2f92a2345c8889b39dceaab5be134ef17dc771f13a388c',
  )
})

it('opens the recorded value', () => {
  const sealed = '29b443f3:AAECAwQFBgcICQoLaUifq-fOy0nTJf2sZp3H8m9qBRCbXnM5a5pm'
  expect(cipher.open(sealed, 'providers.phone')).toBe('13912342001')
})

it('opens the recorded fields', () => {
  const sealed =
    '29b443f3:AAECAwQFBgcICQoLI1nP_pacjR-teu4C4pyuKB5RmCXgjfL9Vr9aZ9-1fSpLjkem6_kav58DXYgYFQ_LCET4gzvAEr2TmXjZwwr4o6c_ApTuMU4'
  expect(cipher.openFields(sealed, 'payout_rows.sealed')).toEqual({
    idCardNo: '330102199001011234',
    phone: '13912342001',
  })
})

it('seals in the same form', () => {
  const sealed = cipher.seal('13912342001', 'providers.phone')
  expect(sealed).toMatch(/^29b443f3:[A-Za-z0-9_-]{52}$/)
  expect(cipher.open(sealed, 'providers.phone')).toBe('13912342001')
})

it('hashes for lookups as recorded', () => {
  expect(cipher.shortHash('13912342001', 'phone')).toBe('pRvPvSXxzhu0H_9zRo7sTY')
  expect(cipher.lookupHash('13912342001', 'phone')).toBe('a51bcfbd-25f1-ce1b-b41f-ff73468eec4d')
})
