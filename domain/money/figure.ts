// A count as people read it, with its thousands grouped: 12345 → "12,345".

export const figure = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, ',')
