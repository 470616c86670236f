// Enterprise contracts: list, generate, edit, download, export (spec §2, §5, §7, D29).

import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { paging } from '../paging.ts'
import { at, same, shape } from '../shape.ts'
import { sorting } from '../sorting.ts'
import { dayAsInstant, id, idInQuery, requiredId, text } from '../values.ts'
import { contractTexts as texts } from './messages.ts'
import {
  contractFileId,
  contractStatus,
  enterpriseContractDetailShape,
  enterpriseContractShape,
  lackingShape,
} from './shapes.ts'

/** Of list and export; contractStatus -1 is "all" (spec §4). */
const filters = {
  contractNo: at('contractNo', text({ max: 30 }).optional()),
  contractName: at('contractName', text({ max: 30 }).optional()),
  categoryId: at('invoiceClassId', idInQuery.optional()),
  status: at('contractStatus', z.enum(['-1', '0', '1', '2', '3'], texts.statusWrong).optional()),
  providerId: at('providerId', idInQuery.optional()),
  /** Of the reminder: live ones whose term ends within thirty days. */
  ending: at('ending', z.enum(['0', '1'], texts.statusWrong).optional()),
}

export const listEnterpriseContracts = endpoint({
  method: 'GET',
  path: '/contract/list',
  purpose: 'Lists the enterprise contracts in scope, the newest first.',
  right: 'console',
  scope: { rule: 'list', provider: 'providerId' },
  input: shape({
    ...filters,
    ...sorting({
      contractNo: 'contractNo',
      beginDay: 'contractBegin',
      endDay: 'contractEnd',
      status: 'contractStatus',
    }),
    ...paging,
  }),
  reply: { form: 'list', row: enterpriseContractShape },
  failure: texts.listFailed,
})

export const enterpriseContractDetail = endpoint({
  method: 'GET',
  path: '/contract/detail',
  purpose: 'Gives one contract with its history.',
  right: 'console',
  scope: { rule: 'record', kind: 'enterprise-contract', at: 'contractId' },
  input: shape(same({ contractId: idInQuery })),
  reply: { form: 'data', data: enterpriseContractDetailShape },
  failure: texts.listFailed,
})

export const lackingContracts = endpoint({
  method: 'GET',
  path: '/contract/lacking',
  purpose:
    'Lists the enabled providers in scope without a live contract: those that generating makes one for.',
  right: 'manager',
  scope: { rule: 'list' },
  input: shape({}),
  reply: { form: 'list', row: lackingShape },
  failure: texts.generateFailed,
})

export const generateEnterpriseContracts = endpoint({
  method: 'POST',
  path: '/contract/generate',
  purpose: 'Makes a contract for every provider in scope without a live one; the answer is how many.',
  right: 'manager',
  scope: { rule: 'list' },
  input: shape({}),
  reply: { form: 'data', data: z.number() },
  failure: texts.generateFailed,
})

export const saveEnterpriseContract = endpoint({
  method: 'POST',
  path: '/contract/save',
  purpose:
    'Edits a live contract; a file other than the present one is the signed paper, and must have been uploaded by the same person.',
  right: 'manager',
  scope: { rule: 'record', kind: 'enterprise-contract', at: 'contractId' },
  input: shape({
    contractId: at('contractId', requiredId(texts.idWrong)),
    contractNo: at('contractNo', text({ required: texts.numberMissing, max: 30 })),
    contractName: at('contractName', text({ required: texts.nameMissing, max: 30 })),
    categoryId: at('invoiceClassId', requiredId(texts.categoryMissing)),
    status: at('contractStatus', contractStatus),
    beginDay: at('contractBegin', dayAsInstant(texts.termMissing).nullish()),
    endDay: at('contractEnd', dayAsInstant(texts.termMissing).nullish()),
    fileId: at('fileId', contractFileId),
    /** As it was read; without it the last save wins. */
    version: at('version', id.optional()),
  }),
  reply: { form: 'nothing' },
  failure: texts.saveFailed,
})

export const downloadEnterpriseContract = endpoint({
  method: 'GET',
  path: '/contract/download',
  purpose: 'Streams the signed contract, or else the generated PDF; inline=1 shows it in place.',
  right: 'console',
  scope: { rule: 'record', kind: 'enterprise-contract', at: 'contractId' },
  input: shape({
    contractId: at('contractId', idInQuery),
    inline: at('inline', text({ max: 1 }).optional()),
  }),
  reply: { form: 'download', stored: true },
  failure: texts.downloadFailed,
})

export const exportEnterpriseContracts = endpoint({
  method: 'GET',
  path: '/contract/export',
  purpose: 'Exports the enterprise contracts of the same filters.',
  right: 'console',
  scope: { rule: 'list', provider: 'providerId' },
  input: shape(filters),
  reply: { form: 'download' },
  failure: texts.exportFailed,
})
