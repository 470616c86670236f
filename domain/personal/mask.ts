// Masks personal numbers for lists and the audit log (D33): enough to recognise, never enough to use.

export function maskIdCardNo(idCardNo: string): string {
  if (!/^\d{17}[\dXx]$/.test(idCardNo)) return maskWhole(idCardNo)
  return `${idCardNo.slice(0, 6)}********${idCardNo.slice(-4)}`
}

export function maskBankCardNo(bankCardNo: string): string {
  if (!/^\d{12,32}$/.test(bankCardNo)) return maskWhole(bankCardNo)
  // Cards have 12 to 19 digits (D15): ten shown of twelve or thirteen would leave too little to guess.
  const head = bankCardNo.length < 14 ? '' : bankCardNo.slice(0, 6)
  return `${head}******${bankCardNo.slice(-4)}`
}

export function maskPhone(phone: string): string {
  if (!/^1\d{10}$/.test(phone)) return maskWhole(phone)
  return `${phone.slice(0, 3)}****${phone.slice(-4)}`
}

// Of a value that is not what it should be, nothing is known to be harmless, its length included.
function maskWhole(value: string): string {
  return value === '' ? '' : '******'
}
