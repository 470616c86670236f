// Tests which side comes next and what outlives a reload.

import { expect, it } from 'vitest'
import { bothTaken, nextSide, storedPhotos } from './photo-state.ts'

const shot = { preview: 'blob:one', blurry: true }
const unseen = { blurry: false }

it('asks for the front photo, then the back, then nothing', () => {
  const states = [{}, { front: shot }, { back: shot }, { front: shot, back: shot }]
  expect(states.map(nextSide)).toEqual(['front', 'back', 'front', undefined])
  expect(states.map(bothTaken)).toEqual([false, false, false, true])
})

it('follows the photos known to the server and keeps local previews', () => {
  expect(storedPhotos({}, { hasFront: true, hasBack: false })).toEqual({ front: unseen })
  expect(storedPhotos({ front: shot }, { hasFront: true, hasBack: true })).toEqual({
    front: shot,
    back: unseen,
  })
  expect(storedPhotos({ front: shot, back: shot }, { hasFront: false, hasBack: false })).toEqual({})
})
