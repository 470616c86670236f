// Which releases of the history are run beside this one: by the schema they came with, and the least release that may write.

import { expect, it } from 'vitest'
import { chooseFrom, type Landed } from './earlier-release.ts'
import { rollCases } from './roll.ts'

const landed = (...releases: readonly number[]): Landed[] =>
  releases.map((release) => ({ commit: `commit of ${release}`, release }))

const chosen = (releases: readonly number[], least: number) => {
  const { previous, oldestWriter, newestRefused } = chooseFrom(landed(...releases), least, 184)
  return [previous?.release, oldestWriter?.release, newestRefused?.release]
}

it.each([
  [[184, 174, 122, 87, 67, 53], 86, [174, 87, 67]],
  [[53, 67, 87, 122, 174], 86, [174, 87, 67]],
  [[174, 87, 67], 87, [174, 87, 67]],
  [[174, 87, 67], 88, [174, 174, 87]],
  [[174, 87, 67], 184, [undefined, undefined, 174]],
  [[174, 87, 67], 0, [174, 67, undefined]],
  [[184], 86, [undefined, undefined, undefined]],
])('of %j with the least writer %i: %j', (releases, least, expected) => {
  expect(chosen(releases, least)).toEqual(expected)
})

it('says why a roll cannot be made, and makes those that can', () => {
  expect(rollCases('this clone has no history').map(({ make }) => make)).toEqual(
    Array.from({ length: 5 }, () => 'this clone has no history'),
  )
  const [previous, oldest, refused] = rollCases(chooseFrom(landed(174), 86, 184))
  expect(previous).toMatchObject({
    fault: 'previous release beside this one (0174)',
    make: expect.any(Function),
  })
  expect(oldest?.fault).toContain('(0174)')
  expect(refused).toMatchObject({
    fault: 'newest release that may not write, on this schema',
    make: 'the history has no such release',
  })
})
