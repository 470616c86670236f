// The time, as something that tests can move.

export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }
