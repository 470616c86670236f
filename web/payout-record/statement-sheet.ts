// Which line of the drawn page stands for a line of the real one: a page of many lines is drawn with a few.

export const DRAWN_LINES = 14

/** From 0; the first line is drawn first and the last one last, however many lie between. */
export function drawnLine(place: number, lines: number): number {
  if (lines <= DRAWN_LINES) return Math.max(0, place - 1)
  return Math.round(((place - 1) * (DRAWN_LINES - 1)) / (lines - 1))
}
