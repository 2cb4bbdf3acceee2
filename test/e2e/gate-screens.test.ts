// Tests the screens of the gate app: they are readable by day and by night, and their actions work.
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { SAMPLE_ACCOUNTS } from '../../sample/accounts.ts'
import { newPhone } from '../build.ts'
import { findBarriers, findFaults } from './inspect-page.ts'
import { oneShop } from './one-shop.ts'
import {
  admin,
  buildGateEvent,
  endStewards,
  type GateEvent,
  hold,
  loseNetwork,
  newSteward,
  openGates,
  readKeptText,
  resultOf,
  SMALL,
  type Steward,
  scan,
  type Tickets,
  typeIn,
} from './steward.ts'

declare global {
  interface Window {
    felt: unknown[]
  }
}

const { shop, browser } = await oneShop()
let event: GateEvent
beforeAll(async () => {
  event = await buildGateEvent(shop)
})
afterEach(endStewards)

const steward = (of: GateEvent, more: object = {}) => newSteward(browser, shop, of, more)
const doors = (tickets: Tickets) => openGates(shop, tickets)

// spec: gate-light-zoom
test('lamp and zoom appear if the camera has them, and each result vibrates differently', async () => {
  const { of, numbers } = await doors([[1], [1]])
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
  // The app accepts a code again only after the code was out of view for two seconds, so scan a
  // different code in between.
  for (const n of [0, 1, 0]) await scan(page, shop, numbers[n]!)
  const felt = await page.evaluate(() => window.felt)
  expect(felt).toEqual([{ torch: true }, { zoom: 2.5 }, [80], [80], [120, 80, 120]])
})

// spec: gate-look-up
test('a person without a phone is looked up, and admitted in person with a reason', async () => {
  const { of, numbers } = await doors([[1]])
  const made = await steward(of)
  const { page } = made
  const found = { ticket_number: numbers[0]!, ticket_type: 'Terrace', admits: 1, left: 1 }
  await made.context.route('**/api/gate/find?q=4321', (route) =>
    route.fulfill({ json: { data: [{ ...found, gate: 'Gate A', state: 'valid' }] } }),
  )
  await page.getByRole('button', { name: 'Look up', exact: true }).click()
  await page.getByLabel('Ticket number, or last 4 digits').fill('4321')
  await page.getByRole('main').getByRole('button', { name: 'Look up', exact: true }).click()
  await page.getByRole('button', { name: /Terrace · Gate A · 1 of 1 left/ }).click()
  await page.getByRole('button', { name: 'Phone dead or lost' }).click()
  expect(await resultOf(page)).toMatch(/^Let 1 person in/)
  const row = await shop.db
    .selectFrom('check_in')
    .select(['result', 'reason', 'note'])
    .where('event_id', '=', of.id)
    .executeTakeFirstOrThrow()
  expect(row).toEqual({ result: 'valid', reason: 'by_hand', note: 'Phone dead or lost' })
})

