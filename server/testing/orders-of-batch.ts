// What the key rotation is told of a batch's orders, as scripts/rotate-keys.ts hands it in.

import type { OrdersOfBatch } from '../payouts/reseal-rows.ts'
import { fixOrders, ordersHold } from '../transfers/approved-orders.ts'

export const ORDERS: OrdersOfBatch = { hold: ordersHold, fix: fixOrders }
