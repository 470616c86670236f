// The limits' calls.

import { maskIdCardNo } from '@paywages/domain/personal/mask.ts'
import { pageOf } from '@paywages/wire/paging.ts'
import { LIMIT_SEAL } from '../adapters/personal-data/contexts.ts'
import type { Services } from '../app-services.ts'
import type { Handlers } from '../http/call.ts'
import { addLimitUser, liftLimitUser } from './change-limit-users.ts'
import { listLimitUsers } from './store.ts'

export function limitRoutes(
  services: Services,
): Pick<Handlers, 'addLimitUser' | 'listLimitUsers' | 'removeLimitUser'> {
  return {
    addLimitUser: ({ input, by }) => addLimitUser(services, by, input),
    listLimitUsers: async ({ input, scope }) => {
      const { rows, count } = await services.database.query((tx) =>
        listLimitUsers(tx, scope, input, pageOf(input)),
      )
      const shown = rows.map(({ sealedId, providerId, ...row }) => ({
        ...row,
        everywhere: providerId === null,
        idCardNo: maskIdCardNo(services.cipher.open(sealedId, LIMIT_SEAL)),
      }))
      return { rows: shown, count }
    },
    removeLimitUser: async ({ input, by }) => {
      await liftLimitUser(services, by, input.limitId, input.reason)
      return undefined
    },
  }
}
