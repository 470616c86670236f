// The order of files that arrive as they like.

import { expect, it } from 'vitest'
import { inPlace } from './use-uploads.ts'

const files = (...fileIds: string[]) => fileIds.map((fileId) => ({ fileId }))

it('files stand as they were chosen, after those that stood before', () => {
  const places = new Map([
    ['first', 1],
    ['second', 2],
    ['third', 3],
  ])
  expect(inPlace(files('old', 'older', 'third', 'first'), places)).toEqual(
    files('old', 'older', 'first', 'third'),
  )
  expect(inPlace(files('third', 'second', 'first'), places)).toEqual(files('first', 'second', 'third'))
  expect(inPlace(files('b', 'a'), new Map())).toEqual(files('b', 'a'))
})
