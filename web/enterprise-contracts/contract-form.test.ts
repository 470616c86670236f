// The form of a contract: what it asks, what it refuses by itself, and what it says of other people's saves.

import type { EnterpriseContract } from '@paywages/wire/enterprise-contracts/shapes.ts'
import dayjs from 'dayjs'
import { expect, it } from 'vitest'
import { changesSince, followOthers, inputOf, problemOf, typedOf } from './contract-form.ts'

const made = { fileId: 'made', fileName: 'HT2026110001.pdf', url: '', size: 1 }
const contract: EnterpriseContract = {
  contractId: 7,
  contractNo: 'HT2026110001',
  contractName: '综合服务合同',
  providerId: 1,
  providerName: '星河科技',
  categoryId: null,
  categoryName: '',
  status: 'pending',
  serviceRate: 65_000,
  generatedAt: new Date(0),
  signedAt: null,
  beginDay: null,
  endDay: null,
  fileId: 'made',
  file: made,
  signed: false,
  version: 3,
}
const today = '2026-11-15'
const days = (begin: string, end: string) => [dayjs(begin), dayjs(end)] as const
const paper = { fileId: 'paper', name: '签署.pdf' }

it('fills the form from the contract and builds a trimmed request with its version', () => {
  const typed = typedOf(contract)
  expect(typed).toMatchObject({ term: null, fileId: { fileId: 'made', name: 'HT2026110001.pdf' } })
  expect(typed).not.toHaveProperty('categoryId')
  expect(inputOf(contract, { ...typed, contractName: ' 新名称 ', categoryId: 4 })).toEqual({
    contractId: 7,
    contractNo: 'HT2026110001',
    contractName: '新名称',
    categoryId: 4,
    status: 'pending',
    beginDay: null,
    endDay: null,
    fileId: 'made',
    version: 3,
  })
  const term = days('2026-12-01', '2027-11-30')
  expect(inputOf(contract, { ...typed, term })).toMatchObject({
    beginDay: '2026-12-01',
    endDay: '2027-11-30',
  })
})

it.each([
  ['pending', {}, undefined],
  ['effective', {}, ['fileId', '请先上传双方签署的合同文件，再设为生效']],
  ['effective', { fileId: paper }, ['term', '请选择合同起止日期']],
  [
    'effective',
    { fileId: paper, term: days('2025-01-01', '2025-12-31') },
    ['term', '合同期限已过，不能设为生效'],
  ],
  ['effective', { fileId: paper, term: days('2026-11-01', '2027-10-31') }, undefined],
  ['pending', { term: days('2026-12-01', '2026-12-01') }, ['term', '合同结束日期须晚于开始日期']],
  ['expired', {}, ['status', '合同不能改为该状态']],
  ['terminated', {}, undefined],
] as const)('validates a change to %s with %o: %o', (status, typed, problem) => {
  const found = problemOf(contract, { ...typedOf(contract), status, ...typed }, today)
  expect(found && [found.field, found.msg]).toEqual(problem)
})

it('accepts an already signed file and rejects any change to a closed contract', () => {
  const term = days('2026-11-01', '2027-10-31')
  const typed = { ...typedOf(contract), status: 'effective', term } as const
  expect(problemOf({ ...contract, signed: true }, typed, today)).toBeUndefined()
  expect(problemOf({ ...contract, status: 'terminated' }, typed, today)?.msg).toBe(
    '合同已到期或终止，不能再修改',
  )
})

it('lists what others changed since, comparing files by id', () => {
  expect(changesSince(contract, contract)).toEqual([])
  const now = {
    ...contract,
    contractName: '改过的名称',
    status: 'effective',
    beginDay: '2026-11-01',
    endDay: '2027-10-31',
    fileId: 'other',
    file: { ...made, fileId: 'other' },
  } as const
  expect(changesSince(contract, now)).toEqual([
    { label: '合同名称', now: '改过的名称' },
    { label: '合同状态', now: '生效中' },
    { label: '起止日期', now: '2026-11-01 至 2027-10-31' },
    { label: '合同文件', now: 'HT2026110001.pdf' },
  ])
})

it('keeps typed values after another save and takes over the rest', () => {
  const now = { ...contract, contractName: '他们的名称', categoryId: 5, status: 'effective' } as const
  const typed = { ...typedOf(contract), contractNo: 'MY-1', term: days('2026-12-01', '2027-11-30') }
  expect(followOthers(typed, contract, now)).toEqual({
    ...typed,
    contractName: '他们的名称',
    categoryId: 5,
    status: 'effective',
  })
  expect(followOthers({ ...typed, contractName: '我的名称' }, contract, now).contractName).toBe('我的名称')
  expect(followOthers({ ...typed, status: 'terminated' }, contract, now).status).toBe('terminated')
  const wasInForce = { ...contract, status: 'effective' } as const
  const backwards = { ...typed, status: 'pending' } as const
  expect(followOthers(backwards, wasInForce, wasInForce).status).toBe('effective')
})
