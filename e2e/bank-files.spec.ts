// A company with online banking alone: its account goes by files, a batch is carried to the bank and back, and a second person settles it (ADR 81).

import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { confirmStart, fileLines, logInThree, payByFiles, saved, startBatch } from './bank-file-steps.ts'
import { test } from './product.ts'
import { anotherPage, confirmChanges, rowNamed } from './steps.ts'
import { expectToast } from './toasts.ts'
import { visit } from './visit.ts'

test.use({ productOf: 'bank files' })

const PEOPLE = [
  { name: '赵文远', ending: '6612' },
  { name: '钱户错', ending: '0001' },
  { name: '孙未答', ending: '0005' },
] as const

const lines = (first: number) => fileLines(PEOPLE, first)

/** At the bank's own page: uploads the file, and takes a result away. */
async function atBank(bank: Page, address: string, file: { name: string; buffer: Buffer }, result: string) {
  await bank.goto(`${address}/files`)
  await bank.getByLabel('付款文件').setInputFiles({ ...file, mimeType: 'application/octet-stream' })
  await bank.getByRole('button', { name: '提交' }).click()
  await expect(bank.getByRole('status')).toContainText('已受理')
  const download = bank.waitForEvent('download')
  await bank.locator('tbody tr').first().getByRole('link', { name: result }).click()
  return saved(await download)
}

async function carry(page: Page, bank: Page, address: string, result: string) {
  const row = page.locator('tbody tr').first()
  await expect(row).toContainText('待下载')
  await expectAccessible(page)
  const download = page.waitForEvent('download')
  await row.getByRole('button', { name: '下载', exact: true }).click()
  const file = await saved(await download)
  await expect(row).toContainText('待提交银行')
  const reply = await atBank(bank, address, file, result)
  await row.getByRole('button', { name: '已提交银行' }).click()
  await page.getByRole('dialog').getByLabel('银行批号').fill('Z20261117-0001')
  await page.getByRole('dialog').getByRole('button', { name: '已提交银行' }).click()
  await expectToast(page, '已登记，等待银行结果')
  await expect(row).toContainText('待导入结果')
  await row.getByRole('button', { name: '导入结果' }).click()
  const panel = page.getByRole('region', { name: '导入银行结果' })
  const chooser = page.waitForEvent('filechooser')
  await panel.getByRole('button', { name: '选择结果文件' }).click()
  await (await chooser).setFiles({ ...reply, mimeType: 'application/octet-stream' })
  await expect(panel.getByText('2 行按参考号逐行对上')).toBeVisible()
  await expect(panel.getByText('1 行银行未给结果，保持处理中')).toBeVisible()
  await expectAccessible(page)
  await panel.getByRole('button', { name: '提交复核 2 笔' }).click()
  await expectToast(page, '已提交复核')
  await expect(row).toContainText('待复核')
  await expect(row.getByRole('button', { name: '复核结果' })).toHaveCount(0)
  return { file, reply }
}

async function confirmResult(reviewer: Page, opId: string): Promise<void> {
  await visit(reviewer, `/bankfiles?opId=${opId}`)
  await reviewer.getByRole('button', { name: '复核结果' }).click()
  await expectAccessible(reviewer)
  await reviewer.getByRole('button', { name: '确认入账 2 笔' }).click()
  await reviewer.getByRole('dialog').getByRole('button', { name: '确认入账 2 笔' }).dblclick()
  await expectToast(reviewer, '已确认，正在入账')
}

/** Asked for by mistake: another person says why not, and the next one is taken back by who asked. */
async function keepFile(payer: Page, reviewer: Page, opId: string): Promise<void> {
  const ask = async () => {
    await payer.getByRole('button', { name: '申请撤回' }).click()
    await payer.getByRole('dialog').getByLabel('撤回原因').fill('付款账户选错')
    await payer.getByRole('dialog').getByRole('button', { name: '申请撤回' }).click()
    await expectToast(payer, '已申请，等待另一人确认')
  }
  await ask()
  await visit(reviewer, `/bankfiles?opId=${opId}`)
  await reviewer.getByRole('button', { name: '不同意撤回' }).click()
  const dialog = reviewer.getByRole('dialog')
  await expectAccessible(reviewer)
  await dialog.getByRole('button', { name: '不同意撤回' }).click()
  await expect(dialog.locator('.ant-form-item-explain-error')).toHaveText('不同意的理由')
  await dialog.getByLabel('不同意的理由').fill('账户没有选错')
  await dialog.getByRole('button', { name: '不同意撤回' }).click()
  await expectToast(reviewer, '未同意撤回，文件保持原状')
  await payer.reload()
  await ask()
  await payer.getByRole('button', { name: '取消撤回申请' }).click()
  await payer.getByRole('dialog').getByRole('button', { name: '取消撤回申请' }).click()
  await expectToast(payer, '已取消撤回申请')
}

