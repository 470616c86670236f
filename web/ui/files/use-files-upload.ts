// Sends several files side by side: tells how far each one is, and each can be cancelled or tried again.

import type { AskOf } from '@paywages/wire/endpoint.ts'
import { uploadFile } from '@paywages/wire/files/endpoints.ts'
import { useEffect, useRef, useState } from 'react'
import { CallRefused } from '../../api/refused.ts'
import { upload } from '../../api/transfer-files.ts'
import { useLeaveQuestion } from '../feedback/use-leave-question.ts'
import { filesLabels as labels } from '../labels.ts'
import { type ChosenFile, type FilesRule, judgeChosen } from './judge-files.ts'

export type KeptFile = {
  readonly fileId: string
  readonly name: string
  readonly size: number
  /** png, jpg, gif, bmp, pdf or ofd, by content. */
  readonly content: string
}

export type FileOnItsWay = ChosenFile & {
  readonly key: number
  readonly percent: number
  /** The network broke; it waits for another try. */
  readonly broken: boolean
}

/** As they were chosen, whichever arrives first; those that stood before come before. */
export function inPlace<File extends { readonly fileId: string }>(
  files: readonly File[],
  places: ReadonlyMap<string, number>,
): readonly File[] {
  return files.toSorted((a, b) => (places.get(a.fileId) ?? 0) - (places.get(b.fileId) ?? 0))
}

type UploadKind = NonNullable<AskOf<typeof uploadFile>['kind']>

export type FilesUploadRule = FilesRule & { readonly kind: UploadKind }

type FilesUpload = {
  readonly rule: FilesUploadRule
  readonly kept: readonly KeptFile[]
  readonly onKept: (kept: readonly KeptFile[]) => void
}

export function useFilesUpload({ rule, kept, onKept }: FilesUpload) {
  const [underWay, setUnderWay] = useState<readonly FileOnItsWay[]>([])
  const [problems, setProblems] = useState<readonly string[]>([])
  const [judging, setJudging] = useState(0)
  const running = useRef(new Map<number, AbortController>())
  const nextKey = useRef(1)
  const places = useRef(new Map<string, number>())
  // Two files may arrive between two renders: each adds to what the other left.
  const onItsWay = useRef<readonly FileOnItsWay[]>([])
  const latest = useRef(kept)
  latest.current = kept
  const sending = judging > 0 || underWay.some(({ broken }) => !broken)
  useLeaveQuestion(sending)
  useEffect(() => {
    const stops = running.current
    return () => {
      for (const stop of stops.values()) stop.abort()
    }
  }, [])

  function change(next: readonly KeptFile[]) {
    latest.current = next
    onKept(next)
  }

  function travel(next: readonly FileOnItsWay[]) {
    onItsWay.current = next
    setUnderWay(next)
  }

  const forget = (key: number) => travel(onItsWay.current.filter((one) => one.key !== key))
  const update = (key: number, changed: Partial<FileOnItsWay>) =>
    travel(onItsWay.current.map((one) => (one.key === key ? { ...one, ...changed } : one)))

  async function send({ key, file, content }: FileOnItsWay) {
    const stop = new AbortController()
    running.current.set(key, stop)
    update(key, { percent: 0, broken: false })
    try {
      const fileId = await upload(uploadFile, { fileName: file.name, kind: rule.kind }, [file], {
        signal: stop.signal,
        onProgress: ({ sentBytes, totalBytes }) =>
          update(key, { percent: totalBytes === 0 ? 100 : Math.floor((sentBytes / totalBytes) * 100) }),
      })
      forget(key)
      places.current.set(fileId, key)
      change(
        inPlace([...latest.current, { fileId, name: file.name, size: file.size, content }], places.current),
      )
    } catch (error) {
      if (stop.signal.aborted) return
      if (error instanceof CallRefused && !error.outage) {
        forget(key)
        setProblems((told) => [...told, labels.problem(file.name, error.msg)])
      } else update(key, { broken: true })
    } finally {
      running.current.delete(key)
    }
  }

  async function take(files: readonly File[]) {
    if (files.length === 0) return
    setJudging((count) => count + 1)
    // Asked once the files are read: others may have come in the meantime.
    const present = () => [...latest.current, ...onItsWay.current.map(({ file }) => file)]
    const judged = await judgeChosen(files, present, rule)
    setJudging((count) => count - 1)
    setProblems(judged.problems)
    const started = judged.fit.map((one) => {
      const key = nextKey.current
      nextKey.current += 1
      return { ...one, key, percent: 0, broken: false }
    })
    travel([...onItsWay.current, ...started])
    for (const one of started) void send(one)
  }

  return {
    underWay,
    problems,
    sending,
    take: (files: readonly File[]) => void take(files),
    again: (file: FileOnItsWay) => void send(file),
    cancel: ({ key }: FileOnItsWay) => {
      running.current.get(key)?.abort()
      forget(key)
    },
    remove: ({ fileId }: KeptFile) => {
      setProblems([])
      change(latest.current.filter((one) => one.fileId !== fileId))
    },
  }
}
