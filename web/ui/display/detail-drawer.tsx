// The drawer beside a list: head with title and tag, the record, and a foot that stays (docs/LOOK.md, 11 and 17).

import { Button, Drawer } from 'antd'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { uiLabels } from '../labels.ts'
import './detail-drawer.css'

type DetailDrawerProps = {
  open: boolean
  title: string
  /** Wider than usual where a document is shown. */
  width?: number | string
  tag?: ReactNode
  /** Stand right of 关闭, the primary one last. */
  actions?: ReactNode
  /** Its place in the list, with arrows to its neighbours. */
  steps?: Steps | undefined
  onClose: () => void
  onClosed?: () => void
  children: ReactNode
}

type Steps = {
  /** Undefined where the list does not hold it. */
  readonly place: number | undefined
  readonly count: number
  readonly onStep: (by: 1 | -1) => void
}

export function DetailDrawer(props: DetailDrawerProps) {
  const { open, title, tag, actions, steps, width = 560, onClose, onClosed, children } = props
  const panel = useRef<HTMLDivElement>(null)
  useArrowKeys(open ? panel : undefined, steps?.onStep)
  return (
    <Drawer
      panelRef={panel}
      className="detail-drawer"
      open={open}
      // Another drawer lies above it: what is pressed as that one closes must not move away.
      push={false}
      onClose={onClose}
      size={width}
      closable={{ placement: 'end', 'aria-label': uiLabels.close }}
      {...(onClosed === undefined ? {} : { focusable: { focusTriggerAfterClose: false } })}
      afterOpenChange={(isOpen) => (isOpen ? undefined : onClosed?.())}
      extra={steps?.place === undefined ? null : <StepButtons {...steps} place={steps.place} />}
      title={
        <span className="detail-drawer-title">
          {title}
          {tag}
        </span>
      }
      footer={
        <div className="detail-drawer-foot">
          <Button onClick={onClose}>{uiLabels.close}</Button>
          {actions}
        </div>
      }
    >
      {children}
    </Drawer>
  )
}

function StepButtons({ place, count, onStep }: Steps & { place: number }) {
  return (
    <span className="detail-drawer-steps">
      <button
        type="button"
        aria-label={uiLabels.previousRecord}
        disabled={place <= 1}
        onClick={() => onStep(-1)}
      >
        <ChevronLeft size={16} aria-hidden="true" />
      </button>
      <span>{uiLabels.placeOf(place.toLocaleString('en-US'), count.toLocaleString('en-US'))}</span>
      <button
        type="button"
        aria-label={uiLabels.nextRecord}
        disabled={place >= count}
        onClick={() => onStep(1)}
      >
        <ChevronRight size={16} aria-hidden="true" />
      </button>
    </span>
  )
}

/** Up and down lead to the neighbours, but for those who type, and for what stands above the drawer. */
function useArrowKeys(
  panel: RefObject<HTMLDivElement | null> | undefined,
  onStep: Steps['onStep'] | undefined,
) {
  const step = useRef(onStep)
  step.current = onStep
  useEffect(() => {
    if (panel === undefined) return
    function listen(event: KeyboardEvent) {
      const { key, target } = event
      if (key !== 'ArrowDown' && key !== 'ArrowUp') return
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
      // The focus may stand on the drawer's frame, around the panel.
      const frame = panel?.current?.closest('.ant-drawer')
      if (!(target instanceof Element) || !frame?.contains(target)) return
      if (target.closest('input, textarea, select') !== null) return
      event.preventDefault()
      step.current?.(key === 'ArrowDown' ? 1 : -1)
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [panel])
}