test('a batch is paid by a file, confirmed by another person, and its failed rows are copied', async ({
  page,
  logIn,
  browser,
  baseURL,
  product,
}) => {
  const address = product.bank()
  const { manager, reviewer } = await logInThree({ logIn, browser, baseURL })
  const bank = await anotherPage(browser, baseURL)

  await payByFiles(manager, '通用代发（Excel）', '0188')
  await confirmChanges(browser, baseURL, '招商银行')
  await manager.reload()
  await expect(rowNamed(manager, '招商银行杭州分行')).toContainText('默认')

  // A name that the format cannot hold is told before anything starts, with the way to take the batch back.
  const tooLong = { name: '阿卜杜拉·买买提·吐尔逊江·艾合买提·努尔艾力·居马洪', ending: '6699' }
  const held = await startBatch(page, reviewer, '写不下的户名', fileLines([tooLong], 480))
  await expect(page.getByRole('dialog')).toContainText('1 行无法写入银行文件')
  await page.getByRole('dialog').getByRole('button', { name: '查看发放表' }).click()
  await expect(page).toHaveURL(new RegExp(`/payimport\\?opId=${held}`))
  await expect(page.getByRole('button', { name: '撤回', exact: true })).toBeVisible()

  const opId = await startBatch(page, reviewer, '按文件付款', lines(400))
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('招商银行杭州分行 •••• 0188')).toBeVisible()
  await expect(dialog.getByText('1 个文件，3 笔')).toBeVisible()
  await dialog.getByRole('button', { name: /^转出 / }).dblclick()
  await expect(page).toHaveURL(new RegExp(`/bankfiles\\?opId=${opId}`))

  await keepFile(page, reviewer, opId)
  const { file } = await carry(page, bank, address, '回盘文件')
  await bank.goto(`${address}/files`)
  await bank.getByLabel('付款文件').setInputFiles({ ...file, mimeType: 'application/octet-stream' })
  await bank.getByRole('button', { name: '提交' }).click()
  await expect(bank.getByRole('status')).toContainText('重复')

  await confirmResult(reviewer, opId)
  await visit(page, `/exceldetail?opId=${opId}`)
  await expect(rowNamed(page, '赵文远')).toContainText('成功')
  await expect(rowNamed(page, '钱户错')).toContainText('账户不存在')
  await expect(rowNamed(page, '孙未答')).toContainText('处理中')
  await page.getByRole('button', { name: /赵文远的转账记录/ }).click()
  await expect(page.getByRole('dialog').getByText(/PW\d+-F1\.xlsx 第 1 笔/)).toBeVisible()
  await expect(
    page
      .getByRole('dialog')
      .getByText(/银行文件已提交银行/)
      .first(),
  ).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '复制到新批次' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '复制到新批次' }).click()
  await expect(page).toHaveURL(/\/payimport\?opId=\d+/)
})

test('the same by pain.001 and pain.002, borne out by camt.053, and its failed rows are copied', async ({
  page,
  logIn,
  browser,
  baseURL,
  product,
}) => {
  const address = product.bank()
  const { manager, reviewer } = await logInThree({ logIn, browser, baseURL })
  const bank = await anotherPage(browser, baseURL)
  await payByFiles(manager, 'ISO 20022 pain.001.001.09', '0199')
  await confirmChanges(browser, baseURL, '招商银行')

  const opId = await startBatch(page, reviewer, '按报文付款', lines(500))
  await confirmStart(page, opId)
  await carry(page, bank, address, 'pain.002')
  await confirmResult(reviewer, opId)
  await visit(page, `/exceldetail?opId=${opId}`)
  await expect(rowNamed(page, '赵文远')).toContainText('成功')
  await expect(rowNamed(page, '钱户错')).toContainText('失败')

  // The account's statement bears out what was settled.
  const download = bank.waitForEvent('download')
  await bank.locator('tbody tr').first().getByRole('link', { name: 'camt.053' }).click()
  const statement = await saved(await download)
  await visit(page, `/bankfiles?opId=${opId}`)
  await page.getByRole('button', { name: '导入结果' }).click()
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: '选择结果文件' }).click()
  await (await chooser).setFiles({ ...statement, mimeType: 'application/octet-stream' })
  await expect(page.getByText('1 行按参考号逐行对上')).toBeVisible()
  await page.getByRole('button', { name: '提交复核 1 笔' }).click()
  await expectToast(page, '已提交复核')
  await visit(reviewer, `/bankfiles?opId=${opId}`)
  await reviewer.getByRole('button', { name: '复核结果' }).click()
  await reviewer.getByRole('button', { name: '确认入账 1 笔' }).click()
  await reviewer.getByRole('dialog').getByRole('button', { name: '确认入账 1 笔' }).click()
  await expectToast(reviewer, '已确认，正在入账')

  // Kept with the statements, and seen in the row's history.
  await visit(page, '/bankstatements')
  await expect(rowNamed(page, statement.name)).toBeVisible()
  await expect(async () => {
    await visit(page, `/exceldetail?opId=${opId}`)
    await page.getByRole('button', { name: /赵文远的转账记录/ }).click()
    await expect(
      page
        .getByRole('dialog')
        .getByText(/对账单已印证/)
        .first(),
    ).toBeVisible({ timeout: 3_000 })
  }).toPass()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '复制到新批次' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '复制到新批次' }).click()
  await expect(page).toHaveURL(/\/payimport\?opId=\d+/)
})

