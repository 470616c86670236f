// Loaded before everything else, moves a process's clock by CLOCK_AHEAD_MS, which may change while it runs: what a month brings is seen today.

const now = () => {
  const ahead = Number(process.env.CLOCK_AHEAD_MS)
  if (!Number.isFinite(ahead)) throw new Error('CLOCK_AHEAD_MS is no number')
  return RealDate.now() + ahead
}
const RealDate = globalThis.Date

globalThis.Date = new Proxy(RealDate, {
  construct: (target, given, self) => Reflect.construct(target, given.length === 0 ? [now()] : given, self),
  apply: () => new RealDate(now()).toString(),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
})
