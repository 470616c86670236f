// The logos of the two brands, drawn inline so that they are there before any image arrives.
import { useId } from 'react'

type BrandLogoProps = { brand: 1 | 2; size: number }

/** Decorative: the brand's name always stands beside it. */
export function BrandLogo({ brand, size }: BrandLogoProps) {
  const paintId = useId()
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" fill="none" aria-hidden="true" focusable="false">
      {brand === 1 ? <StarRiverMark paintId={paintId} /> : <FarRidgesMark paintId={paintId} />}
    </svg>
  )
}

function StarRiverMark({ paintId }: { paintId: string }) {
  return (
    <>
      <linearGradient id={paintId} x1="0" y1="0" x2="32" y2="32" gradientUnits="userSpaceOnUse">
        <stop stopColor="#2C62E6" />
        <stop offset="1" stopColor="#12307F" />
      </linearGradient>
      <rect width="32" height="32" rx="9" fill={`url(#${paintId})`} />
      <path d="M5.5 24.5c8.2.6 6-9.6 13.2-11.6" stroke="#fff" strokeWidth="2.6" strokeLinecap="round" />
      <path d="M11.5 26c7.6-.3 6.4-7.2 13-8.6" stroke="#8FB2FF" strokeWidth="2" strokeLinecap="round" />
      <path
        d="M23 4.6c.55 3.3 1.6 4.35 4.9 4.9-3.3.55-4.35 1.6-4.9 4.9-.55-3.3-1.6-4.35-4.9-4.9 3.3-.55 4.35-1.6 4.9-4.9Z"
        fill="#FFD98A"
      />
      <circle cx="9.6" cy="10.2" r="1.5" fill="#8FB2FF" />
    </>
  )
}

function FarRidgesMark({ paintId }: { paintId: string }) {
  return (
    <>
      <clipPath id={paintId}>
        <circle cx="16" cy="16" r="16" />
      </clipPath>
      <g clipPath={`url(#${paintId})`}>
        <rect width="32" height="32" fill="#0B6B63" />
        <circle cx="21.5" cy="10" r="3.6" fill="#FFC27A" />
        <path d="M-1 25 9.4 11.6c.7-.9 1.9-.9 2.6 0L24 27v6H-1z" fill="#7FC4BA" />
        <path d="M6 33 19 18.4c.7-.8 1.9-.8 2.6 0L34 32v2H6z" fill="#fff" />
      </g>
    </>
  )
}
