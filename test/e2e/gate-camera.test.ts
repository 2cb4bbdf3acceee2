// Tests the gate app's camera and code readers when faults occur. The test moves the clock.
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { todays } from '../torture/daily.ts'
import { holdClock } from './held-clock.ts'
import { oneShop } from './one-shop.ts'
import { endStewards, hold, newSteward, openGates, resultOf, type Tickets } from './steward.ts'

declare global {
  interface Window {
    /** The constraints of each attempt to open the camera. */
    opened: MediaTrackConstraints[]
    /**
     * The number of times that the app listed all cameras. It does so each time it begins to watch
     * an opened camera.
     */
    watched: number
    /**
     * The name of the error that the next attempts to open the camera throw; null for none. With
     * 'never' the attempts never end.
     */
    fails: string | null
    /** `shownFrames` is the number of frames so far; `isFrozen` stops further frames. */
    shownFrames: number
    isFrozen: boolean
    track: MediaStreamTrack
    permission: EventTarget & { state: string }
  }
}

const { shop, browser } = await oneShop()

const WATCHED = () => {
  const open = navigator.mediaDevices.getUserMedia
  const permission = Object.assign(new EventTarget(), { state: 'denied' })
  Object.assign(window, {
    opened: [],
    watched: 0,
    fails: null,
    shownFrames: 1,
    isFrozen: false,
    permission,
  })
  Object.assign(navigator.mediaDevices, {
    getUserMedia: async (asked: { video: MediaTrackConstraints }) => {
      window.opened.push(asked.video)
      if (window.fails === 'never') await new Promise(() => {})
      if (window.fails) throw new DOMException('', window.fails)
      const stream = await open.call(navigator.mediaDevices, asked)
      window.track = stream.getVideoTracks()[0]!
      const deviceId = (asked.video.deviceId as { exact?: string } | undefined)?.exact ?? 'wide'
      window.track.getSettings = () => ({ deviceId })
      return stream
    },
    enumerateDevices: async () => {
      window.watched += 1
      return ['wide', 'near'].map((deviceId) => ({ kind: 'videoinput', deviceId }))
    },
  })
  navigator.permissions.query = async () => permission as unknown as PermissionStatus
  // The page's clock drives the counter of frames, so a stopped clock stops the frames.
  HTMLVideoElement.prototype.getVideoPlaybackQuality = () =>
    ({ totalVideoFrames: window.shownFrames }) as VideoPlaybackQuality
  setInterval(() => {
    if (!window.isFrozen) window.shownFrames += 1
  }, 100)
}

/** Opens a steward's page with a simulated camera and a stopped clock. */
async function watched({
  fails = null,
  tickets = [],
}: {
  fails?: string | null
  tickets?: Tickets
} = {}) {
  const { of, numbers } = await openGates(shop, tickets)
  const made = await newSteward(browser, shop, of)
  const { page } = made
  await page.clock.install()
  await made.context.addInitScript(WATCHED)
  await made.context.addInitScript((name) => {
    window.fails = name
  }, fails)
  await page.reload()
  await page.getByText('Online', { exact: true }).waitFor()
  await page.waitForFunction(() => window.opened.length > 0)
  if (!fails) await page.getByRole('button', { name: 'Other camera' }).waitFor()
  await holdClock(page)
  return { made, page, numbers }
}

const timesOpened = (page: Page) => page.evaluate(() => window.opened.length)
const AGAIN = 'Try the camera again'

