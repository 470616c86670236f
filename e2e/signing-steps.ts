// Steps of signing journeys: an invited person, their phone, photographs of a card, a name drawn by finger, and the PDF looked at.

import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Locator, Page } from '@playwright/test'
import { changeInDatabase } from './database.ts'
import { expect, type Product } from './product.ts'
import { idCardNo } from './sheet.ts'
import { visit } from './visit.ts'

export type Invited = { readonly name: string; readonly idCardNo: string; readonly link: string }

export const API = '/paywages/api'

/** Registers a person in the console of whoever is logged in, and invites them at once. */
export async function inviteInConsole(page: Page, name: string, sequence: number): Promise<Invited> {
  const person = { name, idCardNo: idCardNo('19880307', sequence) }
  await visit(page, '/usermanage')
  await page.getByRole('button', { name: '新增人员' }).first().click()
  const form = page.getByRole('dialog')
  await form.getByLabel('姓名').fill(name)
  await form.getByLabel('身份证号').fill(person.idCardNo)
  await form.getByLabel('手机号').fill(`1380007${String(sequence).padStart(4, '0')}`)
  await page.getByRole('button', { name: '保存并邀请' }).click()
  const reported = page.getByRole('dialog', { name: `${name}的签约链接` })
  const link = await reported.getByText(/\/sign\/[\w-]{43}/).innerText()
  return { ...person, link: /https?:\/\/\S+/.exec(link)?.[0] ?? '' }
}

/** The same without the pages, where a journey is about something else. */
export async function inviteByCall(page: Page, name: string, sequence: number): Promise<Invited> {
  const person = { name, idCardNo: idCardNo('19880307', sequence) }
  const phone = `1380007${String(sequence).padStart(4, '0')}`
  const answer = await page.request.post(`${API}/user/add`, {
    data: { users: [{ userName: name, cardid: person.idCardNo, phone }], invite: 1 },
  })
  const { status, data } = await answer.json()
  expect(status).toBe(0)
  return { ...person, link: data.invitation.link.url }
}

/** Somebody else's phone: its own cookies, a finger instead of a mouse. */
export async function phoneOf(browser: Browser, width = 390, height = 844): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width, height },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    locale: 'zh-CN',
    acceptDownloads: true,
  })
  return context.newPage()
}

export async function identify(phone: Page, person: Pick<Invited, 'name' | 'idCardNo'>): Promise<void> {
  await phone.getByLabel('姓名').fill(person.name)
  await phone.getByLabel('身份证号后六位').fill(person.idCardNo.slice(-6))
  await phone.getByRole('button', { name: '下一步' }).tap()
  await expect(phone.getByRole('heading', { name: '拍摄身份证' })).toBeVisible()
}

export async function attemptWrongly(phone: Page): Promise<void> {
  await phone.getByLabel('姓名').fill('某某某')
  await phone.getByLabel('身份证号后六位').fill('123456')
  await phone.getByRole('button', { name: '下一步' }).tap()
}

const RED = '#d02020'

/** A landscape card with a red corner at its top left, as JPEG. Turned: as a camera held upright stores it, with the turn in its EXIF data. */
export async function cardJpeg(page: Page, words: string, turned = false): Promise<Buffer> {
  const base64 = await page.evaluate(
    ([text, red, isTurned]) => {
      const [width, height] = [1_760, 1_110]
      const canvas = document.createElement('canvas')
      Object.assign(canvas, isTurned ? { width: height, height: width } : { width, height })
      const context = canvas.getContext('2d')
      if (context === null) throw new Error('no canvas')
      if (isTurned) {
        // What is turned clockwise when it is shown is stored turned the other way.
        context.translate(0, width)
        context.rotate(-Math.PI / 2)
      }
      context.fillStyle = '#dfe9f7'
      context.fillRect(0, 0, width, height)
      context.fillStyle = red
      context.fillRect(0, 0, 300, 300)
      context.fillStyle = '#223'
      context.font = '72px sans-serif'
      for (let line = 0; line < 8; line += 1) context.fillText(`${text} ${line}`, 420, 130 + line * 120)
      return canvas.toDataURL('image/jpeg', 0.9).split(',')[1] ?? ''
    },
    [words, RED, turned] as const,
  )
  const jpeg = Buffer.from(base64, 'base64')
  return turned ? Buffer.concat([jpeg.subarray(0, 2), exifTurn(6), jpeg.subarray(2)]) : jpeg
}

