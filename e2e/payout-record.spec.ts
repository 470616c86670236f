// One payout in the drawer beside its list: found in one search, stepped through by keys, kept in the address.

import { expectAccessible } from './accessibility.ts'
import { countClicks } from './clicks.ts'
import { expect, test } from './product.ts'
import { anotherPage, listRows } from './steps.ts'
import { visit } from './visit.ts'

test('one payment is found with two clicks and one search, and its record is whole', async ({
  page,
  logIn,
}) => {
  await logIn('pay1')
  await visit(page, '/paydetail?status=1')
  await expect(listRows(page).first()).toContainText('成功')
  const eye = await listRows(page)
    .first()
    .getByRole('button', { name: /的身份证号$/ })
    .getAttribute('aria-label')
  const name = /^显示(.+)的身份证号$/.exec(eye ?? '')?.[1] ?? ''

  // From where everybody lands: one click into the field of the top bar, one on the payout.
  await visit(page, '/layout')
  const field = page.getByRole('searchbox', { name: '查一笔发放' })
  const drawer = page.getByRole('dialog')
  const clicks = await countClicks(page)
  await field.click()
  await page.keyboard.type(name)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/paydetail\?.*name=/)
  await expect(page.getByLabel('发放笔数')).toHaveAttribute('aria-busy', 'false')
  await expect(page).not.toHaveURL(/row=only/)
  const several = (await listRows(page).count()) > 1
  if (several) await listRows(page).filter({ hasText: '成功' }).first().locator('td').first().click()
  await expect(drawer.getByText('转账经过')).toBeVisible()
  expect(await clicks()).toBe(several ? 2 : 1)

  for (const words of ['实发金额', '所属月份', '备注', '转账编号', '银行对账单', '资金变动', '开始转账'])
    await expect(drawer.getByText(words).first()).toBeVisible()
  await expect(drawer.getByRole('link', { name })).toHaveAttribute('href', /\/userdetail\?/)
  await expect(drawer.getByRole('link', { name: /\.xlsx?$/ })).toHaveAttribute('href', /\/exceldetail\?opId=/)
  await expectAccessible(page)

  // Whoever has the payout's number, or the ID number of somebody paid once, is led to its drawer at once; Escape leaves the list.
  const number = /\d{12}-\d{4}/.exec(await drawer.innerText())?.[0] ?? ''
  await page.keyboard.press('Escape')
  await expect(drawer).toHaveCount(0)
  await field.fill(` ${number}`)
  await field.press('Enter')
  await expect(drawer).toContainText(number)
  await expect(listRows(page)).toHaveCount(1)
  await expect(page).toHaveURL(/row=\d+/)
  await page.keyboard.press('Escape')
  await expect(drawer).toHaveCount(0)
  await expect(listRows(page)).toHaveCount(1)
  await expect(listRows(page).first()).toBeFocused()
  await field.fill('查无此人')
  await field.press('Enter')
  await expect(page.getByText('没有符合条件的记录')).toBeVisible()
  await expect(page).not.toHaveURL(/row=/)
})

