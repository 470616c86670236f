// Prints a bank statement as PDF, as an internet bank does: a table with headings on every page.

import type { Browser } from '@playwright/test'

export type PrintedLine = {
  readonly day: string
  /** Empty where the bank prints none. */
  readonly reference: string
  readonly name: string
  readonly cardNo: string
  readonly yuan: string
  readonly remark: string
  /** Money that came back. */
  readonly returned?: boolean
}

const HEADINGS = ['交易日期', '客户参考号', '对方户名', '对方账号', '借方金额', '贷方金额', '摘要']

/** One list of lines a page. */
export async function statementPdf(
  browser: Browser,
  pages: readonly (readonly PrintedLine[])[],
): Promise<Buffer> {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.setContent(`<style>
    body { font: 8pt 'Noto Sans CJK SC', sans-serif }
    table { width: 100%; border-collapse: collapse }
    td, th { padding: 2mm; border: 0.2mm solid #999; text-align: left; white-space: nowrap }
    section + section { break-before: page }
  </style>${pages.map(sectionOf).join('')}`)
  const pdf = await page.pdf({ format: 'A4', landscape: true })
  await context.close()
  return pdf
}

function sectionOf(lines: readonly PrintedLine[], index: number): string {
  const head = HEADINGS.map((heading) => `<th>${heading}</th>`).join('')
  const rows = lines.map(({ day, reference, name, cardNo, yuan, remark, returned }) => {
    const money = returned ? ['', yuan] : [yuan, '']
    const cells = [day, reference, name, cardNo, ...money, remark]
    return `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`
  })
  return `<section><h1>账户交易明细 第 ${index + 1} 页</h1><table><tr>${head}</tr>${rows.join('')}</table></section>`
}
