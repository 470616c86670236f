// The menu on narrow screens: behind a button, over the page.

import type { CurrentUser } from '@paywages/wire/session/endpoints.ts'
import { Drawer } from 'antd'
import { shellLabels } from './labels.ts'
import type { Page } from './pages.ts'
import { SiderContent } from './sider.tsx'

type MenuDrawerProps = {
  user: CurrentUser
  brandName: string
  page: Page | undefined
  open: boolean
  onClose: () => void
}

export function MenuDrawer({ user, brandName, page, open, onClose }: MenuDrawerProps) {
  return (
    <Drawer
      className="menu-drawer"
      placement="left"
      size={248}
      open={open}
      onClose={onClose}
      closable={false}
      aria-label={shellLabels.menu}
    >
      <div className="sider">
        <SiderContent user={user} brandName={brandName} page={page} onGo={onClose} />
      </div>
    </Drawer>
  )
}
