// A window of 1280 × 900: nothing scrolls sideways, nothing is cut off or covered, with long names and large amounts, too.

import type { Locator, Page } from '@playwright/test'
import { expect, test } from './product.ts'
import { fillTemplate, idCardNo, thisMonth } from './sheet.ts'
import { addRecharge, anotherPage, downloadTemplate, listRows, rowNamed, uploadSheet } from './steps.ts'
import { visit } from './visit.ts'

test.use({ viewport: { width: 1280, height: 900 } })

const LONG_FILE = '二零二六年第四季度华东大区城市合伙人推广服务费用结算明细表-第三次补发-财务复核版.xlsx'
const LONG_NAME = '阿卜杜拉·买买提·吐尔逊江·艾合买提·努尔艾力·居马洪·哈克'

async function expectToFitSideways(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(1280)
  for (const table of await page.locator('.list-table').all())
    await expect(table).toHaveAttribute('data-scrolls', 'false')
}

/** As wide as their text: what does not fit would end in an ellipsis, or lie under its neighbour. */
const cutOff = (cells: Locator) =>
  cells.evaluateAll((all) =>
    all.filter((cell) => cell.scrollWidth > cell.clientWidth + 1).map((cell) => cell.textContent),
  )

test('check page of a company that withholds tax shows chips, reasons and switches whole', async ({
  page,
  logIn,
}) => {
  await logIn('pay3', { brand: 2 })
  await visit(page, '/payexcels')
  await rowNamed(page, '摄影外包-第3批').getByText('审核', { exact: true }).click()
  const duplicate = listRows(page).filter({ hasText: '疑似重复发放' })
  await expect(duplicate.locator('.chip-why')).toHaveText(/^与批次 \d{12} 同人同额同月$/)
  await expectToFitSideways(page)
  expect(await belowRows(page)).toEqual([])
  expect(await cutOff(page.locator('.chip-why'))).toEqual([])
  const ends = await listRows(page).evaluateAll((rows) =>
    rows.flatMap((row) => {
      const column = row.querySelector('td:last-child')?.getBoundingClientRect().left ?? 0
      const chips = row.querySelectorAll('.warning-chip, .warning-more')
      return [...chips].map((chip) => column - chip.getBoundingClientRect().right)
    }),
  )
  expect(ends.length).toBeGreaterThan(4)
  expect(Math.min(...ends)).toBeGreaterThanOrEqual(0)
  // What one chip leaves out is a click away.
  await page
    .getByRole('button', { name: /^\+1，/ })
    .first()
    .click()
  await expect(page.locator('.warning-list')).toContainText('多人共用一张卡')
  await page.keyboard.press('Escape')

  // What changed since the last batch: its rows by key, kept by a reload and within a tab, and the way back.
  await expect(page.getByLabel('批次合计')).toContainText(/较上批 [+−][\d,]+\.\d{2}/)
  const fact = page.getByRole('button', { name: /^\d+ 人收款卡变更$/ })
  const changed = Number.parseInt(await fact.innerText(), 10)
  await fact.press('Enter')
  await expect(listRows(page)).toHaveCount(changed)
  await page.reload()
  await expect(listRows(page)).toHaveCount(changed)
  await expect(fact).toHaveAttribute('aria-pressed', 'true')
  await expectToFitSideways(page)
  await page.getByText(/^高风险 \d+$/).click()
  await expect(page).toHaveURL(/change=card/)
  await page.getByRole('button', { name: '取消只看：收款卡变更（较上批）' }).press('Enter')
  await expect(listRows(page).first()).toBeVisible()
  await expect(page).not.toHaveURL(/change=/)
  await expect(fact).toHaveAttribute('aria-pressed', 'false')

  // Below 1280 the menu is behind a button; a phone has actions and figures below the words they belong to.
  for (const width of [1200, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await expect(page.getByRole('button', { name: '打开菜单' })).toBeVisible()
    await expect(page.locator('.shell > .sider')).toBeHidden()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  }
  await page.getByRole('button', { name: '审核通过', exact: true }).click()
  const risk = page.getByRole('dialog').locator('.risk-words').first()
  await expect(risk).toBeVisible()
  expect((await risk.boundingBox())?.width).toBeGreaterThan(160)
})

/** What stands on the check page below its rows, where nobody looks for it. */
function belowRows(page: Page): Promise<string[]> {
  return page.locator('.check-rows').evaluate((rows) => {
    const end = rows.getBoundingClientRect().bottom
    const others = [...(rows.closest('.page')?.querySelectorAll('*') ?? [])].filter(
      (one) => !rows.contains(one) && !one.contains(rows),
    )
    return others
      .filter((one) => one.getBoundingClientRect().height > 0 && one.getBoundingClientRect().bottom > end)
      .map((one) => one.className.toString())
  })
}

test('audit log shows actions, numbers and names of sheets whole', async ({ page, logIn }) => {
  await logIn('admin')
  // Looks at one record are one line, with a count beside the action.
  await visit(page, '/paydetail')
  const eye = listRows(page).locator('.masked-eye').first()
  for (const shown of ['true', 'false', 'true']) {
    await eye.click()
    await expect(eye).toHaveAttribute('aria-pressed', shown)
  }
  await visit(page, '/auditlog?action=read-personal-data')
  await expect(
    listRows(page)
      .filter({ hasText: /查看个人信息\d+ 次/ })
      .first(),
  ).toBeVisible()
  expect(await cutOff(listRows(page).locator('td:nth-child(3) .audit-line'))).toEqual([])
  await visit(page, '/auditlog?action=audit-batch&size=100')
  // Other tests share the product, and name their sheets at greater length.
  const objects = listRows(page).locator('td:nth-child(4) .audit-line').filter({ hasText: '地推奖励-' })
  await expect(objects.first()).toHaveText(/^\d{12} 地推奖励-.+\.xlsx$/)
  await expectToFitSideways(page)
  expect(await cutOff(objects)).toEqual([])
  await visit(page, '/auditlog?action=propose-resolution')
  const transfers = listRows(page)
    .locator('td:nth-child(4) .audit-line')
    .filter({ hasText: /^PW\d{12}/ })
  await expect(transfers.first()).toBeVisible()
  expect(await cutOff(transfers)).toEqual([])
})

test('workbench and lists bear a long file, a long name and a nine-digit amount', async ({
  page,
  logIn,
  browser,
  baseURL,
}) => {
  await logIn('pay1')
  // From the workbench: its button opens the picker at once.
  await visit(page, '/payexcels')
  const template = await downloadTemplate(page)
  await visit(page, '/layout')
  const line = (place: number, name: string) => [
    name,
    idCardNo('19880808', 300 + place),
    `1391234${String(5_000 + place)}`,
    '中国工商银行',
    `62220212020009${String(place).padStart(5, '0')}`,
    '91999.99',
    thisMonth(),
    '',
  ]
  await uploadSheet(page, LONG_FILE, fillTemplate(template, [line(1, LONG_NAME), line(2, '司马长')]))
  await expect(page).toHaveURL(/\/payimport\?opId=\d+/)
  await expect(listRows(page).filter({ hasText: LONG_NAME })).toHaveCount(1)
  await expectToFitSideways(page)

  await addRecharge(page, '123456789.00')
  await expect(listRows(page).first()).toContainText('123,456,789.00')
  await expectToFitSideways(page)

  await visit(page, '/payexcels')
  await expect(rowNamed(page, '二零二六年第四季度')).toContainText('2 人 · 2 笔')
  await expectToFitSideways(page)

  for (const account of ['pay1', 'check1', 'admin']) {
    const person = await anotherPage(browser, baseURL)
    await person.setViewportSize({ width: 1280, height: 900 })
    await logIn(account, { page: person })
    await visit(person, '/layout')
    const todos = person.getByRole('region', { name: '待我处理' }).getByRole('listitem')
    await expect(todos.first()).toBeVisible()
    await expect(person.getByRole('figure', { name: '近 30 天发放' })).toBeVisible()
    await expect(person.getByRole('table', { name: '最近批次' }).getByRole('row')).toHaveCount(5)
    await expectToFitSideways(person)
    expect(await todos.evaluateAll((all) => Math.max(...all.map((todo) => todo.clientHeight)))).toBeLessThan(
      56,
    )
    expect(await person.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(900)
    await person.context().close()
  }
})

/** The texts among these that stand in more than one line. */
const broken = (texts: Locator) =>
  texts.evaluateAll((all) =>
    all
      .filter((text) => {
        const range = document.createRange()
        range.selectNodeContents(text)
        return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1
      })
      .map((text) => text.textContent),
  )

test('names and payers stand in one line at every width, numbers look like links, and no column takes the room of all', async ({
  page,
  logIn,
}) => {
  await logIn('admin')
  await visit(page, '/payexcels?fileName=地推奖励-日结')
  const primary = await page
    .getByRole('link', { name: '转账详情' })
    .first()
    .evaluate((link) => getComputedStyle(link).color)
  const unlike = (links: Locator) =>
    links.evaluateAll(
      (all, colour) =>
        all.filter((link) => getComputedStyle(link).color !== colour).map((link) => link.textContent),
      primary,
    )
  await expect(page.getByRole('link', { name: /^\d{12}$/ }).first()).toBeVisible()
  expect(await unlike(listRows(page).getByRole('link'))).toEqual([])

  // Of a company that withholds no tax, and of one that does.
  for (const file of ['地推奖励-日结', '活动执行-日结']) {
    await visit(page, `/payexcels?fileName=${file}`)
    await page.getByRole('link', { name: '转账详情' }).first().click()
    await expect(listRows(page)).toHaveCount(10)
    for (const width of [1280, 1440, 1535, 1536, 1920]) {
      await page.setViewportSize({ width, height: 900 })
      const people = listRows(page).locator('td:first-child')
      const names = people.locator('.two-lines-first, :scope:not(:has(*))')
      await expect(names).toHaveCount(10)
      expect(await broken(names)).toEqual([])
      expect(await broken(people.locator('.two-lines-second'))).toEqual([])
      await expect(page.locator('.list-table')).toHaveAttribute('data-scrolls', 'false')
      for (const head of ['所属月份', '备注'])
        await expect(page.getByRole('columnheader', { name: head })).toBeVisible()
    }
  }

  // Two companies of 1280: who paid in is told in one line, whichever company it is.
  await page.setViewportSize({ width: 1280, height: 900 })
  await visit(page, '/rechargeverify?size=50')
  const payers = listRows(page).locator('.recharge-payer > span:first-child')
  await expect(payers.filter({ hasText: '杭州云帆信息技术有限公司' }).first()).toBeVisible()
  expect(await broken(payers)).toEqual([])
  await expectToFitSideways(page)
  expect(await unlike(listRows(page).getByRole('button', { name: /^查看充值 CZ/ }))).toEqual([])
  // So are names of statements, and which companies one person was paid by.
  await visit(page, '/bankstatements')
  const files = listRows(page).getByRole('link')
  await expect(files.first()).toBeVisible()
  expect(await broken(files)).toEqual([])
  expect(await unlike(files)).toEqual([])
  await visit(page, '/taxfiling?view=high')
  await expect(listRows(page)).toHaveCount(1)
  expect(await broken(listRows(page).getByRole('listitem').locator('span'))).toEqual([])

  await visit(page, '/rechargeverify?size=50')
  await expect(payers.first()).toBeVisible()
  await page.setViewportSize({ width: 1920, height: 900 })
  const widths = () =>
    page
      .getByRole('columnheader')
      .evaluateAll((heads) => heads.map((head) => head.getBoundingClientRect().width))
  await expect
    .poll(async () => {
      const all = await widths()
      return Math.max(...all) / all.reduce((sum, width) => sum + width, 0)
    })
    .toBeLessThan(0.22)

  // The figures with tax leave ten rows their room.
  await visit(page, '/moneyview?from=2026-01-01&to=2099-12-31')
  await expect(listRows(page)).toHaveCount(10)
  await expect(page.getByText(/^累计应缴个税/)).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(900)

  // So do states with what is said below them.
  await page.setViewportSize({ width: 1280, height: 900 })
  await visit(page, '/paydetail?status=1')
  await expect(listRows(page).getByText('查看对账单').first()).toBeVisible()
  await expect(listRows(page)).toHaveCount(10)
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(900)
})

test('page whose code is still loading shows its title and a skeleton', async ({ page, logIn }) => {
  await logIn('pay1')
  await visit(page, '/layout')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('陈静')
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/assets/fund-flow*', async (route) => {
    await held
    await route.continue()
  })
  const menu = page.getByRole('navigation', { name: '主菜单' })
  await menu.getByText('资金管理').click()
  await menu.getByRole('link', { name: '资金流水' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '资金流水' })).toBeVisible()
  await expect(page.locator('.page .skeleton-bar').first()).toBeVisible()
  release()
  await expect(page.getByRole('table')).toBeVisible()
})
