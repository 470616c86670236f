// Styles of components that no page uses go, whatever else stays; one that is bundled all the same is found.

import { describe, expect, it } from 'vitest'
import { bundledUnused, withoutUnused } from './antd-styles.ts'

describe('withoutUnused', () => {
  it.each([
    ['a rule of a component in use', '.ant-modal .ant-modal-close:hover{top:0}'],
    ['what belongs to no component', '.ant-fade-enter,.anticon,a{top:0}'],
    ['a name that begins like an unused one', '.ant-tablet{top:0}'],
    ['a component whose part is named like an unused one', '.ant-select-tree{top:0}'],
    ['what matches only where an unused one is not', '.ant-btn:not(.ant-table):not(:is(.ant-card)){top:0}'],
    ['what holds for others too', '.ant-form-item:has(>.ant-switch:only-child,>.ant-rate:only-child){top:0}'],
    ['keyframes', '@keyframes antFade{0%{opacity:0}to{opacity:1}}'],
  ])('keeps %s', (_, css) => {
    expect(withoutUnused(css)).toBe(css)
  })

  it.each([
    ['a rule of an unused component', '.ant-table{top:0}'],
    ['a part of it inside one in use', '.ant-modal .ant-table-cell{top:0}'],
    ['one whose name goes on after a used one', '.ant-input-number-handler{top:0}'],
    ['a block that is left empty', '@media (width>1px){.ant-table{top:0}}'],
  ])('leaves out %s', (_, css) => {
    expect(withoutUnused(css)).toBe('')
  })

  it('leaves out single selectors of a rule', () => {
    expect(withoutUnused('.ant-table td,.ant-modal p{top:0}')).toBe('.ant-modal p{top:0}')
  })
})

it('names an unused component whose styles are bundled', () => {
  const modules = ['antd/es/table/style/index.js', 'antd/es/card/card.js', 'antd/es/modal/style/index.js']
  expect(bundledUnused(modules.map((path) => `/node_modules/${path}`))).toEqual(['table'])
})
