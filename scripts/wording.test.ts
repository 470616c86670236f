// Words that were given up do not come back, and figures in sentences keep their spaces and separators.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '..')

/** What people are told now instead. */
const RETIRED: readonly (readonly [words: RegExp, instead: string])[] = [
  [/(?<!查)看明细/, '查看明细'],
  [/扣款后余(?!额)/, '扣款后余额'],
  [/'与台账'/, '台账核对'],
  [/此前已关联/, '已由其他对账单关联'],
  [/取消或恢复转账/, '取消转账 or 恢复转账, whichever happened'],
  [/'下载对账单'/, '下载月度账单'],
  [/添加限制转账人员/, '新增限制人员'],
  [
    /不通过'|不通过？|被退回'|'退回(处理|核实)意见|退回银行结果|'退回原因/,
    '拒绝, or 驳回 of batches, proofs and results',
  ],
  [/服务商|本企业|本公司|所在的公司|客户(即可|将|可以|开票|申请开票)/, '供应商'],
  [/供应商的?审核人/, '复核岗'],
  [/\d ?[Mm]['，。]|\d(MB|KB)/, '10 MB'],
  [
    /[\p{Script=Han}](\d+|\$\{\w+\})(元|笔|人|行|个)|第(\d+|\$\{\w+\})行/u,
    'a space on both sides of a figure',
  ],
  // Examples of ID numbers and the like begin a string; an identifier has letters beside it.
  [
    /[\p{Script=Han}，、] (?<![\d,.-])\d{5,}(?![\d.:-])|(?<![\w,.'-])\d{5,} ?[\p{Script=Han}]/u,
    'thousands with separators',
  ],
]

const FOLDERS = ['web', 'wire', 'server', 'domain', 'sandbox-bank']

function* sources(): Generator<string> {
  for (const folder of FOLDERS)
    for (const file of readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }))
      if (/\.tsx?$/.test(file) && !/test|node_modules|dist|fixtures/.test(file)) yield join(folder, file)
}

const isComment = (line: string) => /^\s*(\/\/|\*|\/\*)/.test(line)

it('no retired wording stands in what people are told', () => {
  const found: string[] = []
  for (const file of sources())
    for (const [index, line] of readFileSync(join(ROOT, file), 'utf8').split('\n').entries()) {
      if (!/\p{Script=Han}/u.test(line) || isComment(line)) continue
      for (const [words, instead] of RETIRED)
        if (words.test(line)) found.push(`${file}:${index + 1} ${line.trim()} → ${instead}`)
    }
  expect(found).toEqual([])
})

/** `${rows} 行`: the figure and what it counts. */
const COUNTED = /\$\{(\w+)\} (?:行|笔|人|张|条)/g

it('counts that may reach thousands pass figure() in what people are told', () => {
  const bare: string[] = []
  for (const file of sources()) {
    // The sandbox bank imports no room.
    if (!/(labels|messages|words|reasons)\.ts$/.test(file) || file.startsWith('sandbox-bank/')) continue
    const text = readFileSync(join(ROOT, file), 'utf8')
    for (const { 0: words, 1: name, index } of text.matchAll(COUNTED)) {
      // Whoever hands a text in has written its separators.
      const declared = [...text.slice(0, index).matchAll(new RegExp(`\\b${name}: (\\w+)`, 'g'))].at(-1)
      if (declared?.[1] === 'number') bare.push(`${file}:${text.slice(0, index).split('\n').length} ${words}`)
    }
  }
  expect(bare).toEqual([])
})

const SUPERLATIVE =
  /\bconst (?:LEAST|MOST|LONGEST|SHORTEST|HIGHEST|LOWEST|DEEPEST|YOUNGEST|OLDEST)(?:_\w+)? =/

it('limits are called MAX_ and MIN_, as the glossary says', () => {
  const found = [...sources()].filter((file) => SUPERLATIVE.test(readFileSync(join(ROOT, file), 'utf8')))
  expect(found).toEqual([])
})
