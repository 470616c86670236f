/** How many rows a list says it has, and how many of them its pages reach, where it counts up to a number only. */

export type ToldTotal = { readonly reached: number; readonly told: string }

export function tellTotal(total: number, countsUpTo = Number.POSITIVE_INFINITY): ToldTotal {
  const reached = Math.min(total, countsUpTo)
  return { reached, told: `${reached.toLocaleString('en-US')}${total > countsUpTo ? '+' : ''}` }
}
