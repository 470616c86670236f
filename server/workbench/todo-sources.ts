// THE list of what may wait for a person: each source asks its own slice, and by that slice's rules. A new kind is added here.

import { changesToConfirm, fullReadsToLookInto, noticesToRead, pairsToLookInto } from './account-todos.ts'
import { contradictionsToLookInto, filesToCarry } from './bank-file-todos.ts'
import {
  balanceToFill,
  creditsToRegister,
  invoicesAt,
  invoicesToTakeBack,
  rechargesToAudit,
  reversalsToConfirm,
  spaceToFree,
} from './money-todos.ts'
import {
  adjustmentsToConfirm,
  contractsToRenew,
  correctionsToFile,
  filesToRestore,
  proofsToUpload,
  signingsToCheck,
} from './paper-todos.ts'
import {
  batchesToDecide,
  batchesToLookInto,
  debitsToExplain,
  doubtsToWatch,
  failuresToFollow,
  proposalsToConfirm,
  schedulesToLookInto,
  sendingHalted,
  transfersToProposeOn,
} from './payout-todos.ts'
import type { Source } from './todo-source.ts'

export const TODO_SOURCES: readonly Source[] = [
  batchesToLookInto,
  filesToRestore,
  spaceToFree,
  sendingHalted,
  debitsToExplain,
  contradictionsToLookInto,
  schedulesToLookInto,
  filesToCarry,
  batchesToDecide,
  rechargesToAudit,
  reversalsToConfirm,
  changesToConfirm,
  pairsToLookInto,
  fullReadsToLookInto,
  noticesToRead,
  creditsToRegister,
  transfersToProposeOn,
  proposalsToConfirm,
  invoicesAt('audit-invoice', 'pending'),
  invoicesAt('enter-invoice', 'invoicing'),
  invoicesToTakeBack,
  signingsToCheck,
  balanceToFill,
  failuresToFollow,
  adjustmentsToConfirm,
  proofsToUpload,
  correctionsToFile,
  contractsToRenew,
  doubtsToWatch,
]
