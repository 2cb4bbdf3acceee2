// What a steward holds: the app at /gate/, on a small phone with a camera.
import type { Browser } from 'playwright-core'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { drawNumber } from '../kept-desk.ts'
import { findBarriers, findOverflow, findSmallTargets } from './inspect-page.ts'
import { killTabs } from './kill-tabs.ts'
import { oneShop } from './one-shop.ts'
import type { Shop } from './shop.ts'
import {
  admin,
  buildGateEvent,
  findNetwork,
  type GateEvent,
  hold,
  loseNetwork,
  newSteward,
  openDoors,
  readKeptText,
  resultOf,
  type Steward,
  scan,
  typeIn,
} from './steward.ts'

declare global {
  interface Window {
    felt: unknown[]
  }
}

let shop: Shop
let browser: Browser
let event: GateEvent
const open: Steward[] = []
beforeAll(async () => {
  ;({ shop, browser } = await oneShop())
  event = await buildGateEvent(shop)
})
afterEach(async () => {
  for (const { context, faults } of open.splice(0)) {
    await context.close()
    expect(faults.filter((fault) => !/ERR_INTERNET_DISCONNECTED/.test(fault))).toEqual([])
  }
})

async function steward(of: GateEvent, more: object = {}): Promise<Steward> {
  const made = await newSteward(browser, shop, of, more)
  open.push(made)
  return made
}

/** The gates of the sample events are no business of a test: each has an event of its own. */
async function doors(tickets: [people: number, type?: number][]) {
  const of = await buildGateEvent(shop)
  const numbers: string[] = []
  for (const [people, type] of tickets) numbers.push(await of.buy(people, type))
  await openDoors(shop, of)
  return { of, numbers }
}

// spec: gate-answers
test('online, each code has its answer, and the same code in view has one', async () => {
  const { of, numbers } = await doors([[1], [1, 1], [3], [1]])
  const [one, other, group, gone] = numbers as [string, string, string, string]
  const strange = await event.buy(1)
  const { page } = await steward(of, { gate_id: await of.gateId('Gate A') })
  await shop.db
    .updateTable('ticket')
    .set({ state: 'void', void_reason: 'refunded' })
    .where('number', '=', gone)
    .execute()
  expect(await scan(page, shop, one, 'dim')).toBe('Let in 1 | Terrace')
  expect(await scan(page, shop, one, 'rotated')).toMatch(
    /^Already used \| At .+, Gate A \| By North$/,
  )
  expect(await scan(page, shop, other, 'blurred')).toBe('Other gate | Go to: Gate B')
  expect(await scan(page, shop, strange, 'cracked')).toMatch(/^Other event/)
  expect(await scan(page, shop, gone, 'printed')).toMatch(/^Refunded/)
  expect(await typeIn(page, 'ZZZZ ZZZZ ZZZZ ZZZZ')).toMatch(/^Not genuine/)
  await page.getByRole('button', { name: 'Scan', exact: true }).click()
  await hold(page, shop, group, 'a 360 px screen at an angle')
  await page.getByRole('button', { name: '2 people' }).click()
  expect(await resultOf(page)).toBe('Let in 2 people | Terrace | 1 more may come in on it.')
  // Undone, with a reason, and in again.
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: 'Did not go in' }).click()
  await page.getByText('2 are out again').waitFor()
  const rows = await shop.db
    .selectFrom('check_in')
    .select(['result', 'kind', 'words'])
    .where('event_id', '=', of.id)
    .orderBy('at')
    .execute()
  expect(rows.map(({ result }) => result)).toEqual([
    'valid',
    'used',
    'wrong_gate',
    'wrong_event',
    'void',
    'unknown',
    'valid',
    'valid',
  ])
  expect(rows.at(-1)).toMatchObject({ kind: 'undo', words: 'Did not go in' })
})

// spec: gate-offline-starts
test('three phones without a network let the same people in: one state, and each excess a conflict', async () => {
  const { of, numbers } = await doors([[1], [2]])
  const [one, two] = numbers as [string, string]
  const phones = [await steward(of), await steward(of), await steward(of)]
  for (const phone of phones) {
    await loseNetwork(phone)
    expect(await scan(phone.page, shop, one)).toBe(
      'Let in 1 | Terrace | No network: this phone decided.',
    )
    await hold(phone.page, shop, two)
    await phone.page.getByRole('button', { name: '2 people' }).click()
    expect(await resultOf(phone.page)).toMatch(/^Let in 2 people/)
  }
  for (const phone of [phones[2]!, phones[0]!, phones[1]!]) await findNetwork(phone)
  const tickets = await shop.db
    .selectFrom('ticket')
    .select(['number', 'state', 'admitted', 'excess'])
    .where('number', 'in', numbers)
    .execute()
  expect(new Map(tickets.map((ticket) => [ticket.number, ticket]))).toEqual(
    new Map([
      [one, { number: one, state: 'used', admitted: 1, excess: 2 }],
      [two, { number: two, state: 'used', admitted: 2, excess: 4 }],
    ]),
  )
  const { page } = phones[1]!
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('button', { name: 'Recent, and undo' }).click()
  await expect.poll(() => page.getByText('Conflict: let in elsewhere').count()).toBe(2)
})

