import { afterEach, beforeEach, expect, test } from 'vitest'
import { isLoopback } from './control.routes.ts'
import { startTrial, type Trial } from './trial.ts'

let trial: Trial
beforeEach(async () => {
  trial = await startTrial()
})
afterEach(() => trial.close())

const ANA = '254712000001'
const BEN = '254712000002'

test('the page and all files that it loads are served, under a policy that forbids inline scripts', async () => {
  const answer = await fetch(`${trial.base}/?phone=${ANA}`)
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'self'")
  const html = await answer.text()
  expect(html).toContain('No money moves')
  const named = [...html.matchAll(/(?:href|src)="(\/[^"]+)"/g)].map((match) => match[1] ?? '')
  expect(named.length).toBeGreaterThan(2)
  const reached = new Set(named)
  // The set grows during this loop, because scripts import further scripts.
  for (const path of reached) {
    const { status, text } = await trial.get(path)
    expect([path, status]).toEqual([path, 200])
    for (const match of text.matchAll(/from '\.\/([^']+)'/g)) reached.add(`/page/${match[1]}`)
  }
  expect(reached.size).toBeGreaterThan(named.length + 3)
})

test("the page's state has its phones, the chosen phone, and other phones with an open prompt", async () => {
  await trial.push(ANA)
  await trial.push(BEN)
  await trial.sms({ to: `+${BEN}`, message: 'hello' })
  const { json } = await trial.get(`/page/state?phones=${ANA},${BEN},junk&selected=${ANA}`)
  expect(json.phones).toEqual([
    { msisdn: ANA, balance_kes: 50_000, waiting: true, message_count: 0 },
    { msisdn: BEN, balance_kes: 50_000, waiting: true, message_count: 1 },
  ])
  expect(json.ringing).toEqual([ANA, BEN])
  expect(json.selected).toMatchObject({ msisdn: ANA, auto: null, prompts: [{ amount: 1000 }] })
  const odd = await trial.get('/page/state?phones=a&phones=b&selected[]=1&%00=%ff')
  expect([odd.status, odd.json.selected]).toEqual([200, null])
})

test('only callers on this machine are accepted', () => {
  for (const own of ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1']) {
    expect(isLoopback(own)).toBe(true)
  }
  for (const other of ['10.0.0.5', '::ffff:192.168.1.4', 'fe80::1', '1127.0.0.1']) {
    expect(isLoopback(other)).toBe(false)
  }
})
