// The limits' calls.

import { maskIdCardNo } from '@paywages/domain/personal/mask.ts'
import { pageOf } from '@paywages/wire/paging.ts'
import { LIMIT_SEAL } from '../adapters/personal-data/contexts.ts'
import type { House } from '../house.ts'
import type { Handlers } from '../http/call.ts'
import { addLimitUser, liftLimitUser } from './keep-limit-users.ts'
import { listLimitUsers } from './store.ts'

export function limitRoutes(
  house: House,
): Pick<Handlers, 'addLimitUser' | 'listLimitUsers' | 'removeLimitUser'> {
  return {
    addLimitUser: ({ ask, by }) => addLimitUser(house, by, ask),
    listLimitUsers: async ({ ask, scope }) => {
      const { rows, count } = await house.database.look((tx) => listLimitUsers(tx, scope, ask, pageOf(ask)))
      const shown = rows.map(({ sealedId, providerId, ...row }) => ({
        ...row,
        everywhere: providerId === null,
        idCardNo: maskIdCardNo(house.cipher.open(sealedId, LIMIT_SEAL)),
      }))
      return { rows: shown, count }
    },
    removeLimitUser: async ({ ask, by }) => {
      await liftLimitUser(house, by, ask.limitId, ask.reason)
      return undefined
    },
  }
}
