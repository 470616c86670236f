// The Chinese words of the kit, the same on every page.

export const uiLabels = {
  unfold: '展开',
  query: '查询',
  reset: '重置',
  retry: '重试',
  cancel: '取消',
  close: '关闭',
  previousRecord: '上一条',
  nextRecord: '下一条',
  placeOf: (place: string, count: string) => `${place} / ${count}`,
  save: '保存',
  reason: '变更理由',
  reasonHint: '选填，例如：补充协议第 3 条',
  reasonExtra: '需另一位管理员确认的变更会附上理由',
  all: '全部',
  yes: '是',
  no: '否',
  yuanSign: '¥',
  minusSign: '−',
  lastWeek: '近一周',
  lastMonth: '近一月',
  lastQuarter: '近三月',
  from: '开始日期',
  to: '结束日期',
  loading: '加载中',
  unexpected: '页面出了点问题，请刷新后重试',
  nothingFits: '没有符合条件的记录',
  nothingFitsHint: '换个条件再查，或清除全部条件。',
  clearFilters: '清除条件',
  noAnswer: '网络中断或服务没有回应。您填写的条件仍在，可直接重试。',
  outage: (http: number) => `服务没有回应（${http}）。您填写的条件仍在，可直接重试。`,
  refused: '您填写的条件仍在，可修改后再试。',
  missing: '记录不存在或已被删除',
  backTo: (title: string) => `返回${title}`,
  missingHint: '它可能已被移除，或不在您的管理范围内。',
  changed: '记录已有变化，页面已更新为最新内容',
  changedHint: '您填写的内容仍在，核对后可再次提交。',
  range: (first: string, last: string, total: string) => `第 ${first}–${last} 条，共 ${total} 条`,
  sumOf: (count: string) => `共 ${count} 条，合计`,
  yuan: '元',
  tooManyToSort: (most: string) => `超过 ${most} 条时只能按时间排序，请先缩小范围`,
  pager: '分页',
  pageSize: '每页',
  pageSizeLabel: '每页行数',
  uploaded: '上传成功',
  copied: '已复制',
  notCopied: '复制失败，请选中后手动复制',
} as const

/** Leaving a page while a file is under way. */
export const leaveLabels = {
  title: '上传尚未完成，确认离开？',
  warning: '离开后上传会被取消，需要重新选择文件上传。',
  action: '离开并取消上传',
} as const

export const exportLabels = {
  download: '下载 Excel',
  preparing: '正在准备文件',
  received: (megabytes: string) => `已下载 ${megabytes} MB`,
  receivedOf: (megabytes: string, rows: string) => `已下载 ${megabytes} MB · 共 ${rows} 行`,
  stop: '取消',
} as const

/** One file of a form: chosen or dropped, sent at once, kept until the form is sent. */
export const fileFieldLabels = {
  choose: '选择文件',
  chooseHint: '或将文件拖到页面任意位置',
  replace: '重新上传',
  change: '更换',
  actionOn: (action: string, what: string) => `${action} ${what}`,
  remove: '移除',
  sending: (percent: number) => `正在上传 ${percent}%`,
  storing: '正在保存',
  cancel: '取消上传',
  broken: '网络中断，文件没有上传完',
  again: '继续上传',
  oneFile: '最多上传一个文件',
} as const

/** Kept files to look at. */
export const previewLabels = {
  noPreview: '该格式不能预览，请下载查看',
  zoom: (name: string) => `放大查看 ${name}`,
  open: '新窗口打开',
  openPdf: '查看 PDF',
  download: '下载',
  broken: '文件无法显示',
  retry: '重试',
} as const

const WEEKDAYS = ['星期日', '星期一', '星期二', '星期三', '星期四', '星期五', '星期六']

/** Charts of one bar a day. */
export const dayBarsLabels = {
  units: { yuan: '元', 'ten-thousand-yuan': '万元', count: '' },
  unit: (unit: string) => `单位：${unit}`,
  day: '日期',
  /** "2026-11-13 星期五"; a month is told as it is. */
  tipDay: (day: string) =>
    day.length > 7 ? `${day} ${WEEKDAYS[new Date(`${day}T00:00:00Z`).getUTCDay()]}` : day,
  summary: (title: string, first: string, last: string, sums: string) =>
    `${title}，${first} 至 ${last}：${sums}`,
} as const

/** Several files in a form, and files that are kept. */
export const filesLabels = {
  kilobytes: (count: string) => `${count} KB`,
  megabytes: (count: string) => `${count} MB`,
  problem: (name: string, why: string) => `「${name}」${why}`,
  twice: (name: string) => `「${name}」已在列表中`,
  choose: '选择文件',
  chooseMore: '继续添加',
  zone: '将文件拖到此处，或',
  drop: '松开即上传',
  list: '已选择的文件',
  sending: (percent: number) => `正在上传 ${percent}%`,
  storing: '正在保存',
  broken: '网络中断，文件没有上传完',
  again: '重试',
  againOf: (name: string) => `重试 ${name}`,
  cancel: '取消上传',
  cancelOf: (name: string) => `取消上传 ${name}`,
  remove: '移除',
  removeOf: (name: string) => `移除 ${name}`,
  preview: '预览',
  previewOf: (name: string) => `预览 ${name}`,
  download: '下载',
  downloadOf: (name: string) => `下载 ${name}`,
  count: (count: number, most: number) => `${count} / ${most}`,
  wait: '文件正在上传，请稍候',
  stuck: '有文件没有上传完，请重试或移除',
} as const
