// Signing links that do not open, or close under the signer, and a network that is away.

import { expectAccessible } from './accessibility.ts'
import { expect, test } from './product.ts'
import {
  API,
  attemptWrongly,
  cardJpeg,
  choosePhoto,
  drawName,
  identify,
  inviteByCall,
  letExpire,
  phoneOf,
  readAndConsent,
  takeBothPhotos,
} from './signing-steps.ts'

const JPEG = { name: 'photo.jpg', mimeType: 'image/jpeg' }

test('five failed identity checks lock a signing link, also when it is opened again', async ({
  page,
  logIn,
  browser,
}) => {
  await logIn('pay1')
  const person = await inviteByCall(page, '何锁定', 603)
  const phone = await phoneOf(browser)
  await phone.goto(person.link)
  for (const left of [4, 3, 2, 1]) {
    await attemptWrongly(phone)
    await expect(phone.getByRole('alert')).toContainText(`还可尝试 ${left} 次`)
  }
  await attemptWrongly(phone)
  await expect(phone.getByRole('heading', { name: '链接已锁定' })).toBeFocused()
  await phone.goto(person.link)
  await expect(phone.getByText('身份核验错误次数过多，链接已锁定')).toBeVisible()
  await expectAccessible(phone)
  await phone.context().close()
})

test('expired, replaced, revoked and invalid signing links show their status', async ({
  page,
  logIn,
  browser,
  product,
}) => {
  await logIn('pay1')
  const [late, renewed] = [await inviteByCall(page, '孙过期', 604), await inviteByCall(page, '周更新', 605)]
  await letExpire(product, late)
  const newer = await inviteByCall(page, '周更新', 605)
  const phone = await phoneOf(browser)
  const reported = async (link: string, heading: string) => {
    await phone.goto(link)
    await expect(phone.getByRole('heading', { name: heading })).toBeVisible()
    await expect(phone.getByRole('textbox')).toHaveCount(0)
  }
  await reported(late.link, '链接已过期')
  await reported(renewed.link, '链接已更新')
  await phone.goto(newer.link)
  await identify(phone, newer)
  const { data } = await (await page.request.get(`${API}/personal/contract/list?userName=周更新`)).json()
  const revoked = await page.request.post(`${API}/sign/revoke`, { data: { linkId: data[0].linkId } })
  expect((await revoked.json()).status).toBe(0)
  // Also under somebody who is about to photograph: their session is over, and the link says why.
  await choosePhoto(phone, '拍摄人像面', { ...JPEG, buffer: await cardJpeg(phone, '人像面') })
  await expect(phone.getByRole('heading', { name: '链接已撤销' })).toBeVisible()
  for (const path of ['/sign', '/sign/', '/sign/nonsense', '/sign/a/b.c', `${newer.link}x`])
    await reported(path.startsWith('http') ? path : `${product.address}${path}`, '链接无效')
  await phone.context().close()
})

test('signer can retry after network failures at every step', async ({ page, logIn, browser }) => {
  await logIn('pay1')
  const person = await inviteByCall(page, '钱断网', 606)
  const phone = await phoneOf(browser, 320, 568)
  await phone.route(`**${API}/**`, (route) => route.abort())
  await phone.goto(person.link)
  await expect(phone.getByText('网络连接失败，请检查网络后重试')).toBeVisible()
  await phone.unroute(`**${API}/**`)
  await phone.getByRole('button', { name: '重试' }).tap()
  await identify(phone, person)
  await phone.route(`**${API}/sign/photo`, (route) => route.abort())
  await choosePhoto(phone, '拍摄人像面', { ...JPEG, buffer: await cardJpeg(phone, '人像面') })
  await expect(phone.getByRole('alert')).toContainText('照片上传失败，请重试')
  await phone.unroute(`**${API}/sign/photo`)
  await takeBothPhotos(phone)
  // Nothing is wider than the narrowest phone.
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  // The answer is lost on its way: the contract is signed all the same, and its copy can be had.
  await readAndConsent(phone)
  await drawName(phone)
  await phone.route(`**${API}/sign/complete`, async (route) => {
    await route.fetch()
    await route.abort()
  })
  const confirm = phone.getByRole('button', { name: '确认签署' })
  await confirm.click()
  await expect(phone.getByRole('alert')).toContainText('暂无法提交签名，请稍后重试')
  await phone.unroute(`**${API}/sign/complete`)
  await confirm.click()
  await expect(phone.getByRole('heading', { name: '协议已签署' })).toBeFocused()
  const download = phone.waitForEvent('download')
  await phone.getByRole('button', { name: '下载协议' }).tap()
  expect((await download).suggestedFilename()).toMatch(/^自由职业者服务协议-GR\d{13}\.pdf$/)
  await phone.context().close()
})
