// Which months of this year earn the monthly deduction: the run of continuous income at this payer (docs/rules/tax.md).

/**
 * Takes one slot a month from January to the month of the payment, undefined where there was no income, and gives the months
 * that count, oldest first. With `gapRestarts` the run begins after the last month without income; otherwise every month with
 * income counts, and a month without income still earns nothing.
 *
 * Only this count restarts. Income, costs and tax withheld stay cumulative over the calendar year, as the formula says.
 */
export function countedMonths<Slot>(slots: readonly (Slot | undefined)[], gapRestarts: boolean): Slot[] {
  const from = gapRestarts ? slots.lastIndexOf(undefined) + 1 : 0
  return slots.slice(from).filter((slot) => slot !== undefined)
}
