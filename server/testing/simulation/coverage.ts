// Counts how often each interesting thing happened, so that the simulator cannot silently stop testing it.

/** Everything that must happen at least once in every run of some hundred seeds. */
export const OCCURRENCES = [
  'killed before begin',
  'killed before commit',
  'killed after commit',
  'killed before a bank call',
  'killed after a bank call',
  'connection lost before begin',
  'connection lost before commit',
  'connection lost after commit',
  'stopped past its lease',
  'slept past its lease and did not send',
  'sent by a worker that slept past its lease',
  'lease lost',
  'fence refused a late worker',
  'every process died at once',
  'clocks differ',
  'order lost',
  'order delayed',
  'answer lost',
  'answered 500 before executing',
  'answered 500 after executing',
  'answered in part',
  'bank unreachable',
  'statement unreadable',
  'not found, then paid',
  'sent again',
  'paid after the manual limit',
  'given to people',
  'resolved as paid',
  'resolved as failed',
  'proposal refused',
  'own proposal confirmed: refused',
  'proposed twice at once',
  'people confirmed what is not so',
  'proposal void by the bank’s word',
  'late success',
  'late success after resolution',
  'shortfall',
  'shortfall covered',
  'spending what is owed: refused',
  'returned after success',
  'returned before success was known',
  'returned after a failure',
  'contradiction',
  'another amount',
  'heard of what was never sent',
  'heard from a callback first',
  'heard from a statement first',
  'callback repeated',
  'callback replayed: refused',
  'callback forged: refused',
  'callbacks at once',
  'double start refused',
  'two batches at once to the limit: one refused',
  'balance too low to start',
  'row refused at the start',
  'copy of a paid row refused',
  'copied',
  'copied twice at once',
  'copy paid',
  'recharge credited',
  'recharge credited twice: refused',
  'recharge reversed',
  'reversal refused by the balance',
  'posting repeated: refused',
  'started over a month’s end',
  'tax withheld',
  'everything at once',
  'two providers',
  'files made',
  'file downloaded again',
  'file withdrawn',
  'withdrawal not agreed to',
  'file at the bank before it was marked',
  'file marked before it was at the bank',
  'file at the bank twice: refused',
  'result confirmed',
  'result sent back',
  'own result confirmed: refused',
  'result again: refused',
  'result of another file: refused',
  'result changed: refused',
  'result cut',
  'result that is not so',
  'result that contradicts',
  'settled by a result',
  'line assigned by a person',
  'line left in doubt',
  'wrong assignment: refused',
  'wrong assignment: sent back',
  'undecided result confirmed: refused',
  'file rows given to people',
] as const

export type Occurrence = (typeof OCCURRENCES)[number]

export class Coverage {
  readonly counts = new Map<Occurrence, number>()

  saw(what: Occurrence, times = 1): void {
    if (times > 0) this.counts.set(what, (this.counts.get(what) ?? 0) + times)
  }

  add(other: Coverage): void {
    for (const [what, times] of other.counts) this.saw(what, times)
  }

  missing(): Occurrence[] {
    return OCCURRENCES.filter((what) => !this.counts.has(what))
  }

  table(): string {
    return OCCURRENCES.map((what) => `${String(this.counts.get(what) ?? 0).padStart(9)}  ${what}`).join('\n')
  }
}
