// The words of /taxyears: the statements of a year.

export const yearLabels = {
  year: '年度',
  yearOf: (year: string) => `${year} 年`,
  until: (month: string) => `截至 ${month}`,
  wholeYear: '全年',
  name: '姓名',
  nameAndNumber: '姓名 / 编号',
  idCardNo: '身份证号',
  idCardNoHint: '完整身份证号',
  payers: '供应商',
  more: (first: string, count: number) => `${first} 等 ${count} 家`,
  income: '收入（元）',
  tax: '已扣缴税额（元）',
  madeAt: '生成时间',
  actions: '操作',
  look: '预览',
  download: '下载',
  exportAll: '导出',
  choose: (name: string, year: string) => `选择 ${name} ${year} 年的年度汇总`,
  chooseAll: '选择本页全部年度汇总',
  downloadMany: '下载所选',
  downloadChosen: (count: number) => `下载所选 ${count} 份`,
  chooseFirst: '请先勾选要下载的年度汇总',
  tooMany: (most: number) => `一次最多下载 ${most} 份`,
  empty: (year: string) => `还没有 ${year} 年度汇总`,
  emptyHint: '管理员生成后，每位收款人一份全年收入与个税扣缴汇总，会出现在这里。',
  emptyHintManager: '生成后，每位收款人一份全年收入与个税扣缴汇总，供办理年度汇算时参考。',
} as const

export const generateLabels = {
  action: '生成年度汇总',
  title: (year: string) => `生成 ${year} 年度汇总？`,
  object: (year: string) => `${year} 年，所辖供应商的全部收款人，每人一份`,
  open: (names: string) => `${names}尚有未关账的月份，未关账的月份不计入本次汇总。`,
  nameSeparator: '、',
  moreNames: (names: string, count: number) => `${names}等 ${count} 家供应商`,
  warning: '金额有变动的人员将生成新版本，原版本保留并标注已被替代；没有变动的不重复生成。',
  confirm: '开始生成',
} as const

export const jobLabels = {
  title: (year: string) => `${year} 年度汇总`,
  waiting: '排队中，即将开始',
  listing: '正在统计人员',
  running: (done: number, total: number) => `已完成 ${count(done)} / ${count(total)} 人，可离开本页`,
  cancel: '取消生成',
  cancelTitle: (year: string) => `取消生成 ${year} 年度汇总？`,
  cancelObject: (done: number) => `已处理 ${count(done)} 人`,
  cancelWarning: '已生成的年度汇总保留，其余人员不再生成；可随时重新生成。',
  cancelled: (year: string) => `${year} 年度汇总的生成已取消`,
  cancelledHint: (done: number, total: number | null) =>
    total === null
      ? '尚未开始生成，可随时重新生成。'
      : `已处理 ${count(done)} / ${count(total)} 人，已生成的保留；可随时重新生成。`,
  failed: (year: string) => `${year} 年度汇总未能全部生成`,
  reasons: {
    broken: '多次尝试未能继续，已停止；已生成的保留。请重新生成，仍未成功请联系系统管理员。',
    storage: '存储空间不足，已停止；已生成的保留。请联系系统管理员清理空间后重新生成。',
  },
  again: '重新生成',
  done: (made: number) =>
    made === 0 ? '年度汇总已是最新，没有变动' : `年度汇总已生成，新增或更新 ${count(made)} 份`,
  unknown: '暂未获取生成进度',
  retry: '重试',
} as const

export const paperLabels = {
  title: (name: string, year: string) => `${name}的 ${year} 年度收入纳税汇总`,
  name: (number: string, name: string) => `${number}-${name}.pdf`,
  note: '供办理年度汇算时参考，不是税务机关出具的完税证明；以税务机关的记录为准。',
  history: '历史版本',
  version: (payer: string, version: number) => `${payer} 第 ${version} 版`,
  superseded: (made: string, until: string) => `${made} 生成，${until} 被替代`,
  lookAt: '查看',
  shown: (version: number) => `正在查看已被替代的第 ${version} 版`,
  back: '返回现行版本',
} as const

function count(people: number): string {
  return people.toLocaleString('en-US')
}