test('arrow keys step through payouts, Escape and back close the drawer, and a link opens it', async ({
  page,
  logIn,
}) => {
  await logIn('manager1')
  await visit(page, '/paydetail')
  await expect(listRows(page)).toHaveCount(10)
  const list = page.url()
  const drawer = page.getByRole('dialog')
  const place = (number: number) => drawer.getByText(new RegExp(`^${number} / `))

  await listRows(page).first().focus()
  await page.keyboard.press('ArrowDown')
  await expect(listRows(page).nth(1)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(place(2)).toBeVisible()
  await expect(listRows(page).nth(1)).toHaveClass(/list-opened/)
  await page.keyboard.press('ArrowDown')
  await expect(place(3)).toBeVisible()
  const shared = page.url()
  expect(shared).toMatch(/row=\d+/)
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await expect(listRows(page).nth(2)).toBeFocused()
  expect(page.url()).toBe(list)

  // Past the end of the page the next one comes, and the drawer with it.
  await listRows(page).nth(9).focus()
  await page.keyboard.press('Enter')
  await expect(place(10)).toBeVisible()
  await drawer.getByRole('button', { name: '下一条' }).click()
  await expect(place(11)).toBeVisible()
  await expect(page).toHaveURL(/page=2/)
  await page.goBack()
  await expect(drawer).toBeHidden()
  expect(page.url()).toBe(list)

  await visit(page, shared)
  await expect(place(3)).toBeVisible()
  await drawer.getByRole('button', { name: '关闭' }).last().click()
  await expect(drawer).toBeHidden()
  await expect(listRows(page).nth(2)).toBeFocused()
})

test('rows of the check page and the results page open the same drawer', async ({ page, logIn }) => {
  await logIn('pay3', { brand: 2 })
  await visit(page, '/payexcels')
  await listRows(page).filter({ hasText: '待转账' }).first().getByRole('link').first().click()
  await expect(page).toHaveURL(/\/payimport\?/)
  await listRows(page).first().locator('td').first().click()
  const drawer = page.getByRole('dialog')
  await expect(drawer.getByText('批次尚未开始转账')).toBeVisible()
  await expectAccessible(page)
  await page.goBack()
  await expect(drawer).toBeHidden()

  await visit(page, '/paydetail')
  await listRows(page).first().getByRole('link').first().click()
  await expect(page).toHaveURL(/\/exceldetail\?/)
  await listRows(page).first().locator('td').first().click()
  await expect(drawer.getByText('转账经过')).toBeVisible()
  await expect(page).toHaveURL(/row=\d+/)
  // Statement and tax stand side by side; each line of the whole trace is one line, formulas and sources alike.
  const sections = drawer.locator('.record-pair > section')
  await expect(drawer.locator('.record-tax').getByText('本笔预扣')).toBeVisible()
  const [statement, tax] = await sections.evaluateAll((all) =>
    all.map((one) => one.getBoundingClientRect().top),
  )
  expect(statement).toBe(tax)
  await drawer.getByRole('button', { name: '个税明细' }).click()
  const trace = drawer.locator('.record-whole .record-tax > div')
  await expect(trace.filter({ hasText: '依据' })).toBeVisible()
  expect(Math.max(...(await trace.evaluateAll((all) => all.map((line) => line.clientHeight))))).toBeLessThan(
    32,
  )
})

test('a page size is remembered for the person, and a link shows everyone the same rows', async ({
  page,
  logIn,
  browser,
  baseURL,
}) => {
  await logIn('manager1')
  await visit(page, '/paydetail')
  await expect(listRows(page)).toHaveCount(10)
  await page.getByRole('radiogroup', { name: '每页行数' }).getByText('20', { exact: true }).click()
  await expect(listRows(page)).toHaveCount(20)
  await page.getByRole('listitem', { name: '2', exact: true }).click()
  await expect(page).toHaveURL(/size=20.*page=2/)
  const link = page.url()
  // Loaded anew, so that no row of the page before is still there.
  await page.reload()
  await expect(listRows(page).first()).toBeVisible()
  const shown = await listRows(page).first().innerText()
  // On another list, too, until another size is chosen.
  await visit(page, '/usermanage')
  await expect(listRows(page)).toHaveCount(20)
  await page.getByRole('radiogroup', { name: '每页行数' }).getByText('10', { exact: true }).click()
  await expect(listRows(page)).toHaveCount(10)
  await visit(page, '/payexcels')
  await page.getByRole('listitem', { name: '2', exact: true }).click()
  await expect(page).toHaveURL(/from=.*size=10.*page=2/)

  const other = await anotherPage(browser, baseURL)
  await logIn('admin', { page: other })
  await visit(other, link)
  await expect(listRows(other)).toHaveCount(20)
  await expect(other.getByText(/^第 21–40 条/)).toBeVisible()
  await visit(other, '/paydetail')
  await expect(listRows(other)).toHaveCount(10)
  await visit(page, link)
  await expect(listRows(page).first()).toBeVisible()
  expect(await listRows(page).first().innerText()).toBe(shown)
})
