import { describe, expect, it } from 'vitest'
import { noteAgainst } from './note-says.ts'

describe('a note below the rows', () => {
  it.each([
    '注：1、请于11月10日前发放；2、李秀英本月只发一半，余款下月补',
    '王芳暂不发放',
    '备注：以上人员下月再发',
    '说明:陈静的卡号有误',
    '赵磊已离职，孙丽不发',
    '本表作废',
    '张伟工资已现金领取',
    '（2）周国下月一起发',
    '上述金额待确认',
  ])('%s speaks against a row', (note) => {
    expect(noteAgainst(note)).toBe(true)
  })

  it.each([
    '注：以上金额为税前，如有疑问请联系人事部 0571-88888888',
    '未签合同人员不发放',
    '金额已付至公司账户',
    '余款下月补',
    '审核：李主管',
    '张经理已审核',
    '高温补贴已发放',
    '以上人员均已签合同',
    '请假三天以上不发全勤奖',
    '联系人：王会计',
    '马上发放',
  ])('%s does not', (note) => {
    expect(noteAgainst(note)).toBe(false)
  })
})
