// Refuses what would write much while the disk is nearly full, so that what was begun can still be finished.

import { spaceState } from '@paywages/domain/storage/free-space.ts'
import type { Services } from './app-services.ts'
import { Refused } from './refused.ts'

export async function requireSpace({ disk, settings }: Pick<Services, 'disk' | 'settings'>): Promise<void> {
  if (spaceState(await disk.read(), settings.diskSpace) === 'full') throw new Refused('storage-full')
}
