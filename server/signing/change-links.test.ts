// One invitation: shown, resent, taken back; each only in the state that allows it, also when two people act at once.

import { CONTRACT_STATES, type ContractState } from '@paywages/domain/signing/personal-contract.ts'
import { LINK_DAYS } from '@paywages/domain/signing/signing-link.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Client, signIn } from '../testing/client.ts'
import { invitedPerson, signedPerson } from '../testing/freelancers.ts'
import { storeBatch } from '../testing/payout-batches.ts'
import { freshRows } from '../testing/payout-sheet.ts'
import { createPeople, type People } from '../testing/people.ts'
import { MONDAY, openTestServices, type TestServices } from '../testing/test-services.ts'
import { hashOf } from './link-store.ts'

let services: TestServices
let people: People
let payer: Client

beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
})
beforeEach(async () => {
  services.clock.set(MONDAY)
  payer = await signIn(services, 'payA1')
})
afterAll(() => services.close())

const linkOf = async (linkId: number) =>
  (
    await services.query<Record<string, unknown>>('select * from signing_links where link_id = $1', [linkId])
  )[0]
const entriesOf = (action: string, linkId: number) =>
  services.query(
    'select account, provider_id, object_name, reason from audit_entries where action = $1 and object_id = $2',
    [action, String(linkId)],
  )
const tokenOf = (url: unknown) => String(url).split('/sign/')[1] ?? ''

/** An invitation that has come to this, of a person who is signed only in 'signed'. */
async function linkIn(state: ContractState | 'replaced'): Promise<number> {
  if (state === 'signed' || state === 'terminated') {
    const { contractId, userId } = await signedPerson(services, 'payA1')
    const [{ id } = { id: 0 }] = await services.query<{ id: number }>(
      'select link_id::int as id from personal_contracts where contract_id = $1',
      [contractId],
    )
    if (state === 'terminated') {
      await services.query(
        'update personal_contracts set terminated_at = now(), terminated_by = $1 where contract_id = $2',
        [people.accounts.managerA, contractId],
      )
      await services.query('update provider_freelancers set signed_at = null where freelancer_id = $1', [
        userId,
      ])
    }
    return id
  }
  const { link } = await invitedPerson(services, 'payA1')
  const change = {
    invited: undefined,
    expired: "expires_at = timestamptz '2026-03-01'",
    revoked: `revoked_at = now(), revoked_by = ${people.accounts.payA1}`,
    locked: 'failed_tries = 5',
    replaced: 'replaced_at = now()',
  }[state]
  if (change) await services.query(`update signing_links set ${change} where link_id = $1`, [link.linkId])
  return link.linkId
}

describe('showLink', () => {
  it('returns an open link and writes an audit entry', async () => {
    const { link, name } = await invitedPerson(services, 'payA1')
    const shown = await payer.answer('showLink', { linkId: link.linkId })
    expect(tokenOf(shown.url)).toBe(link.token)
    expect(shown.expiresAt).toEqual(link.expiresAt)
    expect(await entriesOf('show-signing-link', link.linkId)).toEqual([
      { account: 'payA1', provider_id: people.providers.A1, object_name: name, reason: '' },
    ])
  })

  it.each([...CONTRACT_STATES.filter((state) => state !== 'invited'), 'replaced' as const])(
    'rejects a link that is %s',
    async (state) => {
      const linkId = await linkIn(state)
      const { http, body } = await payer.call('showLink', { linkId })
      expect([http, body.code]).toEqual([409, 'link-not-open'])
      expect(await entriesOf('show-signing-link', linkId)).toEqual([])
    },
  )
})

