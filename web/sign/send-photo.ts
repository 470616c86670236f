// Sends a photograph and tells how much of it has gone; fetch cannot tell.

import { storePhoto } from '@paywages/wire/signing/public-endpoints.ts'
import { z } from 'zod'
import { refuse, urlOf } from '../api/client.ts'
import { unreachable } from '../api/refused.ts'
import type { Side } from './labels.ts'

export type PhotoSending = {
  readonly session: string
  readonly side: Side
  readonly image: Blob
  readonly onPercent: (percent: number) => void
}

export async function sendPhoto({ session, side, image, onPercent }: PhotoSending): Promise<void> {
  const travels = z.encode(storePhoto.input, { session, side, image: await base64Of(image) })
  const request = new XMLHttpRequest()
  request.open('POST', urlOf(storePhoto))
  request.setRequestHeader('content-type', 'application/json')
  request.responseType = 'json'
  request.upload.onprogress = ({ loaded, total }) => onPercent(Math.round((100 * loaded) / total))
  await new Promise<void>((resolve, reject) => {
    request.onload = () => {
      const envelope = (request.response ?? {}) as Record<string, unknown>
      if (envelope.status === 0) resolve()
      else reject(refuse(storePhoto, request.status, envelope))
    }
    request.onerror = () => reject(unreachable(storePhoto))
    request.send(JSON.stringify(travels))
  })
}

function base64Of(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).replace(/^data:[^,]*,/, ''))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(blob)
  })
}
