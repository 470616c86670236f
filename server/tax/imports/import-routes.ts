// The calls of import files for the tax client.

import type { Services } from '../../app-services.ts'
import type { Handlers } from '../../http/call.ts'
import { downloadImport } from './download-import.ts'
import { markCollected } from './mark-collected.ts'
import { previewImports } from './preview-imports.ts'

type ImportCalls = 'previewImports' | 'downloadImport' | 'markPeopleCollected'

export function importRoutes(services: Services): Pick<Handlers, ImportCalls> {
  return {
    previewImports: ({ input }) => previewImports(services, input),
    downloadImport: ({ input, by }) => downloadImport(services, by, input),
    markPeopleCollected: ({ input, by }) => markCollected(services, by, input),
  }
}
