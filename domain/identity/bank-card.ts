// Bank card numbers: 12 to 19 digits. Luhn only warns, as real cards fail it (D15).

export function isBankCardNo(text: string): boolean {
  return /^\d{12,19}$/.test(text)
}

export function passesLuhn(digits: string): boolean {
  let sum = 0
  for (let i = 0; i < digits.length; i++) {
    let digit = digits.charCodeAt(digits.length - 1 - i) - 48
    if (i % 2 === 1) digit = digit > 4 ? digit * 2 - 9 : digit * 2
    sum += digit
  }
  return sum % 10 === 0
}
