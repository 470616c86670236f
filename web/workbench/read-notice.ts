// Marks what one was told of one's account as read: one notice, or all of them.

import { readNotices } from '@paywages/wire/proposals/endpoints.ts'
import { todos } from '@paywages/wire/workbench/endpoints.ts'
import { call } from '../api/client.ts'
import { refresh } from '../api/queries.ts'
import { toastRefusal } from '../ui/feedback/toast.ts'

export async function readNotice(noticeId?: number): Promise<void> {
  // One that another window has read already is gone from the list all the same.
  await call(readNotices, noticeId === undefined ? {} : { noticeId }).catch(toastRefusal)
  await refresh(todos)
}