// spec: gate-camera-watched
describe('the camera', () => {
  // These tests share a phone. After each test its camera works again.
  let page: Page
  beforeAll(async () => {
    ;({ page } = await watched())
  })
  afterEach(async () => {
    await page.evaluate(() => Object.assign(window, { isFrozen: false }))
    await page.waitForFunction(() => window.watched === window.opened.length)
  })
  afterAll(endStewards)

  test('is left alone while it shows new frames', async () => {
    const before = await timesOpened(page)
    await page.clock.runFor(10_000)
    expect(await timesOpened(page)).toBe(before)
  })

  test.each([
    ['shows no new frame', () => void Object.assign(window, { isFrozen: true })],
    ['is muted', () => void window.track.dispatchEvent(new Event('mute'))],
    [
      'is muted without an event',
      () => void Object.defineProperty(window.track, 'muted', { value: true }),
    ],
    ['ended', () => void window.track.dispatchEvent(new Event('ended'))],
  ])('that %s is opened again within 2 s', async (_, happens) => {
    const before = await timesOpened(page)
    await page.evaluate(happens)
    await page.clock.runFor(2000)
    await expect.poll(() => timesOpened(page)).toBe(before + 1)
  })

  test('that was muted for less than a second stays open', async () => {
    const before = await timesOpened(page)
    await page.evaluate(() => window.track.dispatchEvent(new Event('mute')))
    await page.clock.runFor(900)
    await page.evaluate(() => window.track.dispatchEvent(new Event('unmute')))
    await page.clock.runFor(5000)
    expect(await timesOpened(page)).toBe(before)
  })

  test('is opened again when a hidden page is shown', async () => {
    const before = await timesOpened(page)
    const turn = (state: string) =>
      page.evaluate((to) => {
        Object.defineProperty(document, 'visibilityState', { value: to, configurable: true })
        document.dispatchEvent(new Event('visibilitychange'))
      }, state)
    await turn('hidden')
    await page.clock.runFor(60_000)
    expect(await timesOpened(page)).toBe(before)
    await turn('visible')
    await expect.poll(() => timesOpened(page)).toBe(before + 1)
  })
})

describe('a camera', () => {
  afterEach(endStewards)

  test('that was refused is opened once it is allowed, or by a button, and never by itself', async () => {
    const { page } = await watched({ fails: 'NotAllowedError' })
    await page.getByText('This phone does not let the app use the camera.').waitFor()
    await page.clock.runFor(60_000)
    expect(await timesOpened(page)).toBe(1)
    await page.getByRole('button', { name: AGAIN }).click()
    await expect.poll(() => timesOpened(page)).toBe(2)
    await page.evaluate(() => {
      Object.assign(window, { fails: null })
      window.permission.state = 'granted'
      window.permission.dispatchEvent(new Event('change'))
    })
    await page.getByRole('button', { name: AGAIN }).waitFor({ state: 'detached' })
    expect(await timesOpened(page)).toBe(3)
  })

  test.each([
    ['never starts', 'never', 'The camera has not started.'],
    ['is used by another app', 'NotReadableError', 'No camera was found.'],
  ])('that %s has a button within 2 s', async (_, fails, words) => {
    const { page } = await watched({ fails })
    await page.clock.runFor(2000)
    await page.getByText(words).waitFor()
    await page.evaluate(() => Object.assign(window, { fails: null }))
    await page.getByRole('button', { name: AGAIN }).click()
    await page.getByText(words).waitFor({ state: 'detached' })
  })

  // spec: gate-camera-choice
  test('is the one that the steward chose last, also after a reload, while the phone has it', async () => {
    const { page } = await watched()
    const last = () => page.evaluate(() => window.opened.at(-1)!)
    expect(await last()).toMatchObject({ facingMode: 'environment' })
    await page.getByRole('button', { name: 'Other camera' }).click()
    await expect.poll(last).toMatchObject({ deviceId: { exact: 'near' } })
    await page.reload()
    await page.waitForFunction(() => window.opened.length > 0)
    expect(await last()).toMatchObject({ deviceId: { exact: 'near' } })
    await page.getByRole('button', { name: 'Other camera' }).click()
    await expect.poll(last).toMatchObject({ deviceId: { exact: 'wide' } })
    await page.evaluate(() => localStorage.setItem('lango-gate-camera', 'unplugged'))
    await page.evaluate(() => Object.assign(window, { fails: 'OverconstrainedError' }))
    await page.evaluate(() => window.track.dispatchEvent(new Event('ended')))
    await expect.poll(last).toMatchObject({ facingMode: 'environment' })
  })
})

/** Gives the phone a reader that finds no code, or never responds. */
const giveReader = (fault: 'finds no code' | 'never responds') => {
  Object.assign(window, {
    BarcodeDetector: class {
      static async getSupportedFormats() {
        return ['qr_code']
      }
      async detect() {
        return fault === 'finds no code' ? [] : await new Promise(() => {})
      }
    },
  })
}

