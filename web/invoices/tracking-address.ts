// Where a shipped invoice can be followed: one fixed page of an express search, for any number that was accepted.

const SEARCH_PAGE = 'https://www.kuaidi100.com/chaxun'

/** Couriers number as they like; 电子发票 and words of people have no digit. */
export function isTrackingNumber(trackingNo: string): boolean {
  return /\d/.test(trackingNo)
}

/** Undefined where there is nothing to follow. Whatever was typed is only ever the value of `nu`. */
export function trackingAddress(trackingNo: string): string | undefined {
  return isTrackingNumber(trackingNo) ? `${SEARCH_PAGE}?nu=${encodeURIComponent(trackingNo)}` : undefined
}