// spec: gate-sale-screen, door-sale-cancel
test('a sale at the door is requested once, followed until paid, and its number is removed', async () => {
  const made = await steward(event, { may_sell: true })
  const { page, context } = made
  const asked: { nonce: string }[] = []
  await context.route('**/api/gate/sales', async (route) => {
    asked.push(route.request().postDataJSON())
    // The response to the first request is lost.
    if (asked.length === 1) return await route.abort()
    await route.fulfill({ status: 202, json: { status: 'pending', order_id: 'o1' } })
  })
  const check_ins = [{ result: 'valid', message: 'Let in 3.' }]
  const transaction = { amount: 300, phone: '07•• ••• 678' }
  let news: object = { status: 'pending', phase: 'prompted', seconds_left: 40, transaction }
  await context.route('**/api/gate/sales/o1', (route) =>
    route.fulfill({ status: 'phase' in news ? 202 : 200, json: news }),
  )
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('button', { name: 'Sell at the door' }).click()
  await page.getByLabel('Ticket').selectOption('Stand, KES 100')
  await page.getByLabel('People').selectOption('3')
  await page.getByLabel('Phone number').fill('0712345678')
  await page.getByText('KES 300', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Send M-PESA prompt' }).click()
  await page.getByText('No answer yet. Safe to press again.').waitFor()
  await page.getByRole('button', { name: 'Send M-PESA prompt' }).click()
  await page.getByRole('timer').waitFor()
  await page.getByText('The M-PESA prompt is on 07•• ••• 678.').waitFor()
  await expectClear(page, 'waiting')
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await page.getByText('If it is paid after all, we send the tickets by SMS.').waitFor()
  // Once the PIN may have been entered, the prompt can no longer be cancelled.
  news = { status: 'pending', phase: 'checking', transaction }
  await page.getByRole('button', { name: 'Keep waiting' }).click()
  await page.getByRole('heading', { name: 'Checking with M-PESA' }).waitFor()
  expect(await page.getByRole('button', { name: 'Cancel', exact: true }).count()).toBe(0)
  await page.getByRole('button', { name: 'Stop waiting' }).click()
  await page.getByText('M-PESA may have the money: do not sell again.').waitFor()
  news = { status: '0', check_ins }
  await page.getByRole('button', { name: 'Keep waiting' }).click()
  await page.getByRole('heading', { name: 'Sold: let them in' }).waitFor()
  expect(asked[1]).toMatchObject({ quantity: 3, phone: '0712345678', method: 'mpesa', admit: true })
  expect(asked[1]!.nonce).toBe(asked[0]!.nonce)
  expect(await readKeptText(page)).not.toContain('712345678')
})

// spec: door-sale-gate
test("a buyer at the door is admitted at the phone's gate, unless entry is stopped there", async () => {
  const { page } = await steward(event, { may_sell: true })
  await page.getByRole('button', { name: 'All gates', exact: true }).click()
  await page.getByRole('main').getByRole('button', { name: 'Gate A' }).click()
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('button', { name: 'Sell at the door' }).click()
  const sell = async (title: string) => {
    // These tickets are for Gate B, but the phone is at Gate A.
    await page.getByLabel('Ticket').selectOption('Stand, KES 100')
    await page.getByLabel('Phone number').fill(newPhone())
    await page.getByRole('button', { name: 'Paid in cash' }).click()
    await page.getByRole('heading', { name: title }).waitFor()
  }
  await sell('Sold: let them in')
  await page.getByRole('button', { name: 'Next sale' }).click()
  const gate_id = await event.gateId('Gate A')
  const stop = { event_id: event.id, gate_id, stopped_by: SAMPLE_ACCOUNTS.admin.id }
  await shop.db.insertInto('stopped_gate').values(stop).execute()
  await sell('Sold, not inside')
  await page.getByText('Entry is stopped at this gate. The tickets are on their way').waitFor()
  await shop.db.deleteFrom('stopped_gate').where('event_id', '=', event.id).execute()
  const rows = shop.db.selectFrom('check_in').select(['result', 'gate_id']).orderBy('at')
  expect((await rows.where('event_id', '=', event.id).execute()).slice(-2)).toEqual([
    { result: 'valid', gate_id },
    { result: 'entry_stopped', gate_id },
  ])
})

// spec: gate-choose-gate
test('a phone for all gates chooses its gate, and remembers it', async () => {
  const { of, numbers } = await doors([[1, 1]])
  const { page } = await steward(of)
  await page.getByRole('button', { name: 'All gates', exact: true }).click()
  await page.getByRole('main').getByRole('button', { name: 'Gate A' }).click()
  expect(await scan(page, shop, numbers[0]!)).toBe('Wrong gate | Go to: Gate B')
  await page.reload()
  await page.getByRole('button', { name: 'Gate A', exact: true }).waitFor()
})

// spec: gate-pairing, gate-signed-off
test('a paired phone takes a new link once everything is uploaded, and is signed off the old event', async () => {
  const { of, numbers } = await doors([[1]])
  const next = await buildGateEvent(shop)
  await shop.db.updateTable('event').set({ title: 'Cup Final' }).where('id', '=', next.id).execute()
  const made = await steward(of)
  const { page } = made
  const { code } = await admin.makePhone(shop, next, { name: 'South' })
  await loseNetwork(made)
  expect(await typeIn(page, numbers[0]!)).toMatch(/^Let 1 person in/)
  // The app uses the new link without a reload.
  await page.evaluate((hash) => {
    location.hash = hash
  }, code)
  await page.getByRole('heading', { name: 'Pair this phone again?' }).waitFor()
  await page.getByText('This phone is North at Derby Day.').waitFor()
  await page.getByText('1 check-in to sync.').waitFor()
  const pair = page.getByRole('button', { name: 'Pair again' })
  expect(await pair.isDisabled()).toBe(true)
  await expectClear(page, 'pair anew')
  await page.getByRole('button', { name: 'Continue without syncing' }).click()
  await page.getByRole('heading', { name: 'Lose 1 check-in?' }).waitFor()
  await expectClear(page, 'lose')
  await page.getByRole('button', { name: 'Keep waiting' }).click()
  await made.context.setOffline(false)
  await page.getByText('to sync. Get online').waitFor({ state: 'detached' })
  await pair.click()
  await page.getByText('Cup Final', { exact: true }).waitFor()
  await page.getByText('Online', { exact: true }).waitFor()
  const rows = shop.db.selectFrom('check_in').select('let_in').where('event_id', '=', of.id)
  expect(await rows.execute()).toEqual([{ let_in: 1 }])
  expect(await readKeptText(page)).not.toContain('Derby Day')
  await page.reload()
  await page.getByText('Cup Final', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('button', { name: 'Unpair this phone' }).click()
  await page.getByRole('button', { name: 'Unpair', exact: true }).click()
  await page.getByText('This phone was unpaired.').waitFor()
  // On a laptop the fields and buttons of a screen are no wider than on a large phone.
  await page.setViewportSize({ width: 1920, height: 1080 })
  const { width } = (await page.getByRole('button', { name: 'Pair this phone' }).boundingBox())!
  expect(width).toBe(576)
  expect(await readKeptText(page)).not.toMatch(/Cup Final|gp_/)
  // For both events the server has recorded that this phone signed off.
  const phones = shop.db.selectFrom('gate_phone').select(['signed_off_at', 'unsent'])
  for (const { id } of [of, next]) {
    const [phone] = await phones.where('event_id', '=', id).execute()
    expect(phone).toMatchObject({ signed_off_at: expect.any(Date), unsent: 0 })
  }
})

// spec: gate-asked-twice
test('a check-in hours before the event asks for confirmation', async () => {
  const number = await event.buy(1)
  const { page } = await steward(event)
  await hold(page, shop, number)
  await page.getByRole('heading', { name: 'Too early' }).waitFor()
  await expectClear(page, 'too early')
  await page.getByRole('button', { name: 'Let in anyway' }).click()
  expect(await resultOf(page)).toMatch(/^Let 1 person in/)
})

// spec: gate-screens
describe.each(['light', 'dark'] as const)('%s', (colorScheme) => {
  test('every screen is readable in the sun and at night, and its buttons fit a thumb', async () => {
    const { page } = await steward(event, { may_sell: true })
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
    const screens = ['Scan', 'Type', 'Look up', 'More']
    for (const name of screens) {
      await press(name)
      await expectClear(page, name)
    }
    await press('Scan')
    await expectWholeFrame(page)
    const further = [
      'Sell at the door',
      'Recent scans',
      'Choose the gate',
      'Is this phone ready?',
      'Unpair this phone',
    ]
    for (const name of [...further, 'Practice']) {
      await press('More')
      await press(name)
      await expectClear(page, name)
    }
    // The practice tickets cover every colour of a result.
    for (const name of ['Valid', 'Used', 'Other day', 'Refunded']) {
      await press(name)
      await page.getByRole('alert').waitFor()
      await expectClear(page, name)
      await page.getByRole('alert').click()
    }
  })
})

/** Expects that the frame for the code is a square in the camera's picture, in landscape, too. */
async function expectWholeFrame(page: Steward['page']): Promise<void> {
  await page.setViewportSize({ width: 844, height: 390 })
  const camera = (await page.locator('video').boundingBox())!
  const frame = (await page.locator('video ~ div.border-white').boundingBox())!
  expect(frame.width).toBe(frame.height)
  expect(frame.height).toBeLessThan(camera.height)
  await page.setViewportSize(SMALL)
}

async function expectClear(page: Steward['page'], where: string): Promise<void> {
  expect(await findFaults(page, 'small targets', 'too wide'), where).toEqual([])
  expect(await findBarriers(page, ['target-size']), where).toEqual([])
  const faint = await page.evaluate(async () => {
    const { violations } = await window.axe.run(document, {
      runOnly: { type: 'rule', values: ['color-contrast-enhanced'] },
    })
    return violations.flatMap(({ nodes }) => nodes.map(({ html }) => html))
  })
  expect(faint, where).toEqual([])
}
