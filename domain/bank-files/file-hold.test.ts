import { expect, it } from 'vitest'
import { askedBeforeDirectStart, heldSince, mayBeHandedTo, mayBePaidByFile } from './file-hold.ts'

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

const company = (providerId: number, name: string, taxpayerId = '') => ({ providerId, name, taxpayerId })
const LOST = company(7, '星河科技有限公司', '91330100ma2b0x0x0x')

it.each([
  ['the same company', company(7, '星河科技有限公司'), LOST, company(7, '星河科技有限公司'), true],
  ['whoever has the id now', company(7, '远山有限公司'), LOST, company(7, '远山有限公司'), true],
  ['made anew under another id', company(8, ' 星河科技 有限公司'), LOST, undefined, true],
  ['made anew, and its id given to another', company(8, '星河科技有限公司'), LOST, company(7, '远山'), true],
  ['made anew as another name', company(8, '星河', '91330100MA2B0X0X0X'), LOST, undefined, true],
  ['another one', company(8, '远山有限公司', '91330100MA2B0X0X1X'), LOST, undefined, false],
  [
    'another one of the same taxpayer, where it is still there',
    company(8, '星河二号', LOST.taxpayerId),
    LOST,
    company(7, LOST.name),
    false,
  ],
  ['of a mark without names', company(8, ''), company(7, ''), undefined, false],
])('a forgotten file and %s', (_, asked, handed, owner, expected) => {
  expect(mayBeHandedTo(asked, handed, owner)).toBe(expected)
})

it.each([
  ['one payment that it held', undefined, 1, true],
  ['no payment that it held', undefined, 0, false],
  ['one of them, and its id given to another company', company(7, '远山'), 1, true],
  ['all of them, where its company is there still', company(7, '星河科技有限公司'), 40, false],
])(
  'a batch of another company with %s, of a file whose company was forgotten',
  (_, owner, repeated, expected) => {
    expect(mayBePaidByFile({ handed: LOST, owner, repeated })).toBe(expected)
  },
)
