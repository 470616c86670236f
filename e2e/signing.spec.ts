// Signing: invited in the console, signed on a phone by touch, found in the console, seen by nobody else.

import type { Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { expect, test } from './product.ts'
import {
  API,
  attemptWrongly,
  cardJpeg,
  choosePhoto,
  drawName,
  drawStroke,
  identify,
  inkOnPad,
  inviteByCall,
  inviteInConsole,
  phoneOf,
  readAndConsent,
  readSignedPdf,
  takeBothPhotos,
} from './signing-steps.ts'
import { anotherPage } from './steps.ts'

const JPEG = { name: 'photo.jpg', mimeType: 'image/jpeg' }

test('invited person signs on a phone, and the signed contract appears in the console', async ({
  page,
  logIn,
  browser,
  baseURL,
}) => {
  await logIn('pay1')
  const person = await inviteInConsole(page, '林知夏', 601)

  const phone = await phoneOf(browser)
  const complaints: string[] = []
  phone.on('pageerror', (error) => complaints.push(String(error)))
  phone.on('console', (message) => {
    if (message.type() === 'error' && !/Failed to load resource/.test(message.text()))
      complaints.push(message.text())
  })
  await phone.goto(person.link)
  await expect(phone.getByText('星河科技有限公司').first()).toBeVisible()
  const steps = phone.getByRole('navigation', { name: '签约进度' })
  await expect(steps.getByText('身份核验', { exact: true })).toHaveAttribute('aria-current', 'step')
  await expectAccessible(phone)
  await phone.getByRole('button', { name: '下一步' }).tap()
  for (const text of ['请输入姓名', '请输入身份证号后六位']) await expect(phone.getByText(text)).toBeVisible()
  await attemptWrongly(phone)
  await expect(phone.getByRole('alert')).toContainText('姓名或身份证号后六位不正确，还可尝试 4 次')
  await identify(phone, person)
  await expect(phone.getByRole('heading', { name: '拍摄身份证' })).toBeFocused()
  await expectAccessible(phone)

  // What is no photograph of a card is refused in words, and costs nothing.
  const heic = Buffer.concat([Buffer.from('\0\0\0\x18ftypheic\0\0\0\0', 'latin1'), Buffer.alloc(2_000)])
  await choosePhoto(phone, '从相册选择', { name: 'a.heic', mimeType: 'image/heic', buffer: heic })
  await expect(phone.getByRole('alert')).toContainText('HEIC')
  await choosePhoto(phone, '拍摄人像面', { ...JPEG, buffer: Buffer.from('no picture at all') })
  await expect(phone.getByRole('alert')).toContainText('照片无法读取')

  const upright = await cardJpeg(phone, '人像面', true)
  await choosePhoto(phone, '拍摄人像面', { ...JPEG, buffer: upright })
  await expect(phone.getByText('人像面已拍好，文字清晰')).toBeVisible()
  // A page that was closed begins at the identity, and need not photograph again.
  await phone.reload()
  await identify(phone, person)
  await expect(phone.getByText('人像面已拍摄')).toBeVisible()
  await choosePhoto(phone, '拍摄国徽面', { ...JPEG, buffer: await cardJpeg(phone, '国徽面') })
  await expect(phone.getByText('国徽面已拍好，文字清晰')).toBeVisible()
  await expectAccessible(phone)
  await phone.getByRole('button', { name: '下一步' }).tap()

  await expect(phone.getByText('林知夏，请阅读协议并签下您的姓名。')).toBeVisible()
  const confirm = phone.getByRole('button', { name: '确认签署' })
  await expect(confirm).toBeDisabled()
  await expect(phone.getByText('还需阅读《自由职业者服务协议》、手写签名')).toBeVisible()
  await readAndConsent(phone)
  await drawStroke(phone, [[0.5, 0.5]])
  await expect(phone.getByText('还需写下完整姓名')).toBeVisible()
  await phone.getByRole('button', { name: '撤销一笔' }).tap()
  await expect(phone.getByText('还需手写签名')).toBeVisible()
  const scrolled = () => phone.evaluate(() => window.scrollY)
  const before = await scrolled()
  await drawName(phone)
  expect(await scrolled()).toBe(before)
  await expect(confirm).toBeEnabled()
  // Neither the back button nor a turn of the phone costs what was drawn.
  const ink = await inkOnPad(phone)
  await phone.goBack()
  await expect(phone.getByRole('heading', { name: '拍摄身份证' })).toBeVisible()
  await phone.goForward()
  await phone.setViewportSize({ width: 844, height: 390 })
  await expect(confirm).toBeEnabled()
  await phone.setViewportSize({ width: 390, height: 844 })
  await expect.poll(() => inkOnPad(phone)).toBe(ink)
  await expectAccessible(phone)

  let sent = 0
  phone.on('request', (request) => {
    if (request.url().endsWith('/sign/complete')) sent += 1
  })
  await confirm.evaluate((button: HTMLButtonElement) => {
    button.click()
    button.click()
  })
  await expect(phone.getByRole('heading', { name: '签署完成' })).toBeVisible()
  expect(sent).toBe(1)
  await expectAccessible(phone)
  const contractNo = await phone.getByText(/^GR\d{13}$/).innerText()
  const download = phone.waitForEvent('download')
  await phone.getByRole('button', { name: '下载协议' }).tap()
  const saved = await download
  expect(saved.suggestedFilename()).toBe(`自由职业者服务协议-${contractNo}.pdf`)
  const copy = await buffered(saved)
  const paper = await readSignedPdf(copy, '林知夏')
  for (const text of [contractNo, '林知夏', person.idCardNo, '星河科技有限公司'])
    expect(paper.text).toContain(text)
  expect(paper.ink).toBeGreaterThan(150)
  expect(paper.inkWidth).toBeGreaterThan(60)
  await phone.goBack()
  await expect(phone.getByRole('heading', { name: '签署完成' })).toBeVisible()
  await phone.goto(person.link)
  await expect(phone.getByRole('heading', { name: '协议已签署' })).toBeVisible()
  expect(complaints).toEqual([])

  // In the console: the status, the three images, the contract.
  await page.goto(`/userdetail?usidcard=${person.idCardNo}`)
  await expect(page.getByText('已签约').first()).toBeVisible()
  for (const image of ['身份证人像面', '身份证国徽面', '签名照片'])
    await expect(page.getByRole('button', { name: `放大查看${image}` })).toBeVisible()
  const { udetail } = await (await page.request.get(`${API}/user/detail?cardid=${person.idCardNo}`)).json()
  expect(await cornerOf(page, udetail.idcardforeurl)).toEqual({ width: 1_600, height: 1_009, red: true })
  const { contractId, fileUrl } = udetail.contract
  const kept = await page.request.get(fileUrl)
  expect(Buffer.compare(await kept.body(), copy)).toBe(0)
  const listed = await (await page.request.get(`${API}/personal/contract/list?userName=林知夏`)).json()
  expect(listed.data).toEqual([expect.objectContaining({ contractNo, contractStatus: 1, contractId })])

  // Another provider sees none of it.
  const other = await anotherPage(browser, baseURL)
  await logIn('pay2', { page: other })
  await other.goto(`/userdetail?usidcard=${person.idCardNo}`)
  await expect(other.getByText('记录不存在或已被删除')).toBeVisible()
  for (const url of [udetail.idcardforeurl, udetail.idcardbackurl, udetail.signurl, fileUrl])
    expect((await other.request.get(url)).status()).toBe(404)
  const download2 = `${API}/personal/contract/download?contractIds=${contractId}`
  expect((await other.request.get(download2)).status()).toBe(404)
  const theirs = await (await other.request.get(`${API}/personal/contract/list?userName=林知夏`)).json()
  expect(theirs.count).toBe(0)
  await other.context().close()
  await phone.context().close()
})

async function buffered(saved: { createReadStream(): Promise<NodeJS.ReadableStream> }): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of await saved.createReadStream()) pieces.push(Buffer.from(piece))
  return Buffer.concat(pieces)
}

