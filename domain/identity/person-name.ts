// Names of people: Chinese, with the middle dot of minority names, or Latin as in passports.

const FORM = /^[\p{Script=Han}A-Za-z][\p{Script=Han}A-Za-z·•.' -]*[\p{Script=Han}A-Za-z.]$/u

export function isPersonName(text: string): boolean {
  const length = [...text].length
  return length >= 2 && length <= 30 && FORM.test(text)
}

/** As people type it: width, spaces around and the several middle dots make no difference. */
export function cleanName(text: string): string {
  return text
    .normalize('NFKC')
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/[•‧・]/g, '·')
}
