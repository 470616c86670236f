// Invoice applications of the demo, in every status and of every type, made by the operations that make them for everyone.

import { DAY_MS, shanghaiDay, startOfDay } from '@paywages/domain/calendar/shanghai.ts'
import { type InvoiceType, isElectronic } from '@paywages/domain/invoices/invoice-type.ts'
import { invoiceableFen } from '@paywages/domain/invoices/quota.ts'
import type { Actor } from '@paywages/server/actor.ts'
import type { Services } from '@paywages/server/app-services.ts'
import { storeMadeFile } from '@paywages/server/files/store-made-file.ts'
import { addInvoice } from '@paywages/server/invoices/add-invoice.ts'
import { auditInvoice } from '@paywages/server/invoices/audit-invoice.ts'
import { correctInvoice } from '@paywages/server/invoices/correct-invoice.ts'
import { enterResult } from '@paywages/server/invoices/enter-result.ts'
import { findApplication } from '@paywages/server/invoices/list-store.ts'
import { findQuota } from '@paywages/server/invoices/quota-store.ts'
import { withdrawInvoice } from '@paywages/server/invoices/withdraw-invoice.ts'
import { invoiceTypeWords } from '@paywages/wire/invoices/invoice-type.ts'
import { ELECTRONIC_TRACKING } from '@paywages/wire/invoices/messages.ts'
import { demoActor } from './actor.ts'
import { type InvoicePaper, invoiceOfd, invoicePdf, invoicePicture } from './invoice-files.ts'

const PROVIDERS = [
  { pay: 'pay1', check: 'check1', manager: 'manager1' },
  { pay: 'pay2', check: 'check2', manager: 'manager1' },
  { pay: 'pay3', check: 'check3', manager: 'manager2' },
] as const

const HOUR_MS = 3_600_000
/** Enough for the smallest share to be a sum that someone would ask for. */
const MIN_FEN = 10_000_00n

type Paper = 'pdf' | 'png' | 'ofd'
type End =
  | { readonly kind: 'pending' | 'invoicing' | 'withdrawn' }
  | { readonly kind: 'rejected'; readonly reason: string }
  | { readonly kind: 'invoiced' | 'corrected'; readonly papers: readonly Paper[] }

type Plan = {
  readonly daysAgo: number
  readonly by: 'pay' | 'check'
  readonly type: InvoiceType
  readonly category: string
  /** Of what may be invoiced when the demo is made. */
  readonly percent: number
  readonly remark: string
  readonly end: End
}

/** The oldest first, as they were made; together well below the whole. */
const PLANS: readonly Plan[] = [
  {
    daysAgo: 19,
    by: 'pay',
    type: 'special-electronic',
    category: '信息技术服务',
    percent: 14,
    remark: '请按合同项目开具',
    end: { kind: 'invoiced', papers: ['pdf', 'ofd'] },
  },
  {
    daysAgo: 16,
    by: 'pay',
    type: 'ordinary-paper',
    category: '市场推广服务',
    percent: 6,
    remark: '',
    end: { kind: 'rejected', reason: '开票类目与服务内容不符，请核对后重新申请' },
  },
  {
    daysAgo: 13,
    by: 'check',
    type: 'special-paper',
    category: '设计服务',
    percent: 9,
    remark: '收件地址：杭州市西湖区文三路 90 号',
    end: { kind: 'corrected', papers: ['png'] },
  },
  {
    daysAgo: 11,
    by: 'pay',
    type: 'special-paper',
    category: '人力资源服务',
    percent: 5,
    remark: '金额填错',
    end: { kind: 'withdrawn' },
  },
  {
    daysAgo: 7,
    by: 'pay',
    type: 'ordinary-electronic',
    category: '物流辅助服务',
    percent: 8,
    remark: '',
    end: { kind: 'invoiced', papers: ['pdf', 'png', 'ofd'] },
  },
  {
    daysAgo: 5,
    by: 'check',
    type: 'ordinary-paper',
    category: '物流辅助服务',
    percent: 4,
    remark: '请与上月发票一并寄出',
    end: { kind: 'invoiced', papers: ['pdf'] },
  },
  {
    daysAgo: 3,
    by: 'pay',
    type: 'special-paper',
    category: '人力资源服务',
    percent: 7,
    remark: '',
    end: { kind: 'invoicing' },
  },
  {
    daysAgo: 2,
    by: 'pay',
    type: 'special-electronic',
    category: '信息技术服务',
    percent: 5,
    remark: '发送至财务邮箱',
    end: { kind: 'invoicing' },
  },
  {
    daysAgo: 1,
    by: 'check',
    type: 'ordinary-electronic',
    category: '设计服务',
    percent: 4,
    remark: '',
    end: { kind: 'pending' },
  },
  {
    daysAgo: 0,
    by: 'pay',
    type: 'special-electronic',
    category: '市场推广服务',
    percent: 6,
    remark: '本月尽快开具',
    end: { kind: 'pending' },
  },
]

