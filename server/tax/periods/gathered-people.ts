// Gathers people into larger pieces than they come in: the seals of many are opened for half of what they cost one by one.

/** So many that neighbours of one batch are among them, and little memory. */
const GATHERED = 1_000

export async function* gatheredPeople<Person>(
  pieces: AsyncIterable<readonly Person[]>,
  size = GATHERED,
): AsyncGenerator<readonly Person[]> {
  let gathered: Person[] = []
  for await (const piece of pieces) {
    gathered.push(...piece)
    if (gathered.length < size) continue
    yield gathered
    gathered = []
  }
  if (gathered.length > 0) yield gathered
}
