// At most two sheets are read at once in a process.

import { openSlots } from '../threads/slots.ts'

export const claimReader = openSlots(2)
