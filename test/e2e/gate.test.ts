// Tests the gate app at /gate/ on a small phone with a camera.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { drawNumber } from '../gate-session.ts'
import { killTabs } from './kill-tabs.ts'
import { oneShop } from './one-shop.ts'
import {
  admin,
  buildGateEvent,
  endStewards,
  findNetwork,
  type GateEvent,
  hold,
  loseNetwork,
  newSteward,
  openGates,
  readKeptText,
  resultOf,
  scan,
  type Tickets,
  typeIn,
} from './steward.ts'

const { shop, browser } = await oneShop()
let event: GateEvent
beforeAll(async () => {
  event = await buildGateEvent(shop)
})
afterEach(endStewards)

const steward = (of: GateEvent, more: object = {}) => newSteward(browser, shop, of, more)
const doors = (tickets: Tickets) => openGates(shop, tickets)

// spec: gate-answers, gate-mistyped
test('an online phone shows a result for each code, and one result for a code that stays in view', async () => {
  const { of, numbers } = await doors([[1], [1, 1], [3], [1]])
  const [one, other, group, gone] = numbers as [string, string, string, string]
  const strange = await event.buy(1)
  const { page } = await steward(of, { gate_id: await of.gateId('Gate A') })
  await shop.db
    .updateTable('ticket')
    .set({ state: 'void', void_reason: 'refunded' })
    .where('number', '=', gone)
    .execute()
  expect(await scan(page, shop, one, 'dim')).toBe('Let 1 person in | Terrace')
  expect(await scan(page, shop, other, 'blurred')).toBe('Wrong gate | Go to: Gate B')
  // The app accepts a code again only after the code was out of view for two seconds, and shows
  // each result for 1.5 seconds.
  expect(await scan(page, shop, one, 'rotated')).toMatch(
    /^Already used \| At .+, Gate A \| By North$/,
  )
  expect(await scan(page, shop, strange, 'cracked')).toMatch(/^Wrong event/)
  expect(await scan(page, shop, gone, 'printed')).toMatch(/^Refunded/)
  expect(await typeIn(page, 'ZZZZ ZZZZ ZZZZ ZZZZ')).toMatch(/^No such number \| Check what you/)
  await page.getByRole('button', { name: 'Scan', exact: true }).click()
  await hold(page, shop, group, 'a 360 px screen at an angle')
  await page.getByRole('button', { name: '2 people' }).click()
  expect(await resultOf(page)).toBe('Let 2 people in | Terrace | 1 entry left')
  // The steward undoes the check-in, enters a reason, and admits the person again.
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: 'Did not go in' }).click()
  await page.getByText('2 people out').waitFor()
  const rows = await shop.db
    .selectFrom('check_in')
    .select(['result', 'kind', 'note'])
    .where('event_id', '=', of.id)
    .orderBy('at')
    .execute()
  expect(rows.map(({ result }) => result)).toEqual([
    'valid',
    'wrong_gate',
    'used',
    'wrong_event',
    'void',
    'unknown',
    'valid',
    'valid',
  ])
  expect(rows.at(-1)).toMatchObject({ kind: 'undo', note: 'Did not go in' })
})

// spec: gate-answers, gate-list-used
test('a refused code shows the reason, online and offline', async () => {
  const { of, numbers } = await doors([[1], [1], [1], [1, 1], [1]])
  const gate_id = await of.gateId('Gate A')
  const [sent, ended, used, other, good] = numbers as [string, string, string, string, string]
  const change = (number: string, values: object) =>
    shop.db.updateTable('ticket').set(values).where('number', '=', number).execute()
  await change(sent, { state: 'void', void_reason: 'transferred' })
  await change(ended, { state: 'void', void_reason: 'revoked' })
  const south = await steward(of, { gate_id, name: 'South' })
  expect(await scan(south.page, shop, used)).toMatch(/^Let 1 person in/)
  const made = await steward(of, { gate_id })
  const { page } = made
  expect(await scan(page, shop, sent)).toBe(
    'Transferred | This ticket was transferred. Ask for the new one.',
  )
  expect(await scan(page, shop, ended)).toBe('Cancelled | This ticket is no longer valid.')
  const invented = drawNumber(1, 4711)
  expect(await scan(page, shop, invented)).toBe('Not genuine | No ticket has this number.')
  const { id: stopped_by } = await shop.db
    .selectFrom('account')
    .select('id')
    .executeTakeFirstOrThrow()
  const stop = { event_id: of.id, gate_id, stopped_by }
  await shop.db.insertInto('stopped_gate').values(stop).execute()
  expect(await scan(page, shop, good)).toMatch(/^Entry is stopped/)
  await loseNetwork(made)
  expect(await scan(page, shop, sent)).toMatch(/^Transferred .+ decided on this phone\.$/)
  // The person was admitted by a second phone.
  expect(await scan(page, shop, used)).toMatch(
    /^Already used \| At \d+:\d\d [AP]M, Gate A \| By South \| .+ decided on this phone\.$/,
  )
  expect(await scan(page, shop, other)).toMatch(/^Wrong gate \| Go to: Gate B/)
  expect(await scan(page, shop, invented)).toMatch(/^Not on this list/)
  const forged = `${good.slice(0, 10)}000000`
  expect(await scan(page, shop, forged)).toMatch(/^Not genuine \| Not a ticket for this event/)
})

