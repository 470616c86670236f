import { expect, it } from 'vitest'
import { heldSince } from './file-hold.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 10, 17, 0, minute))

it.each([
  ['never restored', null, null, undefined],
  ['restored, nobody has compared', at(5), null, at(5)],
  ['compared after an earlier restore only', at(5), at(4), at(5)],
  ['compared after this restore', at(5), at(5), undefined],
  ['compared, and restored to before the restore was noted', null, at(5), undefined],
])('%s', (_, restoredAt, comparedFor, held) => {
  expect(heldSince({ restoredAt, comparedFor })).toEqual(held)
})
