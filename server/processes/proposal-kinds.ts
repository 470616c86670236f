// THE list of how each kind of proposal is carried out. A new kind is added here and in domain/proposals/proposal.ts.

import { carryOutEnabling, carryOutNewAccount, carryOutReset, carryOutRights } from '../accounts/carry-out.ts'
import { carryOutPhone } from '../accounts/change-phone.ts'
import { carryOutPolicy } from '../approvals/change-policy.ts'
import { carryOutChoice } from '../bank-files/account-choice.ts'
import { carryOutPayingAccount } from '../bank-files/change-account.ts'
import { carryOutBankFormat } from '../bank-files/change-format.ts'
import { carryOutRelease } from '../bank-files/file-hold.ts'
import { carryOutFactorReset } from '../factors/reset-factors.ts'
import type { CarryOutKinds } from '../proposals/proposal-kind.ts'
import { carryOutTerms } from '../providers/carry-out-terms.ts'
import { carryOutRetention } from '../retention/change-periods.ts'
import { carryOutSendingRelease } from '../transfers/release-sending.ts'

export const PROPOSAL_HANDLERS: CarryOutKinds = {
  'add-account': carryOutNewAccount,
  'change-rights': carryOutRights,
  'change-phone': carryOutPhone,
  'reset-password': carryOutReset,
  'reset-factor': carryOutFactorReset,
  'enable-account': carryOutEnabling,
  'change-terms': carryOutTerms,
  'change-policy': carryOutPolicy,
  'change-paying-account': carryOutPayingAccount,
  'add-bank-format': carryOutBankFormat,
  'change-account-choice': carryOutChoice,
  'release-bank-files': carryOutRelease,
  'release-sending': carryOutSendingRelease,
  'change-retention': carryOutRetention,
}
