// The five small icons of the login form, drawn here so that the first page loads no icon library.
import type { ReactNode } from 'react'

function Icon({ size, children }: { size: number; children: ReactNode }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {children}
    </svg>
  )
}

const eyeOutline = 'M2.1 12.3a1 1 0 0 1 0-.7 10.75 10.75 0 0 1 19.8 0 1 1 0 0 1 0 .7 10.75 10.75 0 0 1-19.8 0'

export function EyeIcon() {
  return (
    <Icon size={18}>
      <path d={eyeOutline} />
      <circle cx="12" cy="12" r="3" />
    </Icon>
  )
}

export function EyeOffIcon() {
  return (
    <Icon size={18}>
      <path d={eyeOutline} />
      <circle cx="12" cy="12" r="3" />
      <path d="m4 21 16-18" />
    </Icon>
  )
}

export function LockIcon() {
  return (
    <Icon size={13}>
      <rect width="18" height="11" x="3" y="11" rx="2" />
      <path d="M7 11V7a5 5 0 0 1 10 0v4" />
    </Icon>
  )
}

export function InfoIcon() {
  return (
    <Icon size={14}>
      <circle cx="12" cy="12" r="10" />
      <path d="M12 16v-4m0-4h.01" />
    </Icon>
  )
}

export function WarningIcon() {
  return (
    <Icon size={14}>
      <circle cx="12" cy="12" r="11" fill="currentColor" />
      <path d="M12 7v6m0 4h.01" stroke="#fff" />
    </Icon>
  )
}
