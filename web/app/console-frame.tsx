// What every page inside the shell stands on: antd's theme of the brand, queries, toasts, confirmations, the person.

import type { CurrentUser } from '@paywages/wire/session/endpoints.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { App, ConfigProvider } from 'antd'
import zhCN from 'antd/locale/zh_CN'
import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn'
import type { ReactNode } from 'react'
import { CurrentUserContext } from '../api/current-user.ts'
import { queryClient } from '../api/queries.ts'
import { themeOf } from '../brand/theme.ts'
import { StepUpHost } from '../factors/step-up-host.tsx'
import { ConfirmHost } from '../ui/feedback/confirm.tsx'
import { ToastHost } from '../ui/feedback/toast.ts'
import { hasReadyStyles } from './antd-styles.ts'
import { cspNonce } from './csp-nonce.ts'

dayjs.locale('zh-cn')

const csp = { nonce: cspNonce() }
/** antd would put a space between the two characters of 查询. */
const button = { autoInsertSpace: false }
/** One place for toasts: under the top bar, where they hide no heading. */
const message = { top: 64, maxCount: 3 }

/** Whoever asks their system for less movement gets none here. */
const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches

export function ConsoleFrame({ user, children }: { user: CurrentUser; children: ReactNode }) {
  return (
    <ConfigProvider
      theme={themeOf(user.brand, { still, readyStyles: hasReadyStyles })}
      locale={zhCN}
      csp={csp}
      button={button}
    >
      <App component={false} message={message}>
        <QueryClientProvider client={queryClient}>
          <CurrentUserContext value={user}>
            <ToastHost />
            <StepUpHost />
            <ConfirmHost>{children}</ConfirmHost>
          </CurrentUserContext>
        </QueryClientProvider>
      </App>
    </ConfigProvider>
  )
}
