// What tests of retention ask of the database, and a clock that goes on for years, a day of its own for each look.

import { DAY_MS, shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import { CONTACT_SEAL } from '../adapters/personal-data/contexts.ts'
import { type Erased, eraseDue } from '../retention/erase-due.ts'
import type { AccountName, People } from './people.ts'
import { openProviderFixture, type ProviderFixture } from './provider-fixture.ts'
import { MONDAY, type TestServices } from './test-services.ts'

export const NO_CONTACT = { phone: '', cardNo: '' }

export function retentionOf(services: TestServices, people: People) {
  let looks = 0
  /** So many years after Monday, on a day that had no look yet. */
  const goTo = (years: number): void => {
    const at = new Date(MONDAY)
    at.setUTCFullYear(at.getUTCFullYear() + years)
    looks += 1
    services.clock.set(new Date(at.getTime() + looks * DAY_MS))
  }
  /** Looks of the weeks before: what is due was told for long enough. */
  const lookBefore = async (): Promise<void> => {
    for (const days of [45, 20]) {
      const at = new Date(services.clock.now().getTime() - days * DAY_MS)
      await services.query(
        'insert into retention_runs (day, begun_at, seen_at, ended_at) values ($1, $2, $2, $2) on conflict do nothing',
        [shanghaiDay(at), at],
      )
    }
  }
  return {
    goTo: async (years: number): Promise<void> => {
      goTo(years)
      await lookBefore()
    },
    eraseIn: async (years: number): Promise<Erased | undefined> => {
      goTo(years)
      await lookBefore()
      return eraseDue(services)
    },
    lookBefore,
    /** On Monday. */
    fixture: async (): Promise<ProviderFixture & { pay: AccountName }> => {
      services.clock.set(MONDAY)
      return (await openProviderFixture(services, people)) as ProviderFixture & { pay: AccountName }
    },
    contactOf: async ({ providerId, userId }: { providerId: number; userId: number }) => {
      const [row] = await services.query<{ sealed: string }>(
        'select sealed_contact as sealed from provider_freelancers where provider_id = $1 and freelancer_id = $2',
        [providerId, userId],
      )
      return services.cipher.openFields(row?.sealed ?? '', CONTACT_SEAL)
    },
    endContract: (contractId: number) =>
      services.query(
        `update personal_contracts set terminated_at = $1, terminated_by = $2, termination_reason = 'ended' where contract_id = $3`,
        [MONDAY, people.accounts.managerA, contractId],
      ),
    entriesOf: (providerId: number) =>
      services.query<{ after: { retentionKind: string; count: number; erasedIds: number[] } }>(
        `select after from audit_entries where action = 'erase-personal-data' and provider_id = $1 order by entry_id`,
        [providerId],
      ),
  }
}

export type RetentionTests = ReturnType<typeof retentionOf>
