// The two photographs of an ID card, as far as this page knows them.

import type { Side } from './labels.ts'

/** `preview` is an address in this page only; a photograph from before a reload has none, for it is not given out again. */
export type TakenPhoto = { readonly preview?: string | undefined; readonly blurry: boolean }
export type Photos = { readonly front?: TakenPhoto; readonly back?: TakenPhoto }

export function bothTaken(photos: Photos): boolean {
  return photos.front !== undefined && photos.back !== undefined
}

/** The side to photograph next: what is missing, the front first. */
export function nextSide(photos: Photos): Side | undefined {
  if (photos.front === undefined) return 'front'
  return photos.back === undefined ? 'back' : undefined
}

/** What the server has is what counts; pictures of it that are still here are shown. */
export function storedPhotos(here: Photos, server: { hasFront: boolean; hasBack: boolean }): Photos {
  return {
    ...(server.hasFront ? { front: here.front ?? { blurry: false } } : {}),
    ...(server.hasBack ? { back: here.back ?? { blurry: false } } : {}),
  }
}
