// Validates people who are to be registered: each alone, together, and against the names on record (D15, D26).

import type { Day } from '../calendar/shanghai.ts'
import { isBankCardNo } from '../identity/bank-card.ts'
import { bankTooLong, type IdentityReason, validatePersonIn } from '../payouts/sheet-row.ts'

export type NewPerson = {
  /** Of the sheet, or their place in the request. */
  readonly rowNumber: number
  readonly name: string
  readonly idCardNo: string
  readonly phone: string
  /** Both empty where they are not told. */
  readonly bank: string
  readonly cardNo: string
  readonly damaged?: readonly ('idCardNo' | 'cardNo')[]
}

export type PersonReason =
  | IdentityReason
  | 'bank-missing'
  | 'bank-too-long'
  | 'card-damaged'
  | 'card-wrong'
  /** From the name on record, or from that of another row with the same ID number. */
  | 'name-differs'
  /** Two rows give one person two phones or cards: nobody can tell which is right. */
  | 'contact-differs'

export type BadNewPerson = { readonly person: NewPerson; readonly reasons: readonly PersonReason[] }

/** Every bad one with every reason; `boundName` is the name that an ID number is bound to, where there is one. */
export function validateNewPeople(
  people: readonly NewPerson[],
  boundName: (idCardNo: string) => string | undefined,
  today: Day,
): BadNewPerson[] {
  const rowsOf = new Map<string, NewPerson[]>()
  for (const person of people) {
    const rows = rowsOf.get(person.idCardNo)
    if (rows === undefined) rowsOf.set(person.idCardNo, [person])
    else rows.push(person)
  }
  return people.flatMap((person) => {
    const reasons = validateAlone(person, today)
    const idIsGood = !reasons.includes('id-wrong') && !reasons.includes('id-damaged')
    if (idIsGood)
      reasons.push(...validateBeside(person, rowsOf.get(person.idCardNo) ?? [], boundName(person.idCardNo)))
    return reasons.length === 0 ? [] : [{ person, reasons }]
  })
}

function validateAlone(person: NewPerson, today: Day): PersonReason[] {
  const reasons: PersonReason[] = validatePersonIn(person, today)
  if (person.damaged?.includes('cardNo')) reasons.push('card-damaged')
  else if (person.cardNo !== '' && !isBankCardNo(person.cardNo)) reasons.push('card-wrong')
  if (person.cardNo !== '' && person.bank === '') reasons.push('bank-missing')
  else if (bankTooLong(person.bank)) reasons.push('bank-too-long')
  return reasons
}

function validateBeside(
  person: NewPerson,
  sameId: readonly NewPerson[],
  bound: string | undefined,
): PersonReason[] {
  const reasons: PersonReason[] = []
  const differsOnRecord = bound !== undefined && person.name !== '' && bound !== person.name
  if (differsOnRecord || sameId.some(({ name }) => name !== person.name)) reasons.push('name-differs')
  const isSame = (other: NewPerson) => other.phone === person.phone && other.cardNo === person.cardNo
  if (!sameId.every(isSame)) reasons.push('contact-differs')
  return reasons
}