describe('resendLink', () => {
  it('replaces the link by a new one of seven days for the same batch', async () => {
    const { batchId } = await storeBatch(services, 'payA1', freshRows(1))
    const { link } = await payer.answer('inviteBatch', { batchId })
    if (!link) throw new Error('nobody was invited')
    services.clock.advance(60_000)
    const shown = await payer.answer('resendLink', { linkId: link.linkId })
    expect(shown.expiresAt.getTime() - services.clock.now().getTime()).toBe(LINK_DAYS * 86_400_000)
    expect(await linkOf(link.linkId)).toMatchObject({ replaced_at: services.clock.now() })
    expect(await linkOf(shown.linkId)).toMatchObject({
      token_hash: hashOf(tokenOf(shown.url)),
      batch_id: BigInt(batchId),
      created_by: people.accounts.payA1,
      notice: 'waiting',
    })
    expect(await entriesOf('resend-signing-link', link.linkId)).toHaveLength(1)
  })

  it.each(['expired', 'revoked', 'locked', 'terminated'] as const)(
    'replaces a link that is %s by an open one',
    async (state) => {
      const { linkId } = await payer.answer('resendLink', { linkId: await linkIn(state) })
      expect((await payer.call('showLink', { linkId })).http).toBe(200)
    },
  )

  it.each([
    ['signed', 'already-signed'],
    ['replaced', 'link-not-open'],
  ] as const)('rejects a link that is %s with %s', async (state, code) => {
    const { http, body } = await payer.call('resendLink', { linkId: await linkIn(state) })
    expect([http, body.code]).toEqual([409, code])
  })

  it('rejects an old link of a person who has signed with another one', async () => {
    const linkId = await linkIn('revoked')
    await services.query(
      'update provider_freelancers set signed_at = now() where freelancer_id = (select freelancer_id from signing_links where link_id = $1)',
      [linkId],
    )
    const { body } = await payer.call('resendLink', { linkId })
    expect(body.code).toBe('already-signed')
  })

  it('applies only one of three concurrent requests', async () => {
    const { link } = await invitedPerson(services, 'payA1')
    const resend = () => payer.call('resendLink', { linkId: link.linkId })
    const codes = (await Promise.all([resend(), resend(), resend()])).map(({ body }) => body.code ?? 'done')
    expect(codes.sort()).toEqual(['done', 'link-not-open', 'link-not-open'])
  })
})

describe('revokeLink', () => {
  it('closes an open link and its signing session', async () => {
    const { link } = await invitedPerson(services, 'payA1')
    await services.query(
      "update signing_links set session_hash = 'h', session_until = now() where link_id = $1",
      [link.linkId],
    )
    await payer.answer('revokeLink', { linkId: link.linkId, reason: ' 人员离职 ' })
    expect(await linkOf(link.linkId)).toMatchObject({
      revoked_at: services.clock.now(),
      revoked_by: people.accounts.payA1,
      revoke_reason: '人员离职',
      session_hash: null,
    })
    expect(await entriesOf('revoke-signing-link', link.linkId)).toMatchObject([{ reason: '人员离职' }])
  })

  it.each([...CONTRACT_STATES.filter((state) => state !== 'invited'), 'replaced' as const])(
    'rejects a link that is %s',
    async (state) => {
      const linkId = await linkIn(state)
      const before = await linkOf(linkId)
      const { http, body } = await payer.call('revokeLink', { linkId })
      expect([http, body.code]).toEqual([409, 'link-not-open'])
      expect(await linkOf(linkId)).toEqual(before)
    },
  )

  it('applies once when sent twice, and leaves one open link beside a concurrent resend', async () => {
    const first = await invitedPerson(services, 'payA1')
    const revoke = (linkId: number) => payer.call('revokeLink', { linkId })
    const twice = await Promise.all([revoke(first.link.linkId), revoke(first.link.linkId)])
    expect(twice.map(({ http }) => http).sort()).toEqual([200, 409])
    for (let round = 0; round < 5; round += 1) {
      const { link } = await invitedPerson(services, 'payA1')
      const [revoked] = await Promise.all([
        revoke(link.linkId),
        payer.call('resendLink', { linkId: link.linkId }),
      ])
      expect([200, 409]).toContain(revoked.http)
      const [open] = await services.query<{ n: number }>(
        `select count(*)::int as n from signing_links where used_at is null and revoked_at is null and replaced_at is null
           and freelancer_id = (select freelancer_id from signing_links where link_id = $1)`,
        [link.linkId],
      )
      expect(open?.n).toBe(1)
    }
  })
})
