import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { isTorture } from '../torture/daily.ts'
import {
  enlargeText,
  findBarriers,
  findFaults,
  type Look,
  readHead,
  resize,
} from './inspect-page.ts'
import type { Shop } from './shop.ts'
import { LAPTOP, PHONE, type Visitor } from './visitor.ts'

type Window = { width: number; height: number }

const SMALL_PHONE = { width: 320, height: 640 }
/** A laptop's window with 200 % zoom, and as low as a phone in landscape. */
const ZOOMED = { width: 640, height: 390 }
const TABLET = { width: 768, height: 1024 }

const ON_PHONES = [SMALL_PHONE, PHONE]
const ON_LAPTOPS = [ZOOMED, LAPTOP]
const ALL = [...ON_LAPTOPS, TABLET, ...ON_PHONES]

/**
 * Checks one state of a page: the page must fit, its controls must be large enough and accessible,
 * it must have a title, and it must not have caused errors. `npm test` checks the state in the
 * test's own window and on a small phone; visitors' pages also with text of double size. `npm run
 * torture` checks the state in all windows.
 */
export async function expectSoundPage(visitor: Visitor, shop: Shop): Promise<void> {
  const own = isOnPhone(visitor) ? PHONE : visitor.page.viewportSize()!
  await expectSoundIn(isTorture ? ALL : [SMALL_PHONE, own], visitor, shop)
}

/** Not checked again in a further state: contrast takes half of axe's time, and colours repeat. */
const KNOWN_COLOURS = isTorture ? [] : ['color-contrast']

/**
 * Checks a further state of a page that `expectSoundPage` has checked in the same test. Uses only
 * the test's window and a small phone, in `npm run torture` too. `npm test` leaves contrast out.
 */
export async function expectSoundState(visitor: Visitor, shop: Shop): Promise<void> {
  const size = visitor.page.viewportSize()!
  await expectSoundIn([SMALL_PHONE, size], visitor, shop, KNOWN_COLOURS)
}

/** Checks half of the windows, for tests that run on a phone and on a laptop: on each one half. */
export async function expectSoundHalf(visitor: Visitor, shop: Shop): Promise<void> {
  const onPhones = isTorture ? [TABLET, ...ON_PHONES] : ON_PHONES
  const half = isOnPhone(visitor) ? onPhones : ON_LAPTOPS
  await expectSoundIn(half, visitor, shop)
}

/** Checks only phones or only laptops, because another layout would close an open dialog. */
export async function expectSoundAsItStands(visitor: Visitor, shop: Shop): Promise<void> {
  await expectSoundIn(isOnPhone(visitor) ? ON_PHONES : ON_LAPTOPS, visitor, shop)
}

const isOnPhone = ({ page }: Visitor) => page.viewportSize()!.width === PHONE.width

async function expectSoundIn(
  windows: Window[],
  visitor: Visitor,
  shop: Shop,
  skips: string[] = [],
): Promise<void> {
  const { page, faults } = visitor
  await lookIn(windows, page, { more: ['small targets'], skips: ['target-size', ...skips] })
  const head = await readHead(page)
  expect(head.headings).toHaveLength(1)
  expect(head.title).toMatch(/\S · (Lango$|Tickets)/)
  expect(head.description).toMatch(/\S/)
  expect(head.canonical).toMatch(new RegExp(`^${shop.origin}/`))
  expect(faults).toEqual([])
}

/**
 * Expects that the page fits the window and is accessible: on a small phone and on a zoomed laptop,
 * and in `npm run torture` in all windows.
 */
export async function expectFits(page: Page): Promise<void> {
  await lookIn(isTorture ? ALL : [SMALL_PHONE, ZOOMED], page)
}

/** The checks for elements that extend beyond the page, are cut off or are squeezed. */
const ROOM: Look[] = ['too wide', 'cut off', 'broken words', 'broken names']

/** `more` are further checks, and `skips` the rules that axe leaves out. */
async function lookIn(
  windows: Window[],
  page: Page,
  { more = [], skips = [] }: { more?: Look[]; skips?: string[] } = {},
): Promise<void> {
  const looks: Look[] = [...ROOM, 'broken cells', ...more]
  const before = page.viewportSize()!
  const isBefore = ({ width, height }: Window) => width === before.width && height === before.height
  // The original window comes last, so that it need not be restored.
  const sorted = windows.toSorted((one, other) => +isBefore(one) - +isBefore(other))
  for (const size of sorted) {
    const where = `at ${size.width}`
    await resize(page, size)
    // These checks include table cells. The check with text of double size leaves table cells out,
    // because dates may then wrap.
    expect(await findFaults(page, ...looks), where).toEqual([])
    // Accessibility is checked only in the last window, which is the test's own, because this check
    // takes as long as all other checks together.
    if (size === sorted.at(-1)) {
      expect(await findBarriers(page, skips), `barriers ${where}`).toEqual([])
    }
    if (size === PHONE) {
      const shrink = await enlargeText(page)
      expect(await findFaults(page, ...ROOM), `${where} with text twice as large`).toEqual([])
      await shrink()
    }
  }
  if (!windows.some(isBefore)) await resize(page, before)
}
