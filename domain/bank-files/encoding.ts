// In which bytes a bank's text is written.

export const ENCODINGS = ['utf-8', 'gbk'] as const
export type Encoding = (typeof ENCODINGS)[number]
