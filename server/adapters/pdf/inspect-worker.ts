// The thread that looks at one PDF with a parser, tells whether it acts by itself, and ends.

import { parentPort, workerData } from 'node:worker_threads'
import { type InspectRequest, isQuietParsed } from './parse-active.ts'

parentPort?.postMessage(await isQuietParsed(workerData as InspectRequest))
