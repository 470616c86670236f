// Whom an invitation is about, in words, and the one company that can be meant.

import { personNumber, userIdIn } from '@paywages/domain/freelancers/person-number.ts'
import type { Freelancer } from '@paywages/wire/freelancers/shapes.ts'
import { inviteLabels as labels } from './labels.ts'

const MAX_NAMES = 5

/** The first few names; that there are more is said. */
export function namesInShort(people: readonly Pick<Freelancer, 'name'>[]): string {
  const names = people
    .slice(0, MAX_NAMES)
    .map(({ name }) => name)
    .join(labels.separator)
  return people.length > MAX_NAMES ? labels.namesAndMore(names) : names
}

/** The company that all of them belong to and nobody else knows; undefined where one has to choose. */
export function companyOfAll(
  people: readonly Pick<Freelancer, 'providerName' | 'providerNum'>[],
  companies: readonly { readonly value: number; readonly label: string }[],
): number | undefined {
  const [first] = people
  if (first === undefined) return companies.length === 1 ? companies[0]?.value : undefined
  const same = people.every(
    ({ providerName, providerNum }) => providerNum === 1 && providerName === first.providerName,
  )
  return same ? companies.find(({ label }) => label === first.providerName)?.value : undefined
}

type Conditions = { readonly name?: string | undefined; readonly idCardNo?: string | undefined }

export function conditionWords({ name, idCardNo }: Conditions): string {
  const words = [
    ...(name === undefined ? [] : [labels.nameLike(name)]),
    ...(idCardNo === undefined ? [] : [personWords(idCardNo)]),
  ]
  return words.length === 0 ? labels.all : labels.allOf(words.join(labels.separator))
}

/** The field takes either. */
function personWords(typed: string): string {
  const userId = userIdIn(typed)
  return userId === undefined ? labels.idIs(typed) : labels.numberIs(personNumber(userId))
}
