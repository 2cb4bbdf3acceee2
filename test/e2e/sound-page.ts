import type { Page } from 'playwright-core'
import { expect } from 'vitest'
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
/** A laptop's window with 200 % zoom. */
const ZOOMED = { width: 640, height: 450 }
const TABLET = { width: 768, height: 1024 }
/** A phone in landscape. */
const SIDEWAYS = { width: 844, height: 390 }

const ON_PHONES = [SMALL_PHONE, PHONE]
const ON_LAPTOPS = [ZOOMED, LAPTOP]
const BETWEEN = [TABLET, SIDEWAYS]

/**
 * Checks one state of a page on a phone and a laptop, on a small phone or zoomed in, on a tablet,
 * in landscape, and with text twice as large. The page must fit, its controls must be large enough
 * and accessible, it must have a title, and nothing may have failed.
 */
export async function expectSoundPage(visitor: Visitor, shop: Shop): Promise<void> {
  await expectSoundIn([...ON_LAPTOPS, ...BETWEEN, ...ON_PHONES], visitor, shop)
}

/** The windows for a test that runs on a phone and on a laptop: each run checks half of them. */
export async function expectSoundHalf(visitor: Visitor, shop: Shop): Promise<void> {
  const half = isOnPhone(visitor) ? [SIDEWAYS, ...ON_PHONES] : [...ON_LAPTOPS, TABLET]
  await expectSoundIn(half, visitor, shop)
}

/** Checks the current width only, because another width would close an open dialog. */
export async function expectSoundAsItStands(visitor: Visitor, shop: Shop): Promise<void> {
  await expectSoundIn(isOnPhone(visitor) ? ON_PHONES : ON_LAPTOPS, visitor, shop)
}

const isOnPhone = ({ page }: Visitor) => page.viewportSize()!.width === PHONE.width

async function expectSoundIn(windows: Window[], visitor: Visitor, shop: Shop): Promise<void> {
  const { page, faults } = visitor
  await lookIn(windows, page, 'small targets')
  const head = await readHead(page)
  expect(head.headings).toHaveLength(1)
  expect(head.title).toMatch(/\S · (Lango$|Tickets)/)
  expect(head.description).toMatch(/\S/)
  expect(head.canonical).toMatch(new RegExp(`^${shop.origin}/`))
  expect(faults).toEqual([])
}

/** Expects that the page fits each of these windows and is accessible. */
export async function expectFits(page: Page): Promise<void> {
  await lookIn([...ON_LAPTOPS, ...BETWEEN, ...ON_PHONES], page)
}

/** Expects that no element sticks out, is cut off or is squeezed. */
const ROOM: Look[] = ['too wide', 'cut off', 'broken words', 'broken names']

async function lookIn(windows: Window[], page: Page, more?: 'small targets'): Promise<void> {
  const looks: Look[] = [...ROOM, 'broken cells', ...(more ? [more] : [])]
  const before = page.viewportSize()!
  const isBefore = ({ width, height }: Window) => width === before.width && height === before.height
  // Check the original window last, which saves a resize.
  for (const size of windows.toSorted((one, other) => +isBefore(one) - +isBefore(other))) {
    const where = `at ${size.width}`
    await resize(page, size)
    // With text twice as large there may be no room for dates in one line.
    expect(await findFaults(page, ...looks), where).toEqual([])
    // The accessibility rules are the same in the smaller window.
    if (size === PHONE || size === LAPTOP) {
      expect(await findBarriers(page, more && 'target-size'), `barriers ${where}`).toEqual([])
    }
    if (size === PHONE) {
      const shrink = await enlargeText(page)
      expect(await findFaults(page, ...ROOM), `${where} with text twice as large`).toEqual([])
      await shrink()
    }
  }
  if (!windows.some(isBefore)) await resize(page, before)
}
