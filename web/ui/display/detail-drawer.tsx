// The drawer beside a list: head with title and tag, the record, and a foot that stays (docs/LOOK.md, 11).

import { Button, Drawer } from 'antd'
import type { ReactNode } from 'react'
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
  onClose: () => void
  children: ReactNode
}

export function DetailDrawer(props: DetailDrawerProps) {
  const { open, title, tag, actions, width = 560, onClose, children } = props
  return (
    <Drawer
      className="detail-drawer"
      open={open}
      onClose={onClose}
      size={width}
      closable={{ placement: 'end', 'aria-label': uiLabels.close }}
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
