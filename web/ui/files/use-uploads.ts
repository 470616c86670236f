// Sends files at once, one or several side by side: tells how far each is, and each can be cancelled or tried again.

import type { InputOf } from '@paywages/wire/endpoint.ts'
import { uploadFile } from '@paywages/wire/files/endpoints.ts'
import { useEffect, useRef, useState } from 'react'
import { CallRefused } from '../../api/refused.ts'
import { type UploadProgress, upload } from '../../api/transfer-files.ts'
import { useLeaveQuestion } from '../feedback/use-leave-question.ts'
import type { ChosenFile, Present, Validated } from './validate-files.ts'

export type UploadedFile = { readonly fileId: string; readonly name: string }

/** A kept file of which the page knows more than its name. */
export type ListedFile = UploadedFile & {
  readonly size: number
  /** png, jpg, gif, bmp, pdf or ofd, by content. */
  readonly content: string
}

export type UploadInProgress = ChosenFile & {
  readonly key: number
  readonly percent: number
  /** The network broke; it waits for a retry. */
  readonly broken: boolean
}

/** Gives the id of the kept file. */
export type SendFile = (
  file: File,
  options: { readonly signal: AbortSignal; readonly onProgress: (progress: UploadProgress) => void },
) => Promise<string>

type UploadKind = NonNullable<InputOf<typeof uploadFile>['kind']>

export function sendAs(kind: UploadKind): SendFile {
  return (file, options) => upload(uploadFile, { fileName: file.name, kind }, [file], options)
}

export function percentOf({ sentBytes, totalBytes }: UploadProgress): number {
  return totalBytes === 0 ? 100 : Math.floor((sentBytes / totalBytes) * 100)
}

/** As they were chosen, whichever arrives first; those that stood before come before. */
export function inPlace<File extends { readonly fileId: string }>(
  files: readonly File[],
  places: ReadonlyMap<string, number>,
): readonly File[] {
  return files.toSorted((a, b) => (places.get(a.fileId) ?? 0) - (places.get(b.fileId) ?? 0))
}

type Uploads = {
  /** A new file takes the place of the one before, also of one in progress. */
  readonly single?: boolean
  readonly validate: (files: readonly File[], present: () => Present) => Promise<Validated>
  readonly send: SendFile
  readonly kept: readonly ListedFile[]
  readonly onUploaded: (kept: readonly ListedFile[]) => void
  /** What was left out of the last choice, one sentence each. */
  readonly onProblems: (problems: readonly string[]) => void
  /** The server would not have it. */
  readonly onRefused: (file: File, error: unknown) => void
}

export function useUploads(uploads: Uploads) {
  const { single = false, kept, onUploaded } = uploads
  const [inProgress, setInProgress] = useState<readonly UploadInProgress[]>([])
  const [validating, setValidating] = useState(0)
  const running = useRef(new Map<number, AbortController>())
  const nextKey = useRef(1)
  const places = useRef(new Map<string, number>())
  // Two files may arrive between two renders: each adds to what the other left.
  const now = useRef<readonly UploadInProgress[]>([])
  const latest = useRef(kept)
  latest.current = kept
  const sending = validating > 0 || inProgress.some(({ broken }) => !broken)
  useLeaveQuestion(sending)
  useEffect(() => {
    const stops = running.current
    return () => {
      for (const stop of stops.values()) stop.abort()
    }
  }, [])

  function change(next: readonly ListedFile[]) {
    latest.current = next
    onUploaded(next)
  }

  function show(next: readonly UploadInProgress[]) {
    now.current = next
    setInProgress(next)
  }

  const forget = (key: number) => show(now.current.filter((one) => one.key !== key))
  const update = (key: number, changed: Partial<UploadInProgress>) =>
    show(now.current.map((one) => (one.key === key ? { ...one, ...changed } : one)))

  function cancel({ key }: Pick<UploadInProgress, 'key'>) {
    running.current.get(key)?.abort()
    forget(key)
  }

  async function start({ key, file, content }: UploadInProgress) {
    const stop = new AbortController()
    running.current.set(key, stop)
    update(key, { percent: 0, broken: false })
    try {
      const fileId = await uploads.send(file, {
        signal: stop.signal,
        onProgress: (progress) => update(key, { percent: percentOf(progress) }),
      })
      forget(key)
      places.current.set(fileId, key)
      const arrived = { fileId, name: file.name, size: file.size, content }
      change(single ? [arrived] : inPlace([...latest.current, arrived], places.current))
    } catch (error) {
      if (stop.signal.aborted) return
      if (error instanceof CallRefused && error.outage) return update(key, { broken: true })
      forget(key)
      uploads.onRefused(file, error)
    } finally {
      running.current.delete(key)
    }
  }

  async function take(files: readonly File[]) {
    if (files.length === 0) return
    setValidating((count) => count + 1)
    // Asked once the files are read: others may have come in the meantime.
    const present = () => (single ? [] : [...latest.current, ...now.current.map(({ file }) => file)])
    const { fit, problems } = await uploads.validate(files, present)
    setValidating((count) => count - 1)
    uploads.onProblems(problems)
    if (single && fit.length > 0) now.current.forEach(cancel)
    const started = fit.map((one) => {
      const key = nextKey.current
      nextKey.current += 1
      return { ...one, key, percent: 0, broken: false }
    })
    show([...now.current, ...started])
    for (const one of started) void start(one)
  }

  return {
    inProgress,
    sending,
    take: (files: readonly File[]) => void take(files),
    again: (file: UploadInProgress) => void start(file),
    cancel,
    remove: ({ fileId }: UploadedFile) => change(latest.current.filter((one) => one.fileId !== fileId)),
  }
}