// spec: gate-offline-starts
test('three offline phones that admit the same people end in one state, with a conflict for each excess', async () => {
  const { of, numbers } = await doors([[1], [2]])
  const [one, two] = numbers as [string, string]
  const phones = [await steward(of), await steward(of), await steward(of)]
  for (const phone of phones) {
    await loseNetwork(phone)
    expect(await scan(phone.page, shop, one)).toBe(
      'Let 1 person in | Terrace | Offline: decided on this phone.',
    )
    await hold(phone.page, shop, two)
    await phone.page.getByRole('button', { name: '2 people' }).click()
    expect(await resultOf(phone.page)).toMatch(/^Let 2 people in/)
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
  await page.getByRole('button', { name: 'Recent scans' }).click()
  await expect.poll(() => page.getByText('Conflict: also let in elsewhere').count()).toBe(2)
})

// spec: gate-killed-tabs
test('a tab killed between a scan and its upload loses nothing, and opens offline', async () => {
  const { of, numbers } = await doors(Array.from({ length: 6 }, () => [1]))
  const known = await killTabs(shop, of, await steward(of), numbers)
  expect(known).toEqual(new Map(numbers.map((number) => [number, 1])))
})

// spec: gate-nothing-kept
test('a phone stores no readable key, no buyer, and nothing once it is revoked', async () => {
  const { of, numbers } = await doors([[1]])
  const made = await steward(of)
  const { page } = made
  expect(await scan(page, shop, numbers[0]!)).toMatch(/^Let 1 person in/)
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
  await page.getByText('This phone was unpaired.').waitFor()
  expect(await readKeptText(page)).not.toMatch(/Derby Day|gp_/)
  await page.reload()
  await page.getByText('Pair this phone with the organizer’s code.').waitFor()
})

// spec: gate-minted-reported
test('a number minted with a stolen key is admitted offline, and reported at the next sync', async () => {
  const { of } = await doors([[1]])
  const made = await steward(of)
  const { key } = await shop.db
    .selectFrom('gate_key')
    .select('key')
    .where('event_id', '=', of.id)
    .executeTakeFirstOrThrow()
  const minted = drawNumber(1, 4711, key)
  await loseNetwork(made)
  expect(await scan(made.page, shop, minted)).toMatch(/Verified offline \(not on list\)\./)
  await findNetwork(made)
  const rows = await shop.db
    .selectFrom('check_in')
    .select(['result', 'let_in', 'by_proof', 'ticket_id'])
    .where('ticket_number', '=', minted)
    .execute()
  expect(rows).toEqual([{ result: 'unknown', let_in: 1, by_proof: true, ticket_id: null }])
  await made.page.getByRole('button', { name: 'More', exact: true }).click()
  await made.page.getByRole('button', { name: 'Recent scans' }).click()
  await made.page.getByText('Conflict').waitFor()
})

test('a phone with full storage says so, and admits nobody without a record', async () => {
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

// spec: gate-camera-back
test('a camera taken by another app is opened again, and reads', async () => {
  const { of, numbers } = await doors([[1]])
  const { page } = await steward(of)
  await page.getByLabel('Camera').evaluate(async (video: HTMLVideoElement) => {
    const [track] = (video.srcObject as MediaStream).getVideoTracks()
    const { getUserMedia } = navigator.mediaDevices
    // The camera cannot be opened immediately, because a different app still uses it.
    navigator.mediaDevices.getUserMedia = async () => {
      navigator.mediaDevices.getUserMedia = getUserMedia
      throw new DOMException('in use', 'NotReadableError')
    }
    track!.stop()
    track!.dispatchEvent(new Event('ended'))
  })
  await page.getByText('No camera was found.').waitFor()
  expect(await scan(page, shop, numbers[0]!)).toMatch(/^Let 1 person in/)
})

// spec: gate-undo-undisturbed
test('the next code in view does not interrupt a steward who gives the reason for an undo', async () => {
  const { of, numbers } = await doors([[1], [1]])
  const made = await steward(of)
  const { page } = made
  await made.context.addInitScript(() => {
    Object.assign(window, {
      looks: 0,
      BarcodeDetector: class {
        static async getSupportedFormats() {
          return ['qr_code']
        }
        async detect() {
          window.looks += 1
          return window.shownCode ? [{ rawValue: window.shownCode }] : []
        }
      },
    })
  })
  await page.reload()
  await page.getByText('Online', { exact: true }).waitFor()
  const show = (code: string) =>
    page.evaluate((text) => {
      window.shownCode = text
    }, code)
  await show(`${shop.origin}/t/${numbers[0]}`)
  await page.getByRole('button', { name: 'Undo' }).click()
  await show(`${shop.origin}/t/${numbers[1]}`)
  const looks = await page.evaluate(() => window.looks)
  await page.waitForFunction((before) => window.looks > before + 5, looks)
  await page.getByRole('button', { name: 'Did not go in' }).click()
  // The app checked in the second ticket only after the undo was complete.
  const rows = shop.db.selectFrom('check_in').select('kind').where('event_id', '=', of.id)
  const kinds = async () => (await rows.orderBy('at').execute()).map(({ kind }) => kind)
  await expect.poll(kinds).toEqual(['in', 'undo', 'in'])
})

// spec: gate-phones-reader
test("the app uses the phone's own barcode reader if there is one", async () => {
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
  // The picture contains a different number, so the result shows that the app uses the phone's
  // reader.
  await hold(made.page, shop, '0000000000000000')
  expect(await resultOf(made.page)).toMatch(/^Let 1 person in/)
})
