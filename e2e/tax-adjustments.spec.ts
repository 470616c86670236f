// An adjustment by two people: entered by the form after a bad sheet was refused, confirmed from the workbench, seen in the calculator's trace.

import type { Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { expect, test } from './product.ts'
import { fillTemplate, idCardNo, thisMonth } from './sheet.ts'
import { anotherPage, downloadTemplate, listRows } from './steps.ts'
import { expectToast } from './toasts.ts'
import { visit } from './visit.ts'

const NAME = '舒澜清'
const ID_CARD_NO = idCardNo('19880214', 716)
const dialog = (page: Page) => page.getByRole('dialog').filter({ visible: true }).last()
const rowOf = (page: Page, words: string) => listRows(page).filter({ hasText: words })
const option = (page: Page, words: string | RegExp) =>
  page.locator('.ant-select-item-option').filter({ hasText: words })

async function openAdjustments(page: Page): Promise<void> {
  await visit(page, '/taxadjustments')
  await expect(page.getByRole('heading', { name: '税前调整' })).toBeVisible()
}

async function choosePerson(page: Page): Promise<void> {
  const field = page.getByRole('combobox', { name: '人员' })
  await field.click()
  await field.fill(NAME)
  await option(page, NAME).click()
}

test('an adjustment counts once a second person has confirmed it', async ({
  page,
  browser,
  baseURL,
  logIn,
}) => {
  await logIn('pay3', { brand: 2 })
  const person = { userName: NAME, cardid: ID_CARD_NO, phone: '13900007160' }
  const added = await page.request.post('/paywages/api/user/add', { data: { users: [person], invite: 0 } })
  expect(added.status(), await added.text()).toBe(200)
  await openAdjustments(page)
  await expectAccessible(page)

  // A sheet with a bad row enters nothing, and says why.
  await page.getByRole('button', { name: '导入调整' }).click()
  const good = [NAME, ID_CARD_NO, thisMonth(), '免税收入', '2000', '见义勇为奖金']
  const sheet = fillTemplate(await downloadTemplate(page), [good, good.with(3, '奖金').with(4, '0')])
  const chooser = page.waitForEvent('filechooser')
  await dialog(page)
    .getByRole('button', { name: /选择文件/ })
    .click()
  await (await chooser).setFiles({ name: '调整.xlsx', mimeType: 'application/octet-stream', buffer: sheet })
  await dialog(page).getByRole('button', { name: '开始导入' }).click()
  await expect(dialog(page).getByText('有 1 行有误，没有录入任何调整')).toBeVisible()
  await expect(dialog(page).getByText('项目不正确；金额不正确')).toBeVisible()
  await dialog(page).getByRole('button', { name: '关闭' }).last().click()
  await expect(rowOf(page, NAME)).toHaveCount(0)

  await page.getByRole('button', { name: '录入调整' }).first().click()
  await dialog(page).getByRole('button', { name: '提交' }).click()
  await expect(dialog(page).getByText('请选择人员')).toBeVisible()
  await choosePerson(page)
  await dialog(page).getByRole('combobox', { name: '项目' }).click()
  await option(page, '免税收入').click()
  await dialog(page).getByLabel('月份').fill(thisMonth())
  await dialog(page).getByLabel('月份').press('Enter')
  await dialog(page).getByLabel('金额（元）').fill('2000')
  await dialog(page).getByLabel('原因').fill('见义勇为奖金')
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: '提交' }).click()
  await expectToast(page, '已录入，等待另一人确认')
  await expect(rowOf(page, NAME)).toContainText('待确认')
  await expect(rowOf(page, NAME).getByRole('button', { name: '确认' })).toHaveCount(0)
  await expect(rowOf(page, NAME).getByRole('button', { name: '撤回' })).toBeVisible()

  const checker = await anotherPage(browser, baseURL)
  await logIn('check3', { page: checker, brand: 2 })
  await visit(checker, '/layout')
  const waiting = checker.getByRole('listitem').filter({ hasText: '1 笔税前调整待确认' })
  const more = checker.getByRole('button', { name: /展开其余/ })
  await expect(waiting.or(more).first()).toBeVisible()
  if (await more.isVisible()) await more.click()
  await waiting.getByRole('link', { name: /去确认/ }).click()
  await expect(checker).toHaveURL(/\/taxadjustments\?status=proposed$/)
  await checker.getByRole('checkbox', { name: `选择${NAME}的调整` }).check()
  await checker.getByRole('button', { name: '确认所选 1 笔' }).click()
  await expect(dialog(checker).getByText(`${NAME} · ${thisMonth()} · 免税收入 2,000.00 元`)).toBeVisible()
  await expect(dialog(checker).getByRole('button', { name: '取消' })).toBeFocused()
  await expectAccessible(checker)
  await dialog(checker).getByRole('button', { name: '确认调整' }).click()
  await expectToast(checker, '已确认')
  await expect(rowOf(checker, NAME)).toHaveCount(0)
  await checker.context().close()

  await visit(page, '/taxtrial')
  await page.getByRole('radiogroup', { name: '历史来源' }).getByText('选择人员', { exact: true }).click()
  await choosePerson(page)
  await page.getByLabel('金额（元）').fill('10000')
  await page.getByLabel('金额（元）').press('Enter')
  const answer = page.getByRole('region', { name: '试算结果' })
  await expect(answer.getByRole('listitem').filter({ hasText: '累计免税收入' })).toContainText('2,000.00 元')
  // 10,000 − 2,000 − 2,000 − 5,000 = 1,000; × 3 %.
  await expect(answer.locator('.amount-lines > div').filter({ hasText: '个人所得税' })).toContainText(
    '−¥30.00',
  )
})
