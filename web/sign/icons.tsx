// The few icons of the signing page, drawn here so that no icon library is loaded.

import type { ReactNode } from 'react'

type IconProps = { readonly size: number; readonly children: ReactNode; readonly strokeWidth?: number }

/** Decorative: a word always stands beside it. */
function Icon({ size, children, strokeWidth = 1.8 }: IconProps) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={strokeWidth}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {children}
    </svg>
  )
}

export function CameraIcon() {
  return (
    <Icon size={20}>
      <path d="M9.2 4.5h5.6l1.7 2.5H19a2 2 0 0 1 2 2v8.5a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V9a2 2 0 0 1 2-2h2.5z" />
      <circle cx="12" cy="13" r="3.4" />
    </Icon>
  )
}

export function LockIcon() {
  return (
    <Icon size={14}>
      <rect x="4.5" y="10.5" width="15" height="10" rx="2" />
      <path d="M8 10.5V7.2a4 4 0 0 1 8 0v3.3M12 14.5v2" />
    </Icon>
  )
}

export function DocumentIcon() {
  return (
    <Icon size={24} strokeWidth={1.6}>
      <path d="M14 2.8H6.2A1.7 1.7 0 0 0 4.5 4.5v15a1.7 1.7 0 0 0 1.7 1.7h11.6a1.7 1.7 0 0 0 1.7-1.7V8.3z" />
      <path d="M14 2.8v5.5h5.5M8.3 12.5h7.4M8.3 16.5h5" />
    </Icon>
  )
}

export function ArrowIcon() {
  return (
    <Icon size={16}>
      <path d="m9 5 7 7-7 7" />
    </Icon>
  )
}

export function CloseIcon() {
  return (
    <Icon size={22}>
      <path d="M5.5 5.5l13 13M18.5 5.5l-13 13" />
    </Icon>
  )
}

export function TickIcon() {
  return (
    <svg width="14" height="14" viewBox="0 0 14 14" aria-hidden="true" focusable="false">
      <circle cx="7" cy="7" r="7" fill="currentColor" />
      <path d="m4 7.2 2.1 2.1L10 5.3" fill="none" stroke="#fff" strokeWidth="1.5" strokeLinecap="round" />
    </svg>
  )
}

export function CautionIcon() {
  return (
    <svg width="14" height="14" viewBox="0 0 14 14" aria-hidden="true" focusable="false">
      <circle cx="7" cy="7" r="7" fill="currentColor" />
      <path d="M7 3.6v4M7 10v.2" fill="none" stroke="#fff" strokeWidth="1.6" strokeLinecap="round" />
    </svg>
  )
}

export function SignedIcon() {
  return (
    <svg className="big-icon" width="64" height="64" viewBox="0 0 64 64" aria-hidden="true" focusable="false">
      <circle cx="32" cy="32" r="32" fill="#e4f5ea" />
      <circle cx="32" cy="32" r="20" fill="#0e7a45" />
      <path
        d="m23 32.5 6.2 6.2L41.5 26"
        fill="none"
        stroke="#fff"
        strokeWidth="3.4"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}

export function ClosedLinkIcon() {
  return (
    <svg className="big-icon" width="64" height="64" viewBox="0 0 64 64" aria-hidden="true" focusable="false">
      <circle cx="32" cy="32" r="32" fill="#eff1f5" />
      <g fill="none" stroke="#5d6b82" strokeWidth="3" strokeLinecap="round">
        <path d="M29.4 24.6l3.1-3.1a7.4 7.4 0 0 1 10.4 10.4l-3.1 3.1M34.6 39.4l-3.1 3.1a7.4 7.4 0 0 1-10.4-10.4l3.1-3.1" />
        <path d="M22 20l20 24" />
      </g>
    </svg>
  )
}

export function LostIcon() {
  return (
    <svg className="big-icon" width="64" height="64" viewBox="0 0 64 64" aria-hidden="true" focusable="false">
      <circle cx="32" cy="32" r="32" fill="#eff1f5" />
      <g fill="none" stroke="#5d6b82" strokeWidth="3" strokeLinecap="round">
        <path d="M18.5 28.5a19.6 19.6 0 0 1 27 0M24 34.6a11.8 11.8 0 0 1 16 0M20 17l24 28" />
        <path d="M32 42.2v.1" strokeWidth="4.4" />
      </g>
    </svg>
  )
}
