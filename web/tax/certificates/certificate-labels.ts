// The words of /personProof: tax certificates.

export const certificateLabels = {
  month: '月份',
  name: '姓名',
  nameHint: '姓名',
  nameAndNumber: '姓名 / 编号',
  idCardNo: '身份证号',
  idCardNoHint: '完整身份证号',
  providerAndDay: '供应商 / 生成日期',
  income: '收入（元）',
  tax: '税额（元）',
  paid: '完税状态',
  generatedAt: '生成时间',
  actions: '操作',
  look: '预览',
  download: '下载',
  exportAll: '导出',
  choose: (name: string, month: string) => `选择 ${name} ${month} 的完税明细`,
  chooseAll: '选择本页全部完税明细',
  downloadMany: '下载所选',
  downloadChosen: (count: number) => `下载所选 ${count} 份`,
  chooseFirst: '请先勾选要下载的完税明细',
  tooMany: (most: number) => `一次最多下载 ${most} 份`,
  one: '仅显示从人员详情选中的人员',
  oneHint: '其余人员的完税证明没有列出。',
  showAll: '查看全部人员',
  empty: '还没有个人完税证明',
  emptyHint: '管理员生成上月完税证明后，每位收款人每月一份收入与个税扣缴明细，会出现在这里。',
  emptyHintManager: '生成后，每位收款人每月一份收入与个税扣缴明细，可逐份或批量下载。',
} as const

export const paidLabels = { paid: '已完税', unpaid: '未完税', notWithheld: '未代扣' } as const

export const makeLabels = {
  action: '生成上月完税证明',
  title: '生成上月完税证明？',
  object: (month: string) => `截至 ${month}，每位收款人每月一份收入与个税扣缴明细`,
  closes: (names: string) => `${names}尚有未关账的月份，将一并关账并生成供应商完税证明。`,
  warning: '已关账的月份不再变动；之后成功或退回的发放计入下一期更正。',
  nameSeparator: '、',
  more: (names: string, count: number) => `${names}等 ${count} 家供应商`,
  confirm: '生成完税证明',
  done: (count: number) => `已生成上月完税证明，共 ${count} 份`,
  nothingNew: '上月完税证明已生成，无需重复生成',
} as const

export const pdfLabels = {
  title: (name: string) => `${name}的收入与个税扣缴明细`,
  name: (number: string, name: string) => `${number}-${name}.pdf`,
  note: '由支付单位依据发放与扣缴记录生成，不是税务机关出具的完税证明。',
} as const