// spec: gate-reader-blind, gate-reader-silent
test.each(
  todays<{ fault: 'finds no code' | 'never responds'; daily?: true }>([
    { fault: 'finds no code', daily: true },
    { fault: 'never responds' },
  ]),
)(
  "if the phone's own reader $fault, the app's reader reads, and the readiness page says so",
  async ({ fault }) => {
    onTestFinished(endStewards)
    const { of, numbers } = await openGates(shop, [[1]])
    const { page, context } = await newSteward(browser, shop, of)
    await context.addInitScript(giveReader, fault)
    await page.reload()
    await page.getByText('Online', { exact: true }).waitFor()
    await hold(page, shop, numbers[0]!)
    expect(await resultOf(page)).toMatch(/^Let 1 person in/)
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('button', { name: 'Is this phone ready?' }).click()
    await page.getByText('The app’s reader works; the phone’s own does not').waitFor()
  },
)

// spec: gate-hand-scanner, gate-link-notations
describe('a hand scanner', () => {
  afterEach(endStewards)

  const link = (number: string) => `${shop.origin}/t/${number}`
  const text = (page: Page) => page.getByRole('button').getByRole('alert')

  test('is read with no field focused: links in capitals, Enter, Tab or nothing at the end', async () => {
    const { page, numbers } = await watched({ tickets: [[1], [1], [1], [1]] })
    const [one, two, three, four] = numbers as [string, string, string, string]
    await page.keyboard.type(link(one).toUpperCase())
    await page.clock.runFor(200)
    // A code is counted once, even if the trigger of the reader was pulled twice.
    await page.keyboard.type(link(one).toUpperCase())
    await page.keyboard.press('Enter')
    await text(page).getByText('Let 1 person in').waitFor()
    // The next codes arrive while this result is still shown.
    await page.keyboard.type(`${link(two)}?utm=qr`)
    await page.keyboard.press('Tab')
    await page.keyboard.type(three.toLowerCase())
    await page.keyboard.press('Enter')
    await page.keyboard.type(link(four))
    await page.clock.runFor(200)
    for (const n of [1, 2, 3, 4]) {
      await text(page).getByText('Let 1 person in').waitFor()
      const rows = shop.db.selectFrom('check_in').select('ticket_number')
      const known = await rows.where('ticket_number', 'in', numbers).execute()
      expect(known).toHaveLength(n)
      await page.clock.runFor(1600)
    }
    await text(page).waitFor({ state: 'detached' })
    await page.keyboard.type('WIFI:S:Guests;T:WPA;;')
    await page.clock.runFor(600)
    await page.getByText('Not a ticket code.').waitFor()
  })

  test('opens Scan from a screen on which nothing is under way', async () => {
    const { page, numbers } = await watched({ tickets: [[1], [1], [1], [1]] })
    for (const [n, screen] of ['More', 'Look up'].entries()) {
      await page.getByRole('button', { name: screen, exact: true }).click()
      await page.keyboard.type(link(numbers[n]!))
      await page.keyboard.press('Enter')
      await text(page).getByText('Let 1 person in').waitFor()
      await page.clock.runFor(1600)
      await text(page).waitFor({ state: 'detached' })
      await page.getByRole('heading', { name: 'Scan' }).waitFor()
    }
    // The code is checked in only once, even if the steward returns to the screen Scan.
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('button', { name: 'Scan', exact: true }).click()
    const rows = shop.db.selectFrom('check_in').select('result')
    const known = await rows.where('ticket_number', 'in', numbers).execute()
    expect(known.map(({ result }) => result)).toEqual(['valid', 'valid'])
  })

  test('is read in the field of a typed number', async () => {
    const { page, numbers } = await watched({ tickets: [[1], [1], [1], [1]] })
    await page.getByRole('button', { name: 'Type', exact: true }).click()
    const field = page.getByLabel('Ticket number')
    const [one, two, three] = numbers as [string, string, string, string]
    for (const [code, key] of [
      [one, 'Tab'],
      [two, 'Enter'],
      [link(three).toUpperCase(), null],
    ] as const) {
      await field.focus()
      await page.keyboard.type(code)
      if (key) await page.keyboard.press(key)
      await text(page).getByText('Let 1 person in').waitFor()
      expect(await field.inputValue()).toBe('')
      await page.clock.runFor(1600)
      await text(page).waitFor({ state: 'detached' })
    }
  })
})