/** An EXIF segment that says nothing but how the picture is to be turned. */
function exifTurn(orientation: number): Buffer {
  const tiff = Buffer.alloc(26)
  tiff.write('II*\0', 'latin1')
  tiff.writeUInt32LE(8, 4)
  tiff.writeUInt16LE(1, 8)
  tiff.writeUInt16LE(0x0112, 10)
  tiff.writeUInt16LE(3, 12)
  tiff.writeUInt32LE(1, 14)
  tiff.writeUInt16LE(orientation, 18)
  const body = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff])
  const head = Buffer.from([0xff, 0xe1, 0, 0])
  head.writeUInt16BE(body.length + 2, 2)
  return Buffer.concat([head, body])
}

export async function choosePhoto(
  phone: Page,
  button: string,
  file: { name: string; mimeType: string; buffer: Buffer },
): Promise<void> {
  const chooser = phone.waitForEvent('filechooser')
  await phone.getByRole('button', { name: button, exact: true }).tap()
  await (await chooser).setFiles(file)
}

export async function takeBothPhotos(phone: Page): Promise<void> {
  for (const side of ['人像面', '国徽面']) {
    const buffer = await cardJpeg(phone, side)
    await choosePhoto(phone, `拍摄${side}`, { name: 'photo.jpg', mimeType: 'image/jpeg', buffer })
    await expect(phone.getByText(`${side}已拍好`)).toBeVisible()
  }
  await phone.getByRole('button', { name: '下一步' }).tap()
  await expect(phone.getByRole('heading', { name: '手写签名' })).toBeVisible()
}

/** Both texts, each to its end, begun by the consent that wants them read. */
export async function readAndConsent(phone: Page): Promise<void> {
  const consent = phone.getByRole('checkbox')
  await consent.tap()
  await expect(consent).not.toBeChecked()
  for (const [title, done] of [
    ['自由职业者服务协议', /继续阅读/],
    ['个人信息处理说明', '已阅读，返回签名'],
  ] as const) {
    const sheet = phone.getByRole('dialog', { name: title })
    await expect(sheet).toBeVisible()
    await scrollToEnd(sheet)
    await sheet.getByRole('button', { name: done }).tap()
  }
  await expect(phone.getByRole('dialog')).toHaveCount(0)
  await consent.tap()
  await expect(consent).toBeChecked()
}

async function scrollToEnd(sheet: Locator): Promise<void> {
  await expect(sheet.getByRole('button', { name: '请阅读至末尾' })).toBeDisabled()
  await sheet.getByRole('document').evaluate((text) => text.scrollTo(0, text.scrollHeight))
}

type Point = readonly [x: number, y: number]

/** A name of three characters, in shares of the pad. */
const NAME: readonly (readonly Point[])[] = [
  [
    [0.14, 0.25],
    [0.32, 0.24],
  ],
  [
    [0.23, 0.25],
    [0.22, 0.62],
    [0.14, 0.66],
  ],
  [
    [0.42, 0.3],
    [0.55, 0.28],
    [0.48, 0.64],
  ],
  [
    [0.66, 0.24],
    [0.86, 0.26],
    [0.7, 0.6],
    [0.9, 0.64],
  ],
]

export async function drawName(phone: Page): Promise<void> {
  for (const stroke of NAME) await drawStroke(phone, stroke)
}

