import { expect, it } from 'vitest'
import { askedBeforeDirectStart, heldSince } from './file-hold.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 10, 17, 0, minute))

it.each([
  ['never restored', null, null, undefined],
  ['restored, nobody has compared', at(5), null, at(5)],
  ['compared after an earlier restore only', at(5), at(4), at(5)],
  ['compared after this restore', at(5), at(5), undefined],
  ['compared after an earlier restore, before the clock was set back', at(5), at(6), at(5)],
  ['compared, and restored to before the restore was noted', null, at(5), undefined],
])('%s', (_, restoredAt, comparedFor, held) => {
  expect(heldSince({ restoredAt, comparedFor })).toEqual(held)
})

it.each([
  ['a server that was looked through', false, false, true, false, false],
  ['merely restarted, nobody has looked', false, false, false, false, true],
  ['held', false, true, true, true, true],
  ['held, and restarted', false, true, false, true, true],
  ['another server', true, false, false, true, true],
  ['another server, looked through before it was compared', true, false, true, true, true],
])('before a direct start: %s', (_, isOther, isHeld, isLookedThrough, accounts, forgottenFiles) => {
  expect(askedBeforeDirectStart({ isOther, isHeld, isLookedThrough })).toEqual({ accounts, forgottenFiles })
})
