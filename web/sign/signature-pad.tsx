// The pad to sign on: finger, pen or mouse; sharp on every screen, kept through turning the phone.

import type { Signature, Stroke } from '@paywages/domain/signing/signature.ts'
import { type PointerEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { addPoint, fitTo, INK_WIDTH, inkStroke, nothingDrawn } from './drawn-strokes.ts'
import { signatureLabels as labels } from './labels.ts'

type SignaturePadProps = {
  readonly signature: Signature
  readonly onSignature: (signature: Signature) => void
  readonly locked: boolean
}

type Drawing = { readonly pointer: number; readonly stroke: Stroke }

export function SignaturePad({ signature, onSignature, locked }: SignaturePadProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const size = useSize(canvas)
  const drawing = useRef<Drawing>(undefined)
  const shown = fitTo(signature, size.width, size.height)

  useLayoutEffect(() => {
    const context = fresh(canvas.current, size)
    if (context === undefined) return
    for (const stroke of shown.strokes) inkStroke(context, stroke)
    if (drawing.current !== undefined) inkStroke(context, drawing.current.stroke)
  })

  const add = (event: PointerEvent<HTMLCanvasElement>) => {
    const before = drawing.current
    const context = canvas.current?.getContext('2d')
    if (before === undefined || before.pointer !== event.pointerId || !context) return
    const place = event.currentTarget.getBoundingClientRect()
    // Between two frames a quick finger is in several places.
    const moves = event.nativeEvent.getCoalescedEvents?.() ?? []
    let { stroke } = before
    for (const { clientX, clientY } of moves.length > 0 ? moves : [event])
      stroke = addPoint(stroke, clientX - place.left, clientY - place.top, size)
    drawing.current = { pointer: before.pointer, stroke }
    fresh(canvas.current, size)
    for (const drawn of [...shown.strokes, stroke]) inkStroke(context, drawn)
  }
  const begin = (event: PointerEvent<HTMLCanvasElement>) => {
    // A second finger or the palm of the hand draws nothing; neither does the right button.
    if (locked || drawing.current !== undefined || event.button !== 0) return
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    drawing.current = { pointer: event.pointerId, stroke: [] }
    add(event)
  }
  const end = (event: PointerEvent<HTMLCanvasElement>) => {
    const ended = drawing.current
    if (ended === undefined || ended.pointer !== event.pointerId) return
    drawing.current = undefined
    onSignature({ ...shown, strokes: [...shown.strokes, ended.stroke] })
  }

  const empty = signature.strokes.length === 0
  return (
    <section className="pad" aria-label={labels.pad}>
      <canvas
        ref={canvas}
        className="pad-canvas"
        role="img"
        aria-label={labels.hint}
        onPointerDown={begin}
        onPointerMove={add}
        onPointerUp={end}
        onPointerCancel={end}
      />
      <div className="pad-foot">
        <span className="pad-hint" aria-hidden="true">
          {labels.hint}
        </span>
        <button
          type="button"
          className="link"
          aria-label={labels.undoStroke}
          disabled={empty || locked}
          onClick={() => onSignature({ ...signature, strokes: signature.strokes.slice(0, -1) })}
        >
          {labels.undo}
        </button>
        <button
          type="button"
          className="link"
          disabled={empty || locked}
          onClick={() => onSignature(nothingDrawn)}
        >
          {labels.clear}
        </button>
      </div>
    </section>
  )
}

type Size = { readonly width: number; readonly height: number }

function useSize(canvas: { readonly current: HTMLCanvasElement | null }): Size {
  const [size, setSize] = useState<Size>({ width: 0, height: 0 })
  useEffect(() => {
    const element = canvas.current
    if (element === null) return
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = element
      setSize((before) => (before.width === width && before.height === height ? before : { width, height }))
    }
    measure()
    const watch = new ResizeObserver(measure)
    watch.observe(element)
    return () => watch.disconnect()
  }, [canvas])
  return size
}

/** An empty canvas with as many dots as the screen has, drawn on in units of the pad. */
function fresh(
  canvas: HTMLCanvasElement | null,
  { width, height }: Size,
): CanvasRenderingContext2D | undefined {
  const context = canvas?.getContext('2d')
  if (!canvas || !context || width === 0) return undefined
  const dots = window.devicePixelRatio || 1
  const [across, down] = [Math.round(width * dots), Math.round(height * dots)]
  if (canvas.width !== across) canvas.width = across
  if (canvas.height !== down) canvas.height = down
  context.setTransform(dots, 0, 0, dots, 0, 0)
  context.clearRect(0, 0, width, height)
  context.lineWidth = INK_WIDTH
  context.lineCap = 'round'
  context.lineJoin = 'round'
  context.strokeStyle = '#0f1728'
  return context
}
