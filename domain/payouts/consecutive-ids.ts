// ID numbers that follow one another, as invented ones do: people of one place and day whose numbers are next to each other (D44).

/** Of one place and birthday: the next number, or the next of the same sex, as the last digit before the check character tells it. */
const NEXT = 2n
const NUMBERS_A_DAY = 1_000n

/** Place, birthday and sequence number as one; the check character follows from them. */
export function idNumberOf(idCardNo: string): bigint {
  return BigInt(idCardNo.slice(0, 17))
}

const follows = (one: bigint, next: bigint): boolean =>
  next - one <= NEXT && next / NUMBERS_A_DAY === one / NUMBERS_A_DAY

/** The numbers that follow one another, each with the least of its run; the same person's number may come several times. */
export function consecutiveNumbers(numbers: BigInt64Array): ReadonlyMap<bigint, bigint> {
  const sorted = numbers.slice().sort()
  const runs = new Map<bigint, bigint>()
  for (let index = 1; index < sorted.length; index += 1) {
    const [before, number] = [sorted[index - 1] as bigint, sorted[index] as bigint]
    if (number === before || !follows(before, number)) continue
    const least = runs.get(before) ?? before
    runs.set(before, least).set(number, least)
  }
  return runs
}
