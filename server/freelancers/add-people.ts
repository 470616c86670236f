// Registers people with a provider, all or nobody, and invites them to sign where asked (D14, D26).

import { shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import { type NewPerson, validateNewPeople } from '@paywages/domain/freelancers/new-people.ts'
import { personReasonsText } from '@paywages/wire/freelancers/person-reasons.ts'
import type { BadPerson, Invitation, Registration } from '@paywages/wire/freelancers/shapes.ts'
import type { Actor } from '../actor.ts'
import { ID_CARD_NO } from '../adapters/personal-data/contexts.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import type { Services } from '../app-services.ts'
import { type AuditObject, recordEntry } from '../audit-log/record-entry.ts'
import { Refused } from '../refused.ts'
import { type KnownPerson, knownPeople } from './known-store.ts'
import { sealPerson } from './seal-person.ts'
import { contactIn, registerPeople } from './store.ts'

/** Gives people signing links, in the same transaction; whoever signs people hands it in. */
export type Invite = (
  tx: Tx,
  by: Actor,
  whom: { readonly providerId: number; readonly userIds: readonly number[] },
) => Promise<Invitation>

export type PeopleDraft = {
  readonly people: readonly NewPerson[]
  readonly providerId: number
  readonly invites: boolean
  /** What the audit log calls it: the form, or a sheet. */
  readonly object?: AuditObject
}

export function addPeople(
  services: Services,
  by: Actor,
  input: {
    readonly people: readonly Pick<NewPerson, 'name' | 'idCardNo' | 'phone'>[]
    readonly providerId?: number | undefined
    readonly invite?: boolean | undefined
  },
  invite: Invite,
): Promise<Registration> {
  const people = input.people.map((person, index) => ({
    ...person,
    rowNumber: index + 1,
    bank: '',
    cardNo: '',
  }))
  const providerId = input.providerId ?? by.person.providerId
  return registerAll(services, by, { people, providerId, invites: input.invite ?? false }, invite)
}

/** Someone else's registration may come between reading and writing; then it is validated again. */
const MAX_ATTEMPTS = 3

export async function registerAll(
  services: Services,
  by: Actor,
  draft: PeopleDraft,
  invite: Invite,
): Promise<Registration> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await services.database.transact((tx) => registerOnce(services, tx, by, draft, invite))
    } catch (error) {
      if (!(error instanceof Overtaken)) throw error
      if (attempt === MAX_ATTEMPTS) throw new Refused('state-changed')
    }
  }
}

/** What was validated is no longer what is on record. */
class Overtaken extends Error {
  override readonly name = 'Overtaken'
}

async function registerOnce(
  { cipher }: Services,
  tx: Tx,
  by: Actor,
  { people, providerId, invites, object }: PeopleDraft,
  invite: Invite,
): Promise<Registration> {
  const known = await knownBy(tx)
  const bad = validateNewPeople(
    people,
    (idCardNo) => {
      const person = known.get(idCardNo)
      return person?.nameBound ? person.name : undefined
    },
    shanghaiDay(by.at),
  )
  const event = {
    action: 'add-people',
    object: object ?? { kind: 'freelancers', id: providerId, ...onlyName(people) },
    providerId,
  } as const
  if (bad.length > 0) {
    const after = { people: people.length, bad: bad.length }
    await recordEntry(tx, by, { ...event, result: 'refused', reason: 'bad-people', after })
    return { added: people.length - bad.length, failed: bad.length, bad: bad.map(shownBad), invitation: null }
  }
  const plain = [...new Map(people.map((person) => [person.idCardNo, person])).values()].map((person) => ({
    ...person,
    ...cardOf(person, known.get(person.idCardNo)),
  }))
  const cardOfId = new Map(plain.map(({ idCardNo, cardNo }) => [idCardNo, cardNo]))
  const source = { at: by.at, accountId: by.person.accountId, batchId: null }
  const changes = await registerPeople(
    tx,
    cipher,
    providerId,
    plain.map((person) => sealPerson(cipher, person)),
    source,
  )
  const now = await knownBy(tx)
  const cardBefore = new Map(changes.map(({ userId, before }) => [Number(userId), before.cardNo]))
  for (const person of people) {
    const stored = now.get(person.idCardNo)
    // A name that was bound in between stays; a card that was told in between must not be wiped.
    if (stored === undefined || stored.name !== person.name) throw new Overtaken()
    const before = cardBefore.get(stored.userId)
    const isKept = person.cardNo === '' && before !== undefined
    if (isKept && before !== cardOfId.get(person.idCardNo)) throw new Overtaken()
  }
  await recordEntry(tx, by, { ...event, after: { people: plain.length, known: known.size, invites } })
  const userIds = [...now.values()].map(({ userId }) => userId)
  const invitation = invites ? await invite(tx, by, { providerId, userIds }) : null
  return { added: plain.length, failed: 0, bad: [], invitation }

  async function knownBy(within: Tx): Promise<Map<string, KnownPerson>> {
    const idOf = new Map(
      people.flatMap(({ idCardNo }) =>
        cipher.lookupHashes(idCardNo, ID_CARD_NO).map((hash) => [hash, idCardNo] as const),
      ),
    )
    const found = await knownPeople(within, providerId, [...idOf.keys()])
    return new Map(found.map((person) => [idOf.get(person.idHash) ?? '', person]))
  }

  /** Whoever is added without a card keeps the one on record. */
  function cardOf(person: NewPerson, before: KnownPerson | undefined) {
    const { bank, cardNo } = person
    if (cardNo !== '') return { bank, cardNo }
    if (before === undefined) return { bank: '', cardNo: '' }
    return { bank: before.bank, cardNo: contactIn(cipher, before.sealedContact).cardNo }
  }
}

/** One person is named in the log; of many their number says more. */
function onlyName(people: readonly NewPerson[]): { name?: string } {
  const [first, second] = people
  return first !== undefined && second === undefined ? { name: first.name } : {}
}

function shownBad({ person, reasons }: ReturnType<typeof validateNewPeople>[number]): BadPerson {
  const { rowNumber, name, idCardNo, phone } = person
  return { rowNumber, name, idCardNo, phone, reason: personReasonsText(reasons) }
}
