// Money and counts as people read them.

export function yuan(amountFen: bigint): string {
  const digits = amountFen.toString().padStart(3, '0')
  return `${grouped(BigInt(digits.slice(0, -2)))}.${digits.slice(-2)}`
}

export function grouped(count: number | bigint): string {
  return count.toLocaleString('en-US')
}
