// The bank's statement as PDF: one for each day with lines, made of data, linked from its page.

import { expect, it, vi } from 'vitest'
import type { Line } from './statement.ts'
import { statementPdf } from './statement-pdf.ts'
import { order, orders } from './testing/bank-client.ts'
import { openBank } from './testing/open-banks.ts'

vi.setConfig({ testTimeout: 30_000 })

const today = () => new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)

it('links a statement PDF for every day that has lines and serves it', async () => {
  const { client, address } = await openBank()
  const page = async () => (await fetch(`${address}/`)).text()
  expect(await page()).toContain('还没有可下载的对账单')
  await client.submit(orders(3))
  const link = `/statement.pdf?day=${today()}&part=1`
  expect(await page()).toContain(`<a href="${link.replace('&', '&amp;')}">下载对账单 PDF</a>`)
  const answer = await fetch(address + link)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  expect(answer.headers.get('content-disposition')).toContain(encodeURIComponent(`对账单-${today()}.pdf`))
  expect(
    Buffer.from(await answer.arrayBuffer())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-')
})

it('answers 404 for days without lines and for malformed days', async () => {
  const { client, address } = await openBank()
  await client.submit([order()])
  for (const query of [
    'day=2020-01-01',
    'day=2026-02-30',
    'day=../../etc/passwd',
    `day=${today()}&part=2`,
    `day=${today()}&part=0`,
    '',
  ])
    expect((await fetch(`${address}/statement.pdf?${query}`)).status).toBe(404)
})

it('renders names as plain data, not as typst markup or code', async () => {
  const line = (name: string): Line => ({
    serial: 1,
    kind: 'debit',
    at: Date.UTC(2026, 10, 14),
    transfer: {
      order: { reference: 'T1', amountFen: 100, name, bankName: '', cardHash: '', cardTail: '8888' },
      step: { status: 'succeeded', code: '0000', at: 0, serial: 1, dueAt: null, event: null },
    },
  })
  for (const name of ['#panic("x")', '*粗*', '$x', '"]', '#read("/etc/passwd")', '\\', '#{'])
    expect((await statementPdf('2026-11-14', [line(name)])).length).toBeGreaterThan(1_000)
})
