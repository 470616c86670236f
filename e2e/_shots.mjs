import { chromium } from '@playwright/test'
const base = 'http://127.0.0.1:8171'
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium', args: ['--no-sandbox','--disable-gpu'] })
export async function session(account, width, plat = 1) {
  const context = await browser.newContext({ viewport: { width, height: width === 1440 ? 900 : 800 }, locale: 'zh-CN', timezoneId: 'Asia/Shanghai' })
  const page = await context.newPage()
  page.on('console', (m) => { if (['error','warning'].includes(m.type())) console.log(account, m.text()) })
  page.on('pageerror', (e) => console.log('PAGEERROR', e.message))
  await page.goto(`${base}/?plat=${plat}`)
  await page.getByLabel('账号', { exact: true }).fill(account)
  await page.getByLabel('密码', { exact: true }).fill('Paywages@2026')
  await page.getByLabel('密码', { exact: true }).press('Enter')
  await page.waitForURL((u) => u.pathname !== '/')
  return page
}
export const shot = async (page, name) => { await page.waitForLoadState('networkidle').catch(()=>{}); await page.waitForTimeout(500); await page.screenshot({ path: `/tmp/shots/${name}.png` }) }
export const done = () => browser.close()
export { base }
