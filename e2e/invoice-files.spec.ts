// The files of an invoice: several at once, validated by what they are, each with its own fate.

import type { Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { fileOnDisk } from './file-on-disk.ts'
import { ofd, picture, type Sample } from './invoice-samples.ts'
import {
  applyForInvoice,
  audit,
  chooseFiles,
  choosePaths,
  look,
  openResult,
  uploadedFiles,
} from './invoice-steps.ts'
import { expect, test } from './product.ts'
import { anotherPage } from './steps.ts'
import { expectToast } from './toasts.ts'

const many = (count: number, from = 1): Sample[] =>
  Array.from({ length: count }, (_, index) => picture(`发票-${index + from}.png`))

test.beforeEach(() => test.setTimeout(180_000))

type LogIn = (account: string, options?: { page?: Page }) => Promise<void>

/** An application that waits for its result, by a payer who has left again. */
async function agreedApplication(page: Page, payer: Page, logIn: LogIn, yuan: string): Promise<string> {
  await logIn('pay1', { page: payer })
  const applicationNo = await applyForInvoice(payer, { yuan })
  await payer.context().close()
  await logIn('manager1')
  await audit(page, applicationNo)
  return applicationNo
}

test('invoice files are limited to ten, rejected by name when invalid, and keep unusual names', async ({
  page,
  logIn,
  browser,
  baseURL,
}, testInfo) => {
  const applicationNo = await agreedApplication(page, await anotherPage(browser, baseURL), logIn, '11.11')
  const dialog = await openResult(page, applicationNo)
  const problems = dialog.getByRole('alert')

  await choosePaths(page, [
    await fileOnDisk(testInfo, '不是发票.pdf', Buffer.from('plain words')),
    await fileOnDisk(testInfo, '改了后缀.pdf', picture('x').buffer),
    await fileOnDisk(testInfo, '空的.pdf', 0),
    await fileOnDisk(testInfo, '太大.ofd', 10 * 1_048_576 + 1),
    await fileOnDisk(testInfo, '好的.png', picture('x').buffer),
  ])
  await expect(uploadedFiles(dialog)).toHaveCount(1)
  await expect(problems).toContainText('「不是发票.pdf」文件内容与格式不符')
  await expect(problems).toContainText('「改了后缀.pdf」文件内容与格式不符')
  await expect(problems).toContainText('「空的.pdf」文件内容为空，请重新选择')
  await expect(problems).toContainText('「太大.ofd」文件不能超过 10 MB')

  await dialog.getByRole('button', { name: '移除 好的.png' }).click()
  await expect(uploadedFiles(dialog)).toHaveCount(0)
  await chooseFiles(page, many(11))
  await expect(problems).toHaveText('最多上传 10 个发票文件')
  await expect(dialog.getByText('10 / 10')).toBeVisible()
  await expect(uploadedFiles(dialog).getByRole('button', { name: /^移除/ })).toHaveCount(10)
  await chooseFiles(page, [picture('再来一个.png')])
  await expect(problems).toHaveText('最多上传 10 个发票文件')
  await expectAccessible(page)

  await dialog.getByRole('button', { name: '移除 发票-1.png' }).click()
  await dialog.getByRole('button', { name: '移除 发票-2.png' }).click()
  const odd = ['发 票（副本）;=&#%20\'"①.ofd', `${'长'.repeat(60)}.ofd`]
  await chooseFiles(page, odd.map(ofd))
  await expect(dialog.getByText('10 / 10')).toBeVisible()
  await expect(uploadedFiles(dialog).getByRole('button', { name: /^移除/ })).toHaveCount(10)
  await dialog.getByRole('button', { name: '确认开票' }).click()
  await expectToast(page, '发票信息已编辑')
  const drawer = await look(page, applicationNo)
  await expect(drawer.getByRole('link', { name: /^下载 / })).toHaveCount(10)
  await expect(drawer).toContainText(`${'长'.repeat(60)}.ofd`)
  // What no system can store is left out of the name, the rest stays.
  await expect(drawer).toContainText("发 票（副本）;=&#%20'①.ofd")
})

test('dropped invoice files upload together, and a failed one is retried before submitting', async ({
  page,
  logIn,
  browser,
  baseURL,
}) => {
  const applicationNo = await agreedApplication(page, await anotherPage(browser, baseURL), logIn, '22.22')
  const dialog = await openResult(page, applicationNo)
  let broken = 0
  await page.route('**/paywages/api/file/upload', async (route) => {
    const isFirst = route.request().postDataBuffer()?.includes('断网.png') && broken === 0
    if (!isFirst) return route.continue()
    broken += 1
    return route.abort()
  })
  const samples = [picture('断网.png'), picture('顺利.png')]
  const dropped = await page.evaluateHandle(
    (files) => {
      const transfer = new DataTransfer()
      for (const { name, bytes } of files) transfer.items.add(new File([new Uint8Array(bytes)], name))
      return transfer
    },
    samples.map(({ name, buffer }) => ({ name, bytes: [...buffer] })),
  )
  await page.dispatchEvent('body', 'dragenter', { dataTransfer: dropped })
  await expect(page.getByText('松开即上传')).toBeVisible()
  await page.dispatchEvent('body', 'drop', { dataTransfer: dropped })
  await expect(dialog.getByText('网络中断，文件没有上传完')).toBeVisible()
  await expect(dialog.getByRole('button', { name: '移除 顺利.png' })).toBeVisible()
  await expect(dialog.getByText('有文件没有上传完，请重试或移除')).toBeVisible()
  await expect(dialog.getByRole('button', { name: '确认开票' })).toBeDisabled()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: '重试 断网.png' }).click()
  await expect(dialog.getByRole('button', { name: '预览 断网.png' })).toBeVisible()
  await dialog.getByRole('button', { name: '预览 断网.png' }).click()
  const shown = page.locator('.ant-image-preview img')
  await expect.poll(() => shown.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(320)
  await page.keyboard.press('Escape')
  await expect(shown).toHaveCount(0)
  await dialog.getByRole('button', { name: '确认开票' }).click()
  await expectToast(page, '发票信息已编辑')
})

test('invoice result cannot be submitted while a file is uploading', async ({
  page,
  logIn,
  browser,
  baseURL,
}) => {
  const applicationNo = await agreedApplication(page, await anotherPage(browser, baseURL), logIn, '33.33')
  const dialog = await openResult(page, applicationNo)
  let letThrough = () => {}
  const held = new Promise<void>((resolve) => {
    letThrough = resolve
  })
  await page.route('**/paywages/api/file/upload', async (route) => {
    await held
    await route.continue()
  })
  await chooseFiles(page, [picture('慢.png')])
  await expect(dialog.getByText('文件正在上传，请稍候')).toBeVisible()
  await expect(dialog.getByRole('button', { name: '确认开票' })).toBeDisabled()
  letThrough()
  await expect(dialog.getByRole('button', { name: '移除 慢.png' })).toBeVisible()
  await expect(dialog.getByRole('button', { name: '确认开票' })).toBeEnabled()
})
