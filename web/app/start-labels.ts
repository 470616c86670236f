// The few words of the very first code, apart from those of the console, which load later.

export const startLabels = {
  loading: '正在加载',
  title: '页面没有加载成功',
  text: '网络可能中断，或系统刚刚更新。请重新加载；若仍不成功，请联系管理员。',
  reload: '重新加载',
} as const
