// Seeds the demo into the folder that is named, for the browser tests of a whole run to copy.

import { seedFolder } from './run-product.ts'

const [folder] = process.argv.slice(2)
if (!folder) throw new Error('no folder is named')
await seedFolder(folder)
