// The Chinese words of the import files for the tax client.

export const importLabels = {
  action: '下载导入文件',
  anyTitle: '扣缴端导入文件',
  title: (month: string) => `扣缴端导入文件 ${month}`,
  purpose:
    '供导入自然人电子税务局（扣缴端）：先采集人员信息，再导入劳务报酬，税额由扣缴端计算，请与扣缴申报表核对。',
  choices: (count: string) => `${count} 个以前月份的更正尚未选择申报方式`,
  choicesWhy: '现在下载的导入文件暂按「在本期更正」列入；若改用「更正申报」，需选择后重新下载。',
  toChoices: '去选择',
  people: '人员信息采集',
  newPeople: '待采集人员',
  newPeopleOf: (count: string, all: string) => `${count} 人（申报 ${all} 人）`,
  noneNew: (all: string) => `无，申报的 ${all} 人均已采集`,
  markedPeople: '本月采集人员',
  personOf: (count: string) => `${count} 人`,
  collected: '已采集',
  toCollect: '待采集',
  marked: (by: string, at: string) => `${by}于 ${at} 标记`,
  state: '采集状态',
  layout: '模板',
  layoutOf: (own: boolean, from: string, format: string) =>
    `${own ? '自有模板' : '内置模板'}，自 ${from} 起执行，.${format}`,
  layoutWrong: '导入模板有误，暂不能下载',
  layoutAsk: '请联系系统管理员更正模板；更正后刷新本页即可，无需重启。',
  income: '本期收入',
  incomeCount: '列入人数',
  leftOutTitle: (count: string) => `${count} 人未列入导入文件`,
  leftOutWhy: {
    'negative-income': (months: string) =>
      months === ''
        ? '退票冲减后收入为负，扣缴端不接受；已按「在本期更正」列入申报表，请与主管税务机关确认，勿再更正原所属期'
        : `退票冲减后收入为负，扣缴端不接受；请为 ${months} 的更正选择「更正申报」`,
    'negative-item': () => '免税收入或扣除项目为负，扣缴端不接受；请对原所属期办理更正申报',
    'exempt-above-income': () => '免税收入大于本期收入，扣缴端不接受；请核对免税收入的登记',
    'missing-field': (heading: string) => `模板要求填写「${heading}」；请在扣缴端手工录入`,
  },
  leftOutOther: '扣缴端不接受，原因见文件的「说明」',
  leftOutMore: (count: string) => `等 ${count} 人`,
  nobody: '本月没有需要申报的人员',
  nobodyHint: '该月没有代扣个税的收入，无需导入劳务报酬。',
  ties: (money: string) => `收入合计 ${money}（含未列入），与扣缴申报表一致`,
  differs: (money: string, declared: string) =>
    `收入合计 ${money}（含未列入），扣缴申报表为 ${declared}，请联系系统管理员`,
  download: '下载导入文件',
  downloadPeople: '下载采集表',
  full: '文件含完整证件号码，每次下载都会写入操作日志。',
  mark: '标记为已采集',
  markObject: (provider: string, month: string, count: string) => `${provider} ${month}，${count} 人`,
  markBody: '请在扣缴端导入采集表并报送成功后再标记。',
  markWarning: '标记后不可撤销：这些人员不再出现在以后月份的采集表中；本月的采集表仍可再次下载。',
  markDone: (count: string) => `已标记 ${count} 人为已采集`,
} as const
