import { expect } from 'vitest'
import { findBarriers, findOverflow, findSmallTargets, readHead, resize } from './inspect-page.ts'
import type { Shop } from './shop.ts'
import { PHONE, type Visitor } from './visitor.ts'

const SMALL_PHONE = { width: 320, height: 640 }
/** A laptop's window at 200 %. */
const ZOOMED = { width: 640, height: 450 }

/**
 * As it stands, and on a small phone or zoomed in: it fits, can be pressed and read by all, says
 * what it is, and nothing failed.
 */
export async function expectSoundPage({ page, faults }: Visitor, shop: Shop): Promise<void> {
  const before = page.viewportSize()!
  for (const size of [before.width === PHONE.width ? SMALL_PHONE : ZOOMED, before]) {
    await resize(page, size)
    expect(await findOverflow(page), `too wide at ${size.width}`).toEqual([])
    expect(await findSmallTargets(page), `small targets at ${size.width}`).toEqual([])
  }
  expect(await findBarriers(page)).toEqual([])
  const head = await readHead(page)
  expect(head.headings).toHaveLength(1)
  expect(head.title).toMatch(/\S · (Lango$|Tickets)/)
  expect(head.description).toMatch(/\S/)
  expect(head.canonical).toMatch(new RegExp(`^${shop.origin}/`))
  expect(faults).toEqual([])
}
