// What a kept file is, at a glance: red for PDF, blue for pictures, quiet for everything else (docs/LOOK.md, 11).

import { FileImage, FileText, FileType } from 'lucide-react'
import './file-mark.css'

export type FileLook = 'pdf' | 'picture' | 'other'

const PICTURES: ReadonlySet<string> = new Set(['png', 'jpg', 'gif', 'bmp'])

/** By what a file is, as the server told it; only pictures and PDF can be looked at in place (D5). */
export function lookOf(content: string): FileLook {
  if (content === 'pdf') return 'pdf'
  return PICTURES.has(content) ? 'picture' : 'other'
}

const ICONS = { pdf: FileText, picture: FileImage, other: FileType } as const

export function FileMark({ look }: { look: FileLook }) {
  const Icon = ICONS[look]
  return (
    <span className="file-mark" data-look={look}>
      <Icon size={20} strokeWidth={1.75} aria-hidden="true" />
    </span>
  )
}