/** Behind payouts and categories, from which they are made. */
export async function seedInvoices(services: Services): Promise<void> {
  for (const { pay, check, manager } of PROVIDERS) {
    const people = {
      pay: await demoActor(services, pay),
      check: await demoActor(services, check),
      manager: await demoActor(services, manager),
    }
    const { providerId } = people.pay.person
    // An earlier run got this far.
    if (await hasApplications(services, providerId)) continue
    const quota = await services.database.query((tx) => findQuota(tx, providerId))
    const wholeFen = invoiceableFen(quota)
    // Where the bank was not there to pay anything, a later start finds more.
    if (wholeFen < MIN_FEN) continue
    for (const plan of PLANS) await seedOne(services, people, plan, wholeFen)
  }
}

type Cast = Readonly<Record<'pay' | 'check' | 'manager', Actor>>

async function seedOne(services: Services, cast: Cast, plan: Plan, wholeFen: bigint): Promise<void> {
  const { daysAgo, type, end, remark } = plan
  const applied = appliedAt(services.clock.now(), daysAgo)
  const at = (person: Actor, hours: number): Actor => ({
    ...person,
    at: new Date(applied.getTime() + hours * HOUR_MS),
  })
  // Whole tens of yuan, as people ask for them.
  const amountFen = ((wholeFen * BigInt(plan.percent)) / 100n / 1_000n) * 1_000n
  const categoryId = await categoryNamed(services, plan.category)
  const applicant = at(cast[plan.by], 0)
  const applicationId = await addInvoice(services, applicant, { type, categoryId, amountFen, remark })
  if (end.kind === 'pending') return
  if (end.kind === 'withdrawn') return withdrawInvoice(services, at(cast[plan.by], 1.3), applicationId)
  const auditor = at(cast.manager, 3.4)
  if (end.kind === 'rejected')
    return auditInvoice(services, auditor, applicationId, { agrees: false, reason: end.reason })
  await auditInvoice(services, auditor, applicationId, { agrees: true, reason: '' })
  if (!('papers' in end)) return
  const clerk = at(cast.manager, 26.2)
  const paper = await paperOf(services, clerk, applicationId)
  const trackingNo = isElectronic(type) ? ELECTRONIC_TRACKING : `SF16${paper.number.slice(-10)}`
  const fileIds: string[] = []
  for (const kind of end.papers) fileIds.push(await storePaper(services, clerk, paper, kind))
  const trackingNote = isElectronic(type) ? '已发送至申请人邮箱' : '顺丰快递，寄付'
  await enterResult(services, clerk, applicationId, { trackingNo, trackingNote, fileIds, invoiceCount: 1 })
  if (end.kind !== 'corrected') return
  const corrector = at(cast.manager, 49.6)
  await correctInvoice(services, corrector, applicationId, {
    trackingNo: `SF17${paper.number.slice(-10)}`,
    trackingNote: '原件退回，已改址重寄',
    fileIds: [
      await storePaper(services, corrector, paper, 'pdf'),
      await storePaper(services, corrector, paper, 'ofd'),
    ],
    reason: '扫描件不清晰，且快递单号有误',
  })
}

/** In the office, on days that are over; today's a quarter of an hour ago. */
function appliedAt(now: Date, daysAgo: number): Date {
  if (daysAgo === 0) return new Date(now.getTime() - HOUR_MS / 4)
  const morning = startOfDay(shanghaiDay(now)).getTime() - daysAgo * DAY_MS + 9.5 * HOUR_MS
  return new Date(morning + ((daysAgo * 37) % 150) * 60_000)
}

async function hasApplications(services: Services, providerId: number): Promise<boolean> {
  const some = await services.database.query((tx) =>
    tx
      .selectFrom('invoice_applications')
      .where('provider_id', '=', providerId)
      .select('application_id')
      .limit(1)
      .executeTakeFirst(),
  )
  return some !== undefined
}

async function categoryNamed(services: Services, name: string): Promise<number> {
  const { category_id } = await services.database.query((tx) =>
    tx
      .selectFrom('invoice_categories')
      .where('name', '=', name)
      .select('category_id')
      .executeTakeFirstOrThrow(),
  )
  return category_id
}

async function paperOf(services: Services, by: Actor, applicationId: number): Promise<InvoicePaper> {
  const application = await services.database.query((tx) =>
    findApplication(tx, { of: 'everything' }, applicationId),
  )
  if (!application) throw new Error('the demo lost an application')
  const { applicationNo, type, categoryName, providerName, amountFen } = application
  return {
    applicationNo,
    number: `26337000${applicationNo.slice(-12)}`,
    day: shanghaiDay(by.at),
    title: invoiceTypeWords[type].replace(/（.*）/, ''),
    buyer: providerName,
    seller: services.brands.brand(by.person.brand).name,
    category: categoryName,
    amountFen,
  }
}

async function storePaper(services: Services, by: Actor, paper: InvoicePaper, kind: Paper): Promise<string> {
  const make = { pdf: invoicePdf, png: invoicePicture, ofd: invoiceOfd }[kind]
  const bytes = await make(paper)
  async function* stream() {
    yield bytes
  }
  const name = `发票-${paper.number}.${kind}`
  return storeMadeFile(services, by, { kind: 'invoice', name, content: kind, stream: stream() })
}
