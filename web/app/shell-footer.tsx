// The footer of every page: the brand's company and its registrations, where they are set.

import type { BrandFace } from '../api/brand.ts'

export function ShellFooter({ face }: { face: BrandFace | undefined }) {
  const parts =
    face === undefined ? [] : [`© ${new Date().getFullYear()} ${face.company}`, face.icp, face.police]
  return (
    <footer className="shell-footer">
      {parts
        .filter((part) => part !== '')
        .map((part) => (
          <span key={part}>{part}</span>
        ))}
    </footer>
  )
}
