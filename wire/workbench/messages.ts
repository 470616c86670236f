// What the workbench's calls say when they fail.

export const workbenchTexts = {
  figuresFailed: '暂未获取工作台数据，请稍后重试',
  todosFailed: '暂未获取待办事项，请稍后重试',
  recentFailed: '暂未获取最近批次，请稍后重试',
} as const
