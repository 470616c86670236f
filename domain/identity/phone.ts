// Mobile numbers: eleven digits from 1[3-9].

export function isMobile(text: string): boolean {
  return /^1[3-9]\d{9}$/.test(text)
}
