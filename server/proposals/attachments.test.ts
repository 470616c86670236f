// Files beside a proposal: added by whoever proposed it while it waits, opened by whoever sees it, and by nobody of another platform.

import { MAX_ATTACHMENTS } from '@paywages/domain/proposals/proposal.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Client, signIn } from '../testing/client.ts'
import { createPeople, type People } from '../testing/people.ts'
import { storeProposal } from '../testing/proposals.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'

let services: TestServices
let people: People
let proposer: Client
let proposalId: number

beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
  proposer = await signIn(services, 'managerA')
  proposalId = await storeProposal(services, 'managerA', people.accounts.payA2)
})
afterAll(() => services.close())

const upload = (client: Client) => client.answer('uploadFile', { kind: 'evidence' })
const attach = async (client: Client, fileId: string) =>
  (await client.call('attachToProposal', { proposalId, fileId })).body.code ?? 'added'

it('are laid beside it by its proposer, in order, and opened by the second person', async () => {
  const second = await signIn(services, 'admin')
  expect(await attach(second, await upload(second))).toBe('not-own-proposal')
  expect(await attach(proposer, await upload(second))).toBe('file-gone')
  const files: string[] = []
  for (let n = 0; n < MAX_ATTACHMENTS; n++) {
    files.push(await upload(proposer))
    expect(await attach(proposer, files.at(-1) ?? '')).toBe('added')
    services.clock.advance(1_000)
  }
  expect(await attach(proposer, files[0] ?? '')).toBe('too-many-attachments')
  const { rows } = await second.answer('listProposals', {})
  const shown = rows.find((row) => row.proposalId === proposalId)?.attachments ?? []
  expect(shown.map(({ fileId }) => fileId)).toEqual(files)
  expect(shown[0]?.sizeBytes).toBeGreaterThan(0)
  expect((await second.call('downloadFile', { fileId: files[0] ?? '' })).http).toBe(200)
  const stranger = await signIn(services, 'managerB')
  expect((await stranger.call('downloadFile', { fileId: files[0] ?? '' })).http).toBe(404)
})

it('are added to nothing that has ended', async () => {
  await proposer.answer('withdrawProposal', { proposalId })
  expect(await attach(proposer, await upload(proposer))).toBe('proposal-ended')
})
