// What the category select offers.

import { expect, it } from 'vitest'
import { categoryGroups } from './category-groups.ts'

const category = (categoryId: number, categoryName: string, serviceItemName: string) => ({
  categoryId,
  categoryName,
  serviceItemName,
})
const design = category(1, '设计服务', '信息技术')
const software = category(2, '软件服务', '信息技术')
const labour = category(3, '劳务服务', '人力资源')

it('groups categories by service item where there are several', () => {
  expect(categoryGroups([design, labour, software], undefined)).toEqual([
    {
      label: '信息技术',
      options: [
        { value: 1, label: '设计服务' },
        { value: 2, label: '软件服务' },
      ],
    },
    { label: '人力资源', options: [{ value: 3, label: '劳务服务' }] },
  ])
})

it('omits the group for a single service item and returns nothing for none', () => {
  expect(categoryGroups([design], undefined)).toEqual([{ value: 1, label: '设计服务' }])
  expect(categoryGroups([], undefined)).toEqual([])
})

it('keeps a disabled category of the record and lists an enabled one once', () => {
  expect(categoryGroups([design], { categoryId: 9, categoryName: '旧类目' })).toEqual([
    { value: 9, label: '旧类目（已停用）' },
    { value: 1, label: '设计服务' },
  ])
  expect(categoryGroups([design], design)).toHaveLength(1)
})
