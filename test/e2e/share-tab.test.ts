// spec: share-tab
import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { buildEvent } from '../build.ts'
import { newAccount } from './entrance.ts'
import { oneShop } from './one-shop.ts'
import { expectSoundPage, expectSoundState } from './sound-page.ts'
import { newVisitor, SIZES } from './visitor.ts'

const { shop, browser } = await oneShop()

/** Signs in as a new organizer with a published event and a draft. */
async function newOrganizer(size: (typeof SIZES)[number]['size']) {
  const visitor = await newVisitor(browser, shop, { size })
  const email = `${randomUUID()}@club.example`
  await newAccount(visitor.context, shop, email)
  const account = shop.db.selectFrom('account').select('id').where('email', '=', email)
  const { id: organizerId } = await account.executeTakeFirstOrThrow()
  const title = 'A festival whose name is so long that it needs lines of its own on every phone'
  const types = [{ price: 1500 }]
  const event = await buildEvent(shop.db, { organizerId, title, types })
  const draft = await buildEvent(shop.db, { organizerId, published: false })
  return { visitor, event, draft }
}

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test.each(SIZES)(
  "the tab 'Share' has link, text, picture and short link, and the steps that are left, on $name",
  async ({ size }) => {
    const { visitor, event, draft } = await newOrganizer(size)
    const { page } = visitor
    await page.goto(`/organizer/events/${event.id}`)
    await page
      .getByRole('navigation', { name: 'Event' })
      .getByRole('link', { name: 'Share', exact: true })
      .click()
    const links = region(page, 'Link')
    await links.getByText(`${shop.origin}/event/${event.id}`, { exact: true }).waitFor()
    const messages = region(page, 'WhatsApp and Instagram')
    const story = messages.getByRole('img', { name: `Story of ${event.title}` })
    const isLoaded = () => story.evaluate((img) => (img as HTMLImageElement).decode())
    await isLoaded()
    await expectSoundPage(visitor, shop)
    expect(await region(page, 'Before you open').getByRole('link').allInnerTexts()).toEqual([
      ...['Add your payout account', 'Pair gate phones', 'Invite your team, if you have one'],
    ])

    const name = links.getByLabel('A short link of your own')
    await name.fill('My ticket')
    await page.getByRole('button', { name: 'Use this link' }).click()
    await links.getByText(/could be taken for a page of ours/).waitFor()
    await expectSoundState(visitor, shop)
    const chosen = `fest-${size.width}`
    await name.fill(chosen)
    await page.getByRole('button', { name: 'Use this link' }).click()
    await links.getByText(`${shop.origin}/m/${chosen}`, { exact: true }).waitFor()
    await links.getByText('0 visits').waitFor()

    await messages.getByText('Kiswahili').click()
    const send = messages.getByRole('link', { name: /^Send on WhatsApp/ })
    const text = new URL((await send.getAttribute('href'))!).searchParams.get('text')!
    expect(text).toContain(`Tiketi: ${shop.origin}/sw/m/${chosen}`)
    await isLoaded()
    await messages.getByRole('button', { name: 'Copy message' }).click()
    await messages.getByText(/^(Message copied|Press longer)/).waitFor()
    const saved = page.waitForEvent('download')
    await messages.getByRole('link', { name: 'Download picture' }).click()
    expect((await saved).suggestedFilename()).toMatch(/^lango-\d{4}-\d\d-\d\d-sw\.jpg$/)

    await page.goto(`/organizer/events/${draft.id}/share`)
    await page.waitForURL(`**/organizer/events/${draft.id}`)
    expect(visitor.faults).toEqual([])
    await visitor.context.close()
  },
)