/** The stored picture as it is, whatever its EXIF data would say, and whether its top left is red. */
async function cornerOf(page: Page, url: string): Promise<{ width: number; height: number; red: boolean }> {
  return page.evaluate(async (address) => {
    const blob = await (await fetch(address)).blob()
    const picture = await createImageBitmap(blob, { imageOrientation: 'none' })
    const canvas = document.createElement('canvas')
    Object.assign(canvas, { width: picture.width, height: picture.height })
    const context = canvas.getContext('2d')
    context?.drawImage(picture, 0, 0)
    const [red = 0, green = 0, blue = 0] = context?.getImageData(60, 60, 1, 1).data ?? []
    return { width: picture.width, height: picture.height, red: red > 160 && green < 90 && blue < 90 }
  }, url)
}

test('only the later opened of two tabs can sign', async ({ page, logIn, browser }) => {
  await logIn('pay1')
  const person = await inviteByCall(page, '许两页', 602)
  const [first, second] = [await phoneOf(browser), await phoneOf(browser)]
  for (const phone of [first, second]) {
    await phone.goto(person.link)
    await identify(phone, person)
    if (phone === first) await takeBothPhotos(phone)
  }
  await readAndConsent(first)
  await drawName(first)
  await second.getByRole('button', { name: '下一步' }).tap()
  await readAndConsent(second)
  await drawName(second)
  await Promise.all([first, second].map((phone) => phone.getByRole('button', { name: '确认签署' }).click()))
  await expect(second.getByRole('heading', { name: '签署完成' })).toBeVisible()
  // Refused, and told why: the other tab has the signing, or has signed by now.
  await expect(first.getByRole('heading', { name: /核验身份|协议已签署/ })).toBeVisible()
  await expect(first.getByText(/签约页面已在别处打开|该签约链接已使用/)).toBeVisible()
  await first.goto(person.link)
  await expect(first.getByRole('heading', { name: '协议已签署' })).toBeVisible()
  const listed = await (await page.request.get(`${API}/personal/contract/list?userName=许两页`)).json()
  expect(listed.count).toBe(1)
  for (const phone of [first, second]) await phone.context().close()
})

test('signing page is a small bundle without console code', async ({ browser, product, request }) => {
  const phone = await phoneOf(browser)
  const asked = new Set<string>()
  phone.on('request', (sent) => {
    if (/\.(js|css)$/.test(sent.url())) asked.add(sent.url())
  })
  await phone.goto(`${product.address}/sign/nonsense`)
  await expect(phone.getByRole('heading', { name: '链接无效' })).toBeVisible()
  let bytes = 0
  for (const url of asked) {
    const answer = await request.get(url, { headers: { 'accept-encoding': 'gzip' } })
    expect(answer.headers()['content-encoding']).toBe('gzip')
    bytes += Number(answer.headers()['content-length'])
    expect(await answer.text()).not.toMatch(/\bant-btn\b|recharts|@tanstack|react-query/)
  }
  expect(asked.size).toBeGreaterThan(3)
  expect(bytes).toBeGreaterThan(50 * 1024)
  expect(bytes).toBeLessThan(110 * 1024)
  await phone.context().close()
})
