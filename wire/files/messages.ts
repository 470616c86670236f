// What the files slice says to people.

import type { RefusalText } from '../refusal.ts'

export const fileRefusals = {
  'file-missing': { http: 400, field: 'file', msg: '请选择要上传的文件' },
  'too-many-files': { http: 400, field: 'file', msg: (detail) => `最多上传 ${detail.max} 个文件` },
  'file-empty': { http: 422, field: 'file', msg: '文件内容为空，请重新选择' },
  'file-too-large': { http: 413, field: 'file', msg: (detail) => `文件不能超过 ${detail.megabytes} MB` },
  'file-type': { http: 415, field: 'file', msg: (detail) => `文件内容与格式不符，仅支持 ${detail.accepted}` },
  'file-gone': { http: 422, msg: '文件不存在或已被使用，请重新上传' },
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
