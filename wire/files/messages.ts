// What the files slice says to people.

import type { RefusalText } from '../refusal.ts'

export const fileRefusals = {
  'file-missing': { http: 400, field: 'file', msg: '请选择要上传的文件' },
  'too-many-files': {
    http: 400,
    field: 'file',
    msg: (detail) => (detail.max === 1 ? '最多上传一个文件' : `最多上传 ${detail.max} 个文件`),
  },
  'file-empty': { http: 422, field: 'file', msg: '文件内容为空，请重新选择' },
  'file-too-large': { http: 413, field: 'file', msg: (detail) => `文件不能超过 ${detail.megabytes} MB` },
  'file-type': { http: 415, field: 'file', msg: (detail) => `文件内容与格式不符，仅支持 ${detail.accepted}` },
  'file-active': {
    http: 422,
    field: 'file',
    msg: 'PDF 含有脚本、表单动作、多媒体或附带程序，请重新打印为普通 PDF 或改用图片上传',
  },
  'file-gone': { http: 422, msg: '文件不存在或已被使用，请重新上传' },
  'files-unavailable': {
    http: 503,
    status: 500,
    msg: '文件服务暂时不可用，请稍后重试；其他功能不受影响',
  },
  'uploads-busy': {
    http: 429,
    msg: (detail) => `您有 ${detail.count} 个上传正在处理，请等待其中一个完成后再上传`,
  },
  'exports-busy': {
    http: 429,
    msg: (detail) => `您有 ${detail.count} 个导出正在处理，请等待其中一个完成后再导出`,
  },
  'upload-broken': { http: 400, msg: '文件上传失败' },
} as const satisfies Record<string, RefusalText>

export const fileTexts = {
  uploadFailed: '文件上传失败',
  downloadFailed: '文件下载失败',
} as const