/** By real touch events of the browser. */
export async function drawStroke(phone: Page, stroke: readonly Point[]): Promise<void> {
  const pad = phone.locator('canvas')
  await pad.scrollIntoViewIfNeeded()
  const box = await pad.boundingBox()
  if (box === null) throw new Error('no pad')
  const client = await phone.context().newCDPSession(phone)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints })
  const at = ([x, y]: Point) => ({ x: box.x + x * box.width, y: box.y + y * box.height })
  const [first = [0, 0], ...rest] = stroke
  await touch('touchStart', [at(first)])
  let before: Point = first
  for (const point of rest) {
    for (let step = 1; step <= 8; step += 1) {
      const between = (from: number, to: number) => from + ((to - from) * step) / 8
      await touch('touchMove', [at([between(before[0], point[0]), between(before[1], point[1])])])
    }
    before = point
  }
  await touch('touchEnd', [])
  await client.detach()
}

/** What was drawn on the pad, as the number of its dark dots. */
export async function inkOnPad(phone: Page): Promise<number> {
  return phone.locator('canvas').evaluate((canvas: HTMLCanvasElement) => {
    const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? []
    let dark = 0
    for (let at = 3; at < pixels.length; at += 4) if ((pixels[at] ?? 0) > 128) dark += 1
    return dark
  })
}

export type Paper = { readonly text: string; readonly inkWidth: number; readonly ink: number }

const DOTS = 100

/** Reads the contract's text, and measures the ink on its last page between the signer's heading and their printed name. */
export async function readSignedPdf(pdf: Buffer, signer: string): Promise<Paper> {
  const folder = await mkdtemp(join(tmpdir(), 'paywages-paper-'))
  try {
    const file = join(folder, 'paper.pdf')
    await writeFile(file, pdf)
    const text = execFileSync('pdftotext', ['-layout', file, '-']).toString()
    const boxes = execFileSync('pdftotext', ['-bbox', file, '-']).toString().split('<page ').at(-1) ?? ''
    const words = [
      ...boxes.matchAll(/xMin="([\d.]+)" yMin="([\d.]+)" xMax="[\d.]+" yMax="([\d.]+)">([^<]*)</g),
    ]
    const heading = words.find(([, , , , word]) => word === '乙方（手写签名）')
    const name = words.find(([, , top, , word]) => word === signer && Number(top) > Number(heading?.[3]))
    const pages = text.split('\f').length - 1
    const range = ['-f', String(pages), '-l', String(pages), '-singlefile']
    execFileSync('pdftoppm', ['-r', String(DOTS), '-gray', ...range, file, join(folder, 'page')])
    const picture = await readFile(join(folder, 'page.pgm'))
    const box = { left: heading?.[1], top: heading?.[3], bottom: name?.[2] }
    return { text, ...inkIn(picture, box) }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

type Box = Readonly<Record<'left' | 'top' | 'bottom', string | undefined>>

function inkIn(picture: Buffer, box: Box): { ink: number; inkWidth: number } {
  const head = /^P5\s+(\d+)\s+\d+\s+255\s/.exec(picture.subarray(0, 40).toString('latin1'))
  const width = Number(head?.[1])
  const pixels = picture.subarray(head?.[0].length)
  const [left = 0, top = 0, bottom = 0] = [box.left, box.top, box.bottom].map((points) =>
    Math.round((Number(points) * DOTS) / 72),
  )
  const columns = new Set<number>()
  let ink = 0
  // The line that is signed on lies above the printed name.
  for (let row = top + 2; row < bottom - 8; row += 1) {
    for (let column = left; column < width; column += 1) {
      if ((pixels[row * width + column] ?? 255) >= 110) continue
      ink += 1
      columns.add(column)
    }
  }
  return { ink, inkWidth: columns.size }
}

/** Lets a link run out as seven days would; no call does that. */
export async function letExpire(product: Product, person: Invited): Promise<void> {
  const token = Buffer.from(person.link.split('/').at(-1) ?? '')
  const statement = `update signing_links set expires_at = now() where token_hash = encode(sha256($1), 'hex')`
  expect(await changeInDatabase(product, statement, [token])).toBe(1)
}
