// The two brands from their one configuration file: names, footers, host names and receiving accounts (D12).

import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { StartProblem } from '../start-problem.ts'

const brandSchema = z.object({
  name: z.string().min(1),
  slogan: z.string(),
  company: z.string().min(1),
  icp: z.string(),
  police: z.string(),
  hosts: z.array(z.string()),
  receivers: z
    .array(
      z.object({ recvName: z.string().min(1), recvAccount: z.string().min(1), recvBank: z.string().min(1) }),
    )
    .min(1),
})

export type BrandNumber = 1 | 2
export type Brand = z.output<typeof brandSchema>

export type BrandBook = {
  brand(number: BrandNumber): Brand
  /** The brand asked for, else the one of the host name, else 1. */
  choose(asked: unknown, hostname: string): BrandNumber
}

export function readBrands(file: string | undefined): BrandBook {
  const place = file ?? new URL('./brands.json', import.meta.url)
  let book: { 1: Brand; 2: Brand }
  try {
    book = z.object({ 1: brandSchema, 2: brandSchema }).parse(JSON.parse(readFileSync(place, 'utf8')))
  } catch (error) {
    const why =
      error instanceof z.ZodError
        ? `${error.issues[0]?.path.join('.')}: ${error.issues[0]?.message}`
        : String(error)
    throw new StartProblem(`The brands file (BRANDS_FILE) cannot be used: ${why}.`)
  }
  return {
    brand: (number) => book[number],
    choose: (asked, hostname) => {
      if (asked === '1' || asked === 1) return 1
      if (asked === '2' || asked === 2) return 2
      return book[2].hosts.includes(hostname) ? 2 : 1
    },
  }
}
