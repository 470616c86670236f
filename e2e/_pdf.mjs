import { session, shot, done, base } from './_shots.mjs'
import { createServer } from 'node:http'
import { readFileSync } from 'node:fs'
const pdf = readFileSync('/tmp/r.pdf')
const csp = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; object-src 'self'; frame-ancestors 'self'"
const s = createServer((q, r) => {
  if (q.url === '/plain.pdf') { r.setHeader('content-type','application/pdf'); return r.end(pdf) }
  if (q.url === '/csp.pdf') { r.setHeader('content-type','application/pdf'); r.setHeader('content-security-policy', csp); r.setHeader('x-content-type-options','nosniff'); r.setHeader('content-disposition','inline; filename="a.pdf"'); return r.end(pdf) }
  r.setHeader('content-type','text/html'); r.end('<iframe width=500 height=400 src=/plain.pdf></iframe><iframe width=500 height=400 src=/csp.pdf></iframe>')
}).listen(8199)
const p = await session('check1', 1440)
await p.goto(base + '/auditrecharge?rechargeId=15'); await p.waitForTimeout(4000); await shot(p, 'pdf-wait')
await p.goto('http://127.0.0.1:8199/'); await p.waitForTimeout(4000); await p.screenshot({path:'/tmp/shots/pdf-test.png'})
await done(); s.close()
