// Arrays as the text that PostgreSQL reads them from, for parameters of thousands: the driver quotes every element.

/** To be cast to `int[]` or `bigint[]`. */
export function numberArray(values: readonly (number | bigint)[]): string {
  return `{${values.join(',')}}`
}

/** To be cast to `timestamptz[]`. */
export function timeArray(values: readonly Date[]): string {
  return `{${values.map((value) => value.toISOString()).join(',')}}`
}
