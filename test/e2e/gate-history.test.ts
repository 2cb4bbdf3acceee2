// Tests the gate's history in the back office, with real phones and real calls.
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { afterEach, expect, test } from 'vitest'
import type { Paired } from '../../src/checkin/gate.contract.ts'
import { drawNumber } from '../gate-session.ts'
import { newColleague, readTable } from './office.ts'
import { oneShop } from './one-shop.ts'
import { expectSoundPage } from './sound-page.ts'
import {
  admin,
  endStewards,
  type GateEvent,
  newSteward,
  openGates,
  resultOf,
  scan,
} from './steward.ts'
import { ON_LAPTOP, ON_PHONE } from './visitor.ts'

/**
 * The default of GATE_PROOF_LIMIT: the number of unlisted tickets that each gate phone may admit by
 * the signature in the ticket number, between two syncs.
 */
const LIMIT = 100

const { shop, browser } = await oneShop()
afterEach(endStewards)

// spec: validations-leaving, gate-phone-leaving
test('leavings and re-entries are in the Validations tab, under a filter, and in the exported file', async () => {
  const { of, numbers } = await openGates(shop, [[1]])
  const [one] = numbers as [string]
  await admin.save(shop, of, { may_leave: true })
  const { page: phone } = await newSteward(browser, shop, of)
  expect(await scan(phone, shop, one)).toBe('Let 1 person in | Terrace')
  await phone.getByRole('button', { name: 'Going out' }).click()
  expect(await scan(phone, shop, one)).toBe('1 person out | Terrace')
  await phone.getByRole('button', { name: 'Going in' }).click()
  expect(await scan(phone, shop, one)).toBe('Let 1 person in | Terrace')
  // A steward whose camera is broken types the ticket number to record that people left.
  await phone.getByRole('button', { name: 'Type', exact: true }).click()
  await phone.getByRole('button', { name: 'Going out' }).click()
  await phone.getByLabel('Ticket number').fill(one)
  await phone.getByRole('button', { name: 'Check out' }).click()
  expect(await resultOf(phone)).toBe('1 person out | Terrace')
  for (const { size } of [...ON_LAPTOP, ...ON_PHONE]) {
    const visitor = await newColleague(browser, shop, { who: 'admin', size })
    const { page } = visitor
    await page.goto(`/organizer/events/${of.id}/validations`)
    await page.getByText('1 left').first().waitFor()
    await page.getByLabel('Reason').selectOption('Left and re-entered')
    await page.getByText('back in after leaving').first().waitFor()
    // The old rows are dimmed until the filtered rows are there.
    await page.locator('table[aria-busy=false]').first().waitFor()
    await expectSoundPage(visitor, shop)
    const rows = await readTable(page, 'Ticket Validation History')
    expect(rows.map(({ Type, Status }) => `${Type}: ${Status}`)).toEqual([
      'Exit: Valid 1 left',
      'Scan: Valid 1 back in after leaving',
      'Exit: Valid 1 left',
    ])
    const coming = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export CSV' }).click()
    const file = await readFile(await (await coming).path(), 'utf8')
    expect(file).toMatch(/,exit,/)
    await visitor.context.close()
  }
})

/** Uploads check-ins by signature, like a phone with a modified app that ignores LIMIT. */
async function tellOfProofs(of: GateEvent, numbers: string[]): Promise<void> {
  const { code } = await admin.makePhone(shop, of, { name: 'Changed' })
  const json = { 'content-type': 'application/json' }
  const post = (path: string, body: object, more = {}) =>
    fetch(shop.origin + path, {
      method: 'POST',
      headers: { ...json, ...more },
      body: JSON.stringify(body),
    })
  const { token } = (await (await post('/api/gate/pair', { code })).json()) as Paired
  for (let at = 0; at < numbers.length; at += 50) {
    const check_ins = numbers.slice(at, at + 50).map((ticket_number) => ({
      ...{ ticket_number, nonce: randomUUID(), device_at: new Date().toISOString() },
      ...{ offline: true, decided: 'valid', let_in: 1, by_proof: true },
    }))
    const authorization = `Bearer ${token}`
    const told = await post('/api/gate/check_ins', { check_ins }, { authorization })
    expect(told.status).toBe(200)
  }
}

// spec: gate-past-proof-limit, gate-minted-reported
test('a phone that admits unsold numbers beyond its limit raises an alarm', async () => {
  const { of } = await openGates(shop, [[1]])
  const { key } = await shop.db
    .selectFrom('gate_key')
    .select('key')
    .where('event_id', '=', of.id)
    .executeTakeFirstOrThrow()
  const minted = Array.from({ length: LIMIT + 2 }, (_, at) => drawNumber(1, 4000 + at, key))
  await tellOfProofs(of, minted)
  for (const { size } of [...ON_LAPTOP, ...ON_PHONE]) {
    const visitor = await newColleague(browser, shop, { who: 'admin', size })
    const { page } = visitor
    await page.goto(`/organizer/events/${of.id}/gate`)
    await page.getByText('A phone let in more unlisted tickets than allowed').waitFor()
    await page.getByText('Changed · 2 above the limit').waitFor()
    await page.getByText('102 tickets that were never sold were let in').waitFor()
    await page.getByText('and 97 more, under Validations').waitFor()
    await expectSoundPage(visitor, shop)
    await visitor.context.close()
  }
})
