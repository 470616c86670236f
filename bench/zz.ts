import { join } from 'node:path'
import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { writeXlsx } from '@paywages/server/adapters/spreadsheet/write-xlsx.ts'
import { readPayoutSheet } from '@paywages/server/adapters/spreadsheet/read-payout-sheet.ts'
import { openRowSealer } from '@paywages/server/payouts/row-sealer.ts'
import { readEntries } from '@paywages/server/payouts/read-entries.ts'
import { factsAbout } from '@paywages/server/payouts/facts-store.ts'
import { judgeSheet } from '@paywages/domain/payouts/sheet.ts'
import { bankOfCard } from '@paywages/server/adapters/bank-names/bank-of-card.ts'
import { insertRows } from '@paywages/server/payouts/row-store.ts'
import { openBenchHouse } from './bench-house.ts'
import { payoutRow, TITLES } from './payout-rows.ts'
const bench = await openBenchHouse(); const { house, payer, folder } = bench
const path = join(folder, 'a.xlsx'); const N=100000
await pipeline(writeXlsx(Array.from({length:N},(_, i)=>payoutRow(i).map(text=>({text}))), { sheetName:'S', columns: TITLES.map(title=>({title,kind:'text' as const})) }), createWriteStream(path))
let t=performance.now(), c=process.cpuUsage(); const lap=(n:string)=>{const d=process.cpuUsage(c); console.log(n, (performance.now()-t)|0, 'cpu', (d.user+d.system)/1000|0); t=performance.now(); c=process.cpuUsage()}
for (let k=0;k<2;k++){
let n=0; for await (const r of readPayoutSheet(path,{fileName:'a.xlsx'})) n+=r.length; lap('read '+n)
const sealer=openRowSealer(house.settings)
const entries = await readEntries(readPayoutSheet(path,{fileName:'a.xlsx'}), sealer, '2026-11-15', async()=>{}); lap('read+seal')
await sealer.close()
const payments = entries.map(({row,personKey,amountFen=0n})=>({idHash:personKey,amountFen,month:row.month}))
const facts = await house.database.transact(tx=>factsAbout(tx, payer.person.providerId, payments, '2026-11')); lap('facts '+facts.size)
const v = judgeSheet(entries, k=>facts.get(k), { limitFen: 9200000n, unsignedBlocks:false, bankOfCard }); lap('judge')
await house.database.transact(async tx=>{ await tx.insertInto('payout_batches').values({batch_no:'x'+k,provider_id:payer.person.providerId,platform_id:payer.person.platformId,uploader_id:payer.person.accountId,uploaded_at:new Date(),file_name:'a',file_size:1n,file_sha256:'a',status:'auditing',service_rate:1,withholds_tax:false,tax_method:'cumulative',row_count:N,people_count:N,payable_count:N,gross_fen:1n,fee_fen:1n} as never).execute()
 await insertRows(tx, k+1, payer.person.providerId, entries.map((e,i)=>({...e,...e.row,amountFen:e.amountFen??0n,feeFen:1n,taxFen:0n,warnings:v[i]!.warnings}))); lap('insert') }); lap('commit')
}
await bench.close()
