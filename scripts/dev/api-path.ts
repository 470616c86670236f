/** Which requests the api answers under `npm run dev`; all others are pages and modules of the console. */
import { API_PREFIX } from '@paywages/wire/endpoints.ts'

const PATHS = [API_PREFIX, '/bank/notice', '/live', '/ready', '/metrics']

/** In the form of a key of Vite's `server.proxy`. */
export const API_PATH = `^(?:${PATHS.join('|')})(?:[/?]|$)`

const pattern = new RegExp(API_PATH)

export function isForApi(url: string): boolean {
  return pattern.test(url)
}
