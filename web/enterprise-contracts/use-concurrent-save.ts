// What another person's save did to the contract whose form is open here: what was typed stays, what is true now is fetched.

import { enterpriseContractDetail } from '@paywages/wire/enterprise-contracts/endpoints.ts'
import type { EnterpriseContract } from '@paywages/wire/enterprise-contracts/shapes.ts'
import { useEffect, useState } from 'react'
import { fetchNow } from '../api/queries.ts'
import { CallRefused } from '../api/refused.ts'
import { type Change, changesSince } from './contract-form.ts'

export type OthersSave = {
  /** What the next save is held against. */
  readonly latest: EnterpriseContract
  /** Undefined while nobody came between. */
  readonly changes: readonly Change[] | undefined
  /** Gives what is true now, where the refusal says that it is not what was read. */
  readonly reloadAfter: (error: unknown) => Promise<EnterpriseContract | undefined>
  /** The form takes over what is true now. */
  readonly takeLatest: () => EnterpriseContract
}

export function useOthersSave(opened: EnterpriseContract): OthersSave {
  const [latest, setLatest] = useState(opened)
  const [changes, setChanges] = useState<readonly Change[]>()
  useEffect(() => {
    setLatest(opened)
    setChanges(undefined)
  }, [opened])
  return {
    latest,
    changes,
    reloadAfter: async (error) => {
      if (!isConflict(error)) return undefined
      const now = await fetchNow(enterpriseContractDetail, { contractId: opened.contractId }).catch(
        () => undefined,
      )
      if (now === undefined) return undefined
      setChanges(changesSince(latest, now))
      setLatest(now)
      return now
    },
    takeLatest: () => {
      setChanges(undefined)
      return latest
    },
  }
}

/** A number that is taken is a conflict too, but of a field. */
function isConflict(error: unknown): boolean {
  return error instanceof CallRefused && error.http === 409 && Object.keys(error.fieldErrors).length === 0
}
