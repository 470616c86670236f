// Comments that speak against a row, and those that say something else.
import { expect, test } from 'vitest'
import { commentAgainst } from './comment-says.ts'

test.each([
  '离职不发',
  '张三:\n离职不发',
  'Administrator: 待定',
  'admin:\n重复',
  '王会计：\n10月工时\n本月暂不发',
  '代收人：李四',
  '金额应为500',
  '已用微信支付',
  '[线程批注]\n\n你的Excel版本可读取此线程批注; 但如果在更新版本的Excel中打开文件，则对批注所作的任何改动都将被删除。了解详细信息: https://go.microsoft.com/fwlink/?linkid=870924\n\n注释:\n    不发',
])('hears %s', (comment) => expect(commentAgainst(comment, '800')).toMatch(/^不发:/))

test.each([
  '',
  '张三:',
  '张三:\n新员工',
  '待确认\n王会计: 已确认',
  '金额应为800',
  '卡号有误，已更正',
  '10月出勤22天，加班3天',
  '[Threaded comment]\n\nYour version of Excel allows you to read this threaded comment; however, any edits to it will get removed.\n\nComment:\n    新员工',
])('passes over %s', (comment) => expect(commentAgainst(comment, '800')).toBeUndefined())
