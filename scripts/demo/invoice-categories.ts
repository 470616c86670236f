// Service items and invoice categories of the demo: more than a page of them, one of them disabled again.

import { DAY_MS, shanghaiDay, startOfDay } from '@paywages/domain/calendar/shanghai.ts'
import type { Services } from '@paywages/server/app-services.ts'
import {
  addCategory,
  addServiceItem,
  setCategoryStatus,
} from '@paywages/server/invoice-categories/save-categories.ts'
import { demoActor } from './actor.ts'

const CATEGORIES: Readonly<Record<string, readonly string[]>> = {
  现代服务: ['信息技术服务', '设计服务', '人力资源服务', '市场推广服务', '技术咨询服务'],
  物流服务: ['物流辅助服务', '仓储服务', '同城配送服务'],
  生活服务: ['家政服务', '餐饮外卖配送服务'],
  文化创意服务: ['内容创作服务', '直播服务', '摄影摄像服务'],
}
/** Once offered, no longer: nothing of the demo uses them. */
const DISABLED: readonly string[] = ['餐饮外卖配送服务', '直播服务']

const HOUR_MS = 3_600_000

/** Before contracts and invoices, which choose among them. */
export async function seedInvoiceCategories(services: Services): Promise<void> {
  const some = await services.database.query((tx) =>
    tx.selectFrom('service_items').select('service_item_id').limit(1).executeTakeFirst(),
  )
  if (some) return
  const manager = await demoActor(services, 'manager1')
  // In the office, from before the first contract of the demo, one after the other.
  let at = new Date(startOfDay(shanghaiDay(manager.at)).getTime() - 600 * DAY_MS + 10 * HOUR_MS)
  const next = () => {
    at = new Date(at.getTime() + 7 * 60_000)
    return { ...manager, at }
  }
  for (const [item, names] of Object.entries(CATEGORIES)) {
    const serviceItemId = await addServiceItem(services, next(), item)
    for (const categoryName of names) {
      const categoryId = await addCategory(services, next(), { serviceItemId, categoryName })
      if (DISABLED.includes(categoryName))
        await setCategoryStatus(
          services,
          { ...manager, at: new Date(at.getTime() + 60 * DAY_MS) },
          { categoryId, status: 'disabled' },
        )
    }
  }
}