const TEMPLATE =
  '某银行批量代发模板,,,,\r\n序号,*收款账号,收款户名,金额(元),币种,备注\r\n1,6222,张三,1.00,人民币,\r\n'

test('a format is made of the bank’s template, confirmed by another manager, and used', async ({
  page,
  logIn,
  browser,
  baseURL,
}) => {
  const { manager, reviewer } = await logInThree({ logIn, browser, baseURL })

  await visit(manager, '/bankformats')
  await manager.getByRole('button', { name: '新建银行格式' }).first().click()
  await manager
    .getByLabel('上传模板')
    .setInputFiles({ name: 'template.csv', mimeType: 'text/csv', buffer: Buffer.from(TEMPLATE) })
  await expect(manager.getByText('5 列按列名给出建议，1 列需要您选择内容')).toBeVisible()
  await expect(manager.getByText('「币种」：请选择内容，或删除该列')).toBeVisible()
  await manager.getByLabel('第 5 列内容').click()
  await manager.getByTitle('固定文字', { exact: true }).click()
  await manager.getByLabel('第 5 列固定文字').fill('人民币')
  await manager.getByLabel('供应商').click()
  await manager.getByTitle('星河科技', { exact: true }).last().click()
  await manager.getByLabel('格式名称').fill('杭州某银行代发')
  await manager.getByLabel('保留模板中表头之上的 1 行').uncheck()
  await expect(manager.getByRole('region', { name: '预览' }).last()).toContainText(
    '1,0000000000000000000,测试一,0.01,人民币,PW000000000000R1X000000000000',
  )
  await expectAccessible(manager)
  const test = manager.waitForEvent('download')
  await manager.getByRole('button', { name: '下载测试文件' }).click()
  expect((await saved(await test)).name).toBe('测试-请勿提交-PW000000000000-F1.csv')
  await manager.getByRole('button', { name: '提交变更' }).click()
  await expectToast(manager, '已提交，待另一位管理员确认')
  await confirmChanges(browser, baseURL, '杭州某银行代发')
  await visit(manager, '/bankformats')
  await expect(rowNamed(manager, '杭州某银行代发')).toContainText('使用中')
  await expectAccessible(manager)

  await payByFiles(manager, '杭州某银行代发', '0166')
  await confirmChanges(browser, baseURL, '招商银行')
  const opId = await startBatch(page, reviewer, '按模板付款', lines(600))
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('杭州某银行代发')).toBeVisible()
  await dialog.getByRole('button', { name: /^转出 / }).click()
  await expect(page).toHaveURL(new RegExp(`/bankfiles\\?opId=${opId}`))
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: '下载', exact: true }).click()
  const { buffer } = await saved(await download)
  const [heading, ...rows] = buffer.toString('utf8').trimEnd().split('\r\n')
  expect(heading).toBe('序号,*收款账号,收款户名,金额(元),币种,备注')
  expect(rows.map((line) => line.split(',').slice(0, 5))).toEqual(
    PEOPLE.map(({ name, ending }, index) => [
      ...[String(index + 1), `622202120200077${ending}`, name, '1234.57', '人民币'],
    ]),
  )
  expect(rows.every((line) => /,PW\d+R\d+X[0-9a-f]+$/.test(line))).toBe(true)
})
