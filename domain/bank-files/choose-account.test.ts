// Which account a start goes by, case by case.

import { expect, it } from 'vitest'
import { chooseAccount, DIRECT } from './choose-account.ts'

const CHANGED = { refusal: 'paying-account-changed' }
const DISABLED = { refusal: 'paying-account-disabled' }

it.each([
  ['nothing said', 7, [7, 8], false, undefined, false, { accountId: 7 }],
  ['the default', 7, [7, 8], false, 7, false, { accountId: 7 }],
  ['another, where the default is taken', 7, [7, 8], false, 8, false, CHANGED],
  ['another, where the starter chooses', 7, [7, 8], true, 8, false, { accountId: 8 }],
  ['a disabled or foreign one', 7, [7, 8], true, 9, false, DISABLED],
  ['direct, which the provider has not', 7, [7, 8], true, DIRECT, false, DISABLED],
  ['direct, which it has', 7, [7, DIRECT], true, DIRECT, false, { accountId: DIRECT }],
  ['kept, although the default is another now', 8, [7, 8], false, 7, true, { accountId: 7 }],
  ['kept, disabled since', 8, [8], false, 7, true, DISABLED],
  ['kept direct, where all go by files now', 8, [8], true, DIRECT, true, DISABLED],
  ['an earlier release’s schedule', 8, [8], false, undefined, true, { accountId: 8 }],
  ['no account at all', DIRECT, [DIRECT], false, DIRECT, true, { accountId: DIRECT }],
] as const)('%s', (_, defaultId, usableIds, starterChooses, accountId, kept, expected) =>
  expect(chooseAccount({ defaultId, usableIds, starterChooses }, { accountId, kept })).toEqual(expected),
)
