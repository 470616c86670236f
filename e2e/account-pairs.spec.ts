// One browser for payer and reviewer: told on the check page, checked with a word before the approval, and looked into by a manager.

import { expectAccessible } from './accessibility.ts'
import { expect, test } from './product.ts'
import { fillTemplate, idCardNo, type SheetLine, thisMonth } from './sheet.ts'
import { anotherPage, checkRisks, downloadTemplate, rowNamed, uploadSheet } from './steps.ts'
import { expectToast } from './toasts.ts'
import { visit } from './visit.ts'

// Whoever once shared a browser is asked about it for ninety days.
test.use({ productOf: 'account pairs' })

const LINE: SheetLine = [
  '严同机',
  idCardNo('19910303', 777),
  '13812347777',
  '中国工商银行',
  '6222021202000777770',
  '77.00',
  thisMonth(),
  '',
]

test('payer and reviewer in one browser are a high risk, and a manager looks into it', async ({
  page,
  logIn,
  browser,
  baseURL,
}) => {
  await logIn('pay1')
  await visit(page, '/payexcels')
  const template = await downloadTemplate(page)
  await uploadSheet(page, '同一台电脑.xlsx', fillTemplate(template, [LINE]))
  await page.getByRole('button', { name: '审核通过', exact: true }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^审核通过 / })
    .click()
  await expectToast(page, '操作成功，审核已通过，等待复核')

  await logIn('check1')
  await visit(page, '/payexcels')
  await rowNamed(page, '同一台电脑').getByText('复核', { exact: true }).click()
  await expect(page.getByText(/（pay1）与 .+（check1）使用过同一设备，请确认不是同一人/)).toBeVisible()
  await page.getByRole('button', { name: '复核通过', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('高风险 1 项，逐项核实后才能通过')).toBeVisible()
  const approve = dialog.getByRole('button', { name: /^复核通过 / })
  await expect(approve).toBeDisabled()
  await checkRisks(page)
  await approve.click()
  await expectToast(page, '操作成功，复核已通过，等待付款岗转账')

  const manager = await anotherPage(browser, baseURL)
  await logIn('manager1', { page: manager })
  await visit(manager, '/layout')
  await manager
    .getByRole('listitem')
    .filter({ hasText: '可能是同一人' })
    .getByRole('link', { name: /去核实/ })
    .click()
  await expect(manager.getByText('参与人可能是同一人')).toBeVisible()
  await expectAccessible(manager)
  await manager.getByRole('button', { name: '登记核实情况' }).click()
  await manager.getByRole('dialog').getByLabel('核实情况').fill('前台共用电脑，已分别致电本人')
  await manager.getByRole('dialog').getByRole('button', { name: '登记核实情况' }).click()
  await expectToast(manager, '已登记')
  await expect(manager.getByText('已核实：前台共用电脑，已分别致电本人')).toBeVisible()
})
