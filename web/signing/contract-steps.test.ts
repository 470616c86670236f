// The way of an invitation, in every state it may be in.

import type { PersonalContract } from '@paywages/wire/signing/shapes.ts'
import { describe, expect, it } from 'vitest'
import { contractSteps } from './contract-steps.ts'

const INVITED = new Date('2026-11-01T02:00:00Z')
const LATER = new Date('2026-11-02T03:30:00Z')

const invited: PersonalContract = {
  linkId: 1,
  contractId: null,
  contractNo: '',
  state: 'invited',
  userId: 9,
  name: '陈静',
  idCardNo: '119905********1234',
  phone: '139****2001',
  providerId: 1,
  providerName: '星河科技',
  invitedAt: INVITED,
  invitedBy: '周岚',
  expiresAt: new Date('2026-11-08T02:00:00Z'),
  openedAt: null,
  signedAt: null,
  textVersion: '',
  fileUrl: '',
  digest: '',
  address: '',
  device: '',
  flags: [],
  evidence: null,
  checkedAt: null,
  checkedBy: '',
  checkNote: '',
  endedAt: null,
  endedBy: '',
  endReason: '',
  notice: 'none',
}

const reported = (change: Partial<PersonalContract>) =>
  contractSteps({ ...invited, ...change }).map(({ state, title, note, text }) =>
    [state, title, note, text].filter(Boolean).join(' | '),
  )

const sent = 'done | 已邀请 | 周岚 · 2026-11-01 10:00'
const opened = 'done | 已打开链接 | 2026-11-02 11:30'
const signed = 'done | 已签署 | 2026-11-02 11:30'

describe('timeline of a signing invitation', () => {
  it('waits for the link to be opened, then for the signature', () => {
    expect(reported({})).toEqual([
      sent,
      'now | 等待本人打开链接',
      'next | 等待本人签署 | 有效期至 2026-11-08 10:00',
    ])
    expect(reported({ openedAt: LATER })).toEqual([
      sent,
      opened,
      'now | 等待本人签署 | 有效期至 2026-11-08 10:00',
    ])
  })

  it('shows the delivery status of the text message', () => {
    expect(reported({ notice: 'failed' })[0]).toBe(`${sent} | 短信发送失败`)
  })

  it('ends with the signature, whose flags wait for a check by a manager', () => {
    const contract = { state: 'signed', openedAt: LATER, signedAt: LATER } as const
    expect(reported(contract)).toEqual([sent, opened, signed])
    const flagged = { ...contract, flags: ['console-address' as const, 'shared-device' as const] }
    expect(reported(flagged).at(-1)).toBe('warned | 签约异常待核实 | 与后台登录地址相同；同一设备多人签署')
    expect(
      reported({ ...flagged, checkedAt: LATER, checkedBy: '林主管', checkNote: '已电话确认' }).at(-1),
    ).toBe(
      'done | 异常已核实 | 林主管 · 2026-11-02 11:30 | 与后台登录地址相同；同一设备多人签署 · 已电话确认',
    )
  })

  it('ends when expired, locked, revoked or terminated, with the reason', () => {
    expect(reported({ state: 'expired' })).toEqual([sent, 'stopped | 链接已过期 | 2026-11-08 10:00'])
    expect(reported({ state: 'locked', openedAt: LATER }).at(-1)).toMatch(/^stopped \| 链接已锁定/)
    expect(reported({ state: 'revoked', endedAt: LATER, endedBy: '周岚' }).at(-1)).toBe(
      'stopped | 邀请已撤销 | 周岚 · 2026-11-02 11:30 | 未填写原因',
    )
    const ended = { state: 'terminated', openedAt: LATER, signedAt: LATER, endedAt: LATER } as const
    expect(reported({ ...ended, endedBy: '林主管', endReason: '本人要求' })).toEqual([
      ...[sent, opened, signed],
      'stopped | 合同已终止 | 林主管 · 2026-11-02 11:30 | 本人要求',
    ])
  })
})
