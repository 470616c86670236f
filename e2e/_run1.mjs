import { session, shot, done, base } from './_shots.mjs'
for (const w of [1440, 1280]) {
  let p = await session('pay1', w)
  await p.goto(base + '/recharges'); await shot(p, `recharges-${w}`)
  await p.getByRole('row', { name: /审核确认中/ }).first().click(); await shot(p, `drawer-${w}`)
  await p.goto(base + '/addrecharge'); await shot(p, `add-${w}`)
  await p.getByRole('button', { name: '提交审核' }).click(); await shot(p, `add-errors-${w}`)
  p = await session('check1', w)
  await shot(p, `alert-${w}`)
  await p.goto(base + '/rechargeverify'); await shot(p, `verify-${w}`)
  await p.getByRole('link', { name: '审核', exact: true }).first().click(); await shot(p, `audit-${w}`)
  await p.getByRole('button', { name: '审核通过' }).click(); await shot(p, `approve-${w}`)
  await p.keyboard.press('Escape')
  await p.getByRole('button', { name: '审核不通过' }).click(); await shot(p, `reject-${w}`)
}
await done()
