// What a kept file is, at a glance: red for PDF, blue for pictures, quiet for everything else (LOOK.md, 11).

import type { FileContent } from '@paywages/domain/files/file-content.ts'
import { mayShowInline } from '@paywages/domain/files/file-kind.ts'
import { FileImage, FileText, FileType } from 'lucide-react'
import './file-mark.css'

export type FileLook = 'pdf' | 'picture' | 'other'

/** Only pictures and PDF can be looked at in place (D5). */
export function lookOf(content: FileContent): FileLook {
  if (content === 'pdf') return 'pdf'
  return mayShowInline(content) ? 'picture' : 'other'
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