// spec: gate-killed-tabs
test('a tab killed between a scan and its sending loses none, and opens without a network', async () => {
  const { of, numbers } = await doors(Array.from({ length: 10 }, () => [1]))
  const known = await killTabs(shop, of, await steward(of), numbers)
  expect(known).toEqual(new Map(numbers.map((number) => [number, 1])))
})

// spec: gate-nothing-kept
test('a phone keeps no key that can be read, no buyer, and nothing once it is revoked', async () => {
  const { of, numbers } = await doors([[1]])
  const made = await steward(of)
  const { page } = made
  expect(await scan(page, shop, numbers[0]!)).toMatch(/^Let in 1/)
  const { key } = await shop.db
    .selectFrom('gate_key')
    .select('key')
    .where('event_id', '=', of.id)
    .orderBy('version', 'desc')
    .executeTakeFirstOrThrow()
  const kept = await readKeptText(page)
  expect(kept).toContain('Derby Day')
  for (const encoding of ['hex', 'base64', 'base64url'] as const) {
    expect(kept).not.toContain(Buffer.from(key).toString(encoding))
  }
  expect(kept).not.toMatch(/2547\d{8}/)
  await admin.revoke(shop, made.phone.id)
  await page.reload()
  await page.getByText('This phone was signed off.').waitFor()
  expect(await readKeptText(page)).not.toMatch(/Derby Day|gp_/)
  await page.reload()
  await page.getByText('Make this phone a validator').waitFor()
})

// spec: gate-minted-reported
test('a number minted with a stolen key is let in without a network, and told of as soon as there is one', async () => {
  const { of } = await doors([[1]])
  const made = await steward(of)
  const { key } = await shop.db
    .selectFrom('gate_key')
    .select('key')
    .where('event_id', '=', of.id)
    .executeTakeFirstOrThrow()
  const minted = drawNumber(1, 4711, key)
  await loseNetwork(made)
  expect(await scan(made.page, shop, minted)).toMatch(/let in on its own proof/)
  await findNetwork(made)
  const rows = await shop.db
    .selectFrom('check_in')
    .select(['result', 'let_in', 'by_proof', 'ticket_id'])
    .where('ticket_number', '=', minted)
    .execute()
  expect(rows).toEqual([{ result: 'unknown', let_in: 1, by_proof: true, ticket_id: null }])
  await made.page.getByRole('button', { name: 'More', exact: true }).click()
  await made.page.getByRole('button', { name: 'Recent, and undo' }).click()
  await made.page.getByText('Conflict').waitFor()
})

test('a full phone says so and lets nobody in silently', async () => {
  const { of, numbers } = await doors([[1]])
  const made = await steward(of)
  await loseNetwork(made)
  await made.page.evaluate(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('no room', 'QuotaExceededError')
    }
  })
  expect(await scan(made.page, shop, numbers[0]!)).toMatch(/^Not let in: phone is full/)
})

// spec: gate-phones-reader
test('a phone with a reader of its own uses that', async () => {
  const { of, numbers } = await doors([[1]])
  const made = await steward(of)
  await made.context.addInitScript((text) => {
    Object.assign(window, {
      BarcodeDetector: class {
        static async getSupportedFormats() {
          return ['qr_code']
        }
        async detect() {
          return window.underCamera ? [{ rawValue: text }] : []
        }
      },
    })
  }, `${shop.origin}/t/${numbers[0]}`)
  await made.page.reload()
  await made.page.getByText('Online', { exact: true }).waitFor()
  // A picture that ours could not read.
  await hold(made.page, shop, '0000000000000000')
  expect(await resultOf(made.page)).toMatch(/^Let in 1/)
})

// spec: gate-light-zoom
test('lamp and zoom where the camera has them, and each result can be felt', async () => {
  const { of, numbers } = await doors([[1]])
  const made = await steward(of)
  const { page } = made
  await made.context.addInitScript(() => {
    window.felt = []
    const abilities = { torch: true, zoom: { min: 1, max: 4, step: 0.5 } }
    MediaStreamTrack.prototype.getCapabilities = () => abilities as MediaTrackCapabilities
    MediaStreamTrack.prototype.applyConstraints = async (asked) => {
      window.felt.push(...(asked?.advanced ?? []))
    }
    navigator.vibrate = (pattern) => window.felt.push(pattern) > 0
  })
  await page.reload()
  await page.getByRole('button', { name: 'Light on' }).click()
  await page.getByLabel('Zoom').fill('2.5')
  await scan(page, shop, numbers[0]!)
  await scan(page, shop, numbers[0]!)
  const felt = await page.evaluate(() => window.felt)
  expect(felt).toEqual([{ torch: true }, { zoom: 2.5 }, [80], [120, 80, 120]])
})

