// Makes a camera's photograph fit to be sent: decoded, upright, at most 1600 px and 600 kB, as JPEG.

import type { photoRefusals } from './labels.ts'
import {
  fitWithin,
  isBlurry,
  isHeic,
  isTooSmall,
  MAX_BYTES,
  MAX_FILE_BYTES,
  MAX_SIDE,
  QUALITIES,
} from './photo-measures.ts'

export class PhotoUnusable extends Error {
  readonly why: keyof typeof photoRefusals

  constructor(why: keyof typeof photoRefusals) {
    super(why)
    this.name = 'PhotoUnusable'
    this.why = why
  }
}

export type PreparedPhoto = { readonly image: Blob; readonly blurry: boolean }

/** Sharpness is validated on a small copy: the noise of a sensor is no sharpness. */
const VALIDATED_SIDE = 480

export async function preparePhoto(file: File): Promise<PreparedPhoto> {
  if (file.size > MAX_FILE_BYTES) throw new PhotoUnusable('too-large')
  const picture = await decode(file)
  try {
    const size = { width: picture.width, height: picture.height }
    if (isTooSmall(size)) throw new PhotoUnusable('too-small')
    const small = draw(picture, VALIDATED_SIDE)
    const pixels = small.getContext('2d')?.getImageData(0, 0, small.width, small.height)
    const blurry = pixels !== undefined && isBlurry(pixels.data, small)
    return { image: await encode(picture), blurry }
  } finally {
    if (picture instanceof ImageBitmap) picture.close()
  }
}

/** Turned as its EXIF data says. Old Safari knows no options here, but its <img> turns by itself. */
async function decode(file: File): Promise<ImageBitmap | HTMLImageElement> {
  try {
    return await createImageBitmap(file, { imageOrientation: 'from-image' })
  } catch (error) {
    // This one says that the picture is none; anything else, that the browser is old.
    const isNone = error instanceof DOMException && error.name === 'InvalidStateError'
    const shown = isNone ? undefined : await decodeAsElement(file)
    if (shown !== undefined) return shown
  }
  const head = new Uint8Array(
    await file
      .slice(0, 16)
      .arrayBuffer()
      .catch(() => new ArrayBuffer(0)),
  )
  if (isHeic(head)) throw new PhotoUnusable('heic')
  throw new PhotoUnusable(file.type !== '' && !file.type.startsWith('image/') ? 'not-image' : 'broken')
}

async function decodeAsElement(file: File): Promise<HTMLImageElement | undefined> {
  const element = new Image()
  element.src = URL.createObjectURL(file)
  try {
    await element.decode()
    // An SVG without a size of its own has none to draw.
    return element.naturalWidth > 0 ? element : undefined
  } catch {
    return undefined
  } finally {
    URL.revokeObjectURL(element.src)
  }
}

function draw(picture: ImageBitmap | HTMLImageElement, side: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  Object.assign(canvas, fitWithin(picture, side))
  const context = canvas.getContext('2d')
  if (context === null) throw new PhotoUnusable('broken')
  // What is transparent in a PNG would be black in a JPEG.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return canvas
}

async function encode(picture: ImageBitmap | HTMLImageElement): Promise<Blob> {
  for (const side of [MAX_SIDE, MAX_SIDE * 0.8, MAX_SIDE * 0.64]) {
    const canvas = draw(picture, side)
    for (const quality of QUALITIES) {
      const image = await jpegOf(canvas, quality)
      if (image.size <= MAX_BYTES) return image
    }
  }
  throw new PhotoUnusable('too-large')
}

function jpegOf(canvas: HTMLCanvasElement, quality: number): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob === null ? reject(new PhotoUnusable('broken')) : resolve(blob)),
      'image/jpeg',
      quality,
    )
  })
}
