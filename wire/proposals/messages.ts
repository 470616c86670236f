// What the proposals slice says to people.

import type { RefusalText } from '../refusal.ts'

/** How a proposal ended, for who comes too late. */
const ENDS: Readonly<Record<string, string>> = {
  done: '已确认并生效',
  refused: '已被拒绝',
  withdrawn: '已被撤回',
  expired: '已过期失效',
  void: '因对象已变更而失效',
}

export const proposalRefusals = {
  'own-proposal': { http: 422, msg: '不能确认或拒绝自己提出的变更，须由另一位管理员处理' },
  'not-own-proposal': { http: 422, msg: '只有提出人可以撤回该变更' },
  'proposal-about-you': { http: 422, msg: '该变更涉及您自己的账号，须由另一位管理员确认' },
  'proposal-cooling': { http: 422, msg: '该变更处于冷静期，到时自动生效，无需确认' },
  'proposal-ended': {
    http: 409,
    msg: ({ state = '', name = '' }) =>
      `该变更${ENDS[state] ?? '已有结论'}${name === '' ? '' : `（${name}）`}，请刷新后查看`,
  },
  'proposal-outdated': { http: 409, msg: '该变更提出后对象已被修改，提案已失效，请重新提出' },
  'proposal-open': { http: 409, msg: '同一事项已有待确认的变更，请先确认、拒绝或撤回' },
  'too-many-attachments': { http: 422, msg: '一项变更最多 5 个附件' },
  'account-waiting': {
    http: 403,
    msg: ({ from }) => `账号新增或变更后需等待一段时间，${from} 起才能审核、复核、发起或确认`,
  },
} as const satisfies Record<string, RefusalText>

export const proposalTexts = {
  waits: '已提交，待另一位管理员确认',
  cools: (from: string) => `已提交，冷静期后于 ${from} 生效，相关人员已收到通知`,
  partly: '其余修改已保存；',
  reasonTooLong: '理由最多 200 个字符',
  refusalMissing: '请输入拒绝原因',
  listFailed: '暂未获取待确认变更，请稍后重试',
  fileMissing: '请上传附件',
  generic: '暂无法操作，请稍后重试',
} as const
