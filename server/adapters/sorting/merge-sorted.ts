// Merges sorted pieces into one sorted whole, holding a piece of each.

/** What is sorted: the key first; keys are compared as JavaScript compares text. */
export type Line = readonly [key: string, ...rest: string[]]

export type Pieces = AsyncGenerator<readonly Line[]>

/** Among equal keys those of earlier sources come first. */
export function mergeSorted(sources: readonly Pieces[]): Pieces {
  if (sources.length === 0) return nothing()
  const [only] = sources
  if (only && sources.length === 1) return only
  const half = Math.ceil(sources.length / 2)
  return mergeTwo(mergeSorted(sources.slice(0, half)), mergeSorted(sources.slice(half)))
}

async function* nothing(): Pieces {}

async function* mergeTwo(first: Pieces, second: Pieces): Pieces {
  try {
    let [left, right] = [await pieceOf(first), await pieceOf(second)]
    while (left && right) {
      const { merged, fromLeft, fromRight } = mergePieces(left, right)
      yield merged
      left = fromLeft < left.length ? left.slice(fromLeft) : await pieceOf(first)
      right = fromRight < right.length ? right.slice(fromRight) : await pieceOf(second)
    }
    if (left) yield left
    if (right) yield right
    yield* first
    yield* second
  } finally {
    await first.return(undefined)
    await second.return(undefined)
  }
}

async function pieceOf(pieces: Pieces): Promise<readonly Line[] | undefined> {
  const { done, value } = await pieces.next()
  return done ? undefined : value
}

/** Until one of the two is used up: what follows it may come before the rest of the other. */
function mergePieces(left: readonly Line[], right: readonly Line[]) {
  const merged: Line[] = []
  let [fromLeft, fromRight] = [0, 0]
  for (;;) {
    const [one, other] = [left[fromLeft], right[fromRight]]
    if (!one || !other) return { merged, fromLeft, fromRight }
    if (one[0] <= other[0]) {
      merged.push(one)
      fromLeft += 1
    } else {
      merged.push(other)
      fromRight += 1
    }
  }
}
