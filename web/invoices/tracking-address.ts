// Where a shipped invoice can be followed: one fixed page of an express search, and only for numbers that a courier gives.

const SEARCH_PAGE = 'https://www.kuaidi100.com/chaxun'

/** Letters, digits and hyphens, with digits enough to be a courier's; 电子发票 and words of people are none. */
const COURIER_NUMBER = /^(?=(?:[A-Z-]*\d){6})[A-Z0-9][A-Z0-9-]{5,29}$/i

export function isCourierNumber(trackingNo: string): boolean {
  return COURIER_NUMBER.test(trackingNo)
}

/** Undefined where there is nothing to follow. */
export function trackingAddress(trackingNo: string): string | undefined {
  return isCourierNumber(trackingNo) ? `${SEARCH_PAGE}?nu=${encodeURIComponent(trackingNo)}` : undefined
}
