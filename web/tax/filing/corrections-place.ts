// Whose month the corrections belong to.

import type { Filing } from '@paywages/wire/tax/shapes.ts'

export type CorrectionPlace = Pick<Filing, 'providerId' | 'providerName' | 'month'>
