// People restricted from transfers: list, add, remove (spec §2, §7, D26).

import { isIdCardNo } from '@paywages/domain/identity/id-card.ts'
import { isPersonName } from '@paywages/domain/identity/person-name.ts'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { paging } from '../paging.ts'
import { at, same, shape } from '../shape.ts'
import { flag, id, idInQuery, instant, shown, text } from '../values.ts'
import { limitTexts } from './messages.ts'

const personName = text({ required: limitTexts.nameMissing, max: 60 }).refine(
  isPersonName,
  limitTexts.nameWrong,
)
const idCardNo = z
  .string({ error: limitTexts.idMissing })
  .trim()
  .toUpperCase()
  .min(1, limitTexts.idMissing)
  .refine(isIdCardNo, limitTexts.idWrong)

export const addLimitUser = endpoint({
  method: 'POST',
  path: '/add/limituser',
  purpose:
    'Restricts a person from transfers of one’s own provider, of one in scope, or (super managers) of all.',
  right: 'console',
  scope: { rule: 'record', kind: 'provider', at: 'providerId', optional: true },
  input: shape({
    name: at('userName', personName),
    idCardNo: at('userAccno', idCardNo),
    providerId: at('providerId', id.optional()),
    everywhere: at('allProviders', flag.optional()),
  }),
  reply: { form: 'data', data: id },
  failure: limitTexts.addFailed,
})

const limitUserShape = shape({
  ...same({ limitId: id, providerName: shown }),
  name: at('userName', shown),
  idCardNo: at('userAccno', shown),
  everywhere: at('allProviders', flag),
  addedBy: at('createName', shown),
  addedAt: at('createTime', instant),
})
export type LimitUser = z.output<typeof limitUserShape>

export const listLimitUsers = endpoint({
  method: 'GET',
  path: '/limitusers',
  purpose: 'Lists the restricted people in scope, with those restricted everywhere.',
  right: 'console',
  scope: { rule: 'list', provider: 'providerId' },
  input: shape({
    name: at('userName', text({ max: 30 }).optional()),
    providerId: at('providerId', idInQuery.optional()),
    ...paging,
  }),
  reply: { form: 'list', row: limitUserShape },
  failure: limitTexts.listFailed,
})

export const removeLimitUser = endpoint({
  method: 'POST',
  path: '/limituser/remove',
  purpose: 'Lifts a restriction, with a reason.',
  right: 'manager',
  scope: { rule: 'record', kind: 'limit-user', at: 'limitId' },
  input: shape({
    limitId: at('limitId', id),
    reason: at('reason', text({ required: '请输入原因', max: 100 })),
  }),
  reply: { form: 'nothing' },
  failure: limitTexts.generic,
})