// spec: gate-look-up
test('who comes without a phone is looked up, and let in by hand with a reason', async () => {
  const { of, numbers } = await doors([[1]])
  const made = await steward(of)
  const { page } = made
  const found = { ticket_number: numbers[0]!, ticket_type: 'Terrace', admits: 1, left: 1 }
  await made.context.route('**/api/gate/find?q=4321', (route) =>
    route.fulfill({ json: { data: [{ ...found, gate: 'Gate A', state: 'valid' }] } }),
  )
  await page.getByRole('button', { name: 'Look up', exact: true }).click()
  await page.getByLabel('Ticket number, or the last 4 digits').fill('4321')
  await page.getByRole('main').getByRole('button', { name: 'Look up', exact: true }).click()
  await page.getByRole('button', { name: /Terrace · Gate A · 1 of 1 left/ }).click()
  await page.getByRole('button', { name: 'Phone is dead or lost' }).click()
  expect(await resultOf(page)).toMatch(/^Let in 1/)
  const row = await shop.db
    .selectFrom('check_in')
    .select(['result', 'reason', 'words'])
    .where('event_id', '=', of.id)
    .executeTakeFirstOrThrow()
  expect(row).toEqual({ result: 'valid', reason: 'by_hand', words: 'Phone is dead or lost' })
})

// spec: gate-sale-screen
test('a sale at the door: asked once, followed until it is paid, and the number is forgotten', async () => {
  const made = await steward(event, { may_sell: true })
  const { page, context } = made
  const asked: { nonce: string }[] = []
  await context.route('**/api/gate/sales', async (route) => {
    asked.push(route.request().postDataJSON())
    // The first answer is lost on its way.
    if (asked.length === 1) return await route.abort()
    await route.fulfill({ status: 202, json: { status: 'pending', order_id: 'o1' } })
  })
  await context.route('**/api/gate/sales/o1', (route) => route.fulfill({ json: { status: '0' } }))
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('button', { name: 'Sell at the door' }).click()
  await page.getByLabel('Ticket').selectOption('Stand, KES 100')
  await page.getByLabel('People').selectOption('3')
  await page.getByLabel('Phone number').fill('0712345678')
  await page.getByText('KES 300', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Ask for M-PESA' }).click()
  await page.getByText('No answer yet. Press again').waitFor()
  await page.getByRole('button', { name: 'Ask for M-PESA' }).click()
  await page.getByRole('heading', { name: 'Sold, and inside' }).waitFor()
  expect(asked[1]).toMatchObject({ quantity: 3, phone: '0712345678', method: 'mpesa', admit: true })
  expect(asked[1]!.nonce).toBe(asked[0]!.nonce)
  expect(await readKeptText(page)).not.toContain('712345678')
})

// spec: gate-choose-gate
test('a phone for all gates chooses where it stands, and remembers it', async () => {
  const { of, numbers } = await doors([[1, 1]])
  const { page } = await steward(of)
  await page.getByRole('button', { name: 'All gates', exact: true }).click()
  await page.getByRole('main').getByRole('button', { name: 'Gate A' }).click()
  expect(await scan(page, shop, numbers[0]!)).toBe('Other gate | Go to: Gate B')
  await page.reload()
  await page.getByRole('button', { name: 'Gate A', exact: true }).waitFor()
})

// spec: gate-asked-twice
test('hours before the event it is asked twice', async () => {
  const number = await event.buy(1)
  const { page } = await steward(event)
  await hold(page, shop, number)
  await page.getByRole('heading', { name: 'Hours too early' }).waitFor()
  await page.getByRole('button', { name: 'Let in all the same' }).click()
  expect(await resultOf(page)).toMatch(/^Let in 1/)
})

// spec: gate-screens
describe.each(['light', 'dark'] as const)('%s', (colorScheme) => {
  test('every screen can be read in the sun and at night, and pressed with a thumb', async () => {
    const { page } = await steward(event, { may_sell: true })
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
    const screens = ['Scan', 'Type', 'Look up', 'More']
    for (const name of screens) {
      await press(name)
      await expectClear(page, name)
    }
    const further = [
      'Sell at the door',
      'Recent, and undo',
      'Choose the gate',
      'Is this phone ready?',
    ]
    for (const name of [...further, 'Practice']) {
      await press('More')
      await press(name)
      await expectClear(page, name)
    }
    // The practice tickets show every colour.
    for (const name of ['Valid', 'Used', 'Refunded']) {
      await press(name)
      await page.getByRole('alert').waitFor()
      await expectClear(page, name)
      await page.getByRole('alert').click()
    }
  })
})

async function expectClear(page: Steward['page'], where: string): Promise<void> {
  expect(await findSmallTargets(page), where).toEqual([])
  expect(await findOverflow(page), where).toEqual([])
  expect(await findBarriers(page), where).toEqual([])
  const faint = await page.evaluate(async () => {
    const { violations } = await window.axe.run(document, {
      runOnly: { type: 'rule', values: ['color-contrast-enhanced'] },
    })
    return violations.flatMap(({ nodes }) => nodes.map(({ html }) => html))
  })
  expect(faint, where).toEqual([])
}
