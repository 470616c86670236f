// A sheet that was given back stays until its dialog is closed, and never longer than the session.

import type { UploadResult } from '@paywages/wire/payouts/shapes.ts'
import { expect, it } from 'vitest'
import { clearUser } from '../api/known-user.ts'
import { keepRejection, keptRejection } from './kept-rejection.ts'

const rejection = { result: { badCount: 2 } as UploadResult, fileName: '工资.xlsx' }

it('keeps the rejection until it is closed', () => {
  keepRejection(rejection)
  expect(keptRejection()).toEqual(rejection)
  keepRejection(undefined)
  expect(keptRejection()).toBeUndefined()
})

it('forgets it at logout', () => {
  keepRejection(rejection)
  clearUser()
  expect(keptRejection()).toBeUndefined()
})
