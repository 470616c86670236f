// Bars stand inside the frame, and pointer and keys find them.

import { expect, it } from 'vitest'
import { barByKey, barPath, layOut } from './bar-layout.ts'

const FRAME = { width: 630, height: 124, count: 30, ticks: [0, 20, 40, 60], top: 60 }
const layout = layOut({ ...FRAME, gap: 0.2, maxBar: 28, marginTop: 20, marginRight: 4 })

it('bars keep their share of the band, and no more than their greatest width', () => {
  expect(layout.band).toBe(20)
  expect(layout.bar).toBe(12)
  expect(layOut({ ...FRAME, count: 3, gap: 0.2, maxBar: 28, marginTop: 20, marginRight: 4 }).bar).toBe(28)
})

it('values stand between the upper edge and the axis', () => {
  expect([0, 30, 60].map(layout.heightAt)).toEqual([100, 60, 20])
})

it('the pointer finds the bar below it, also beside the first and the last', () => {
  expect([-5, 26, 45.9, 46, 625.9, 900].map(layout.indexAt)).toEqual([0, 0, 0, 1, 29, 29])
  expect(layout.indexAt(layout.centreOf(17))).toBe(17)
})

it('the keys go from bar to bar and stop at the ends', () => {
  expect(barByKey('ArrowRight', undefined, 30)).toBe(0)
  expect(barByKey('ArrowLeft', undefined, 30)).toBe(29)
  expect(barByKey('ArrowRight', 29, 30)).toBe(29)
  expect(barByKey('ArrowLeft', 0, 30)).toBe(0)
  expect(['Home', 'End', 'a'].map((key) => barByKey(key, 4, 30))).toEqual([0, 29, undefined])
})

it('a bar lower than its corners are round stays a bar', () => {
  expect(barPath(0, 12, 100, 99.5, 2)).toBe('M0 100V100q0 -0.5 0.5 -0.5h11q0.5 0 0.5 0.5V100z')
})
