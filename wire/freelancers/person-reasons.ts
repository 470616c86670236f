// Why a person is not registered, in the words that payout sheets use too (D15).

import type { PersonReason } from '@paywages/domain/freelancers/new-people.ts'
import { joinReasons, reasonText } from '../payouts/row-reasons.ts'

const CONTACT_DIFFERS = '与其他行身份证号相同，但手机号或银行卡号不同'

export function personReasonsText(reasons: readonly PersonReason[]): string {
  return joinReasons(
    reasons.map((reason) =>
      reason === 'contact-differs' ? CONTACT_DIFFERS : reasonText(reason, { limitFen: 0n }),
    ),
  )
}
