// spec: organizer-links
import { expect, test } from 'vitest'
import { buildEditable, button, field } from './event-form.ts'
import { newColleague } from './office.ts'
import { oneShop } from './one-shop.ts'
import { expectSoundPage } from './sound-page.ts'
import { LAPTOP, newVisitor, type Visitor } from './visitor.ts'

const { shop, browser } = await oneShop()

test('an organizer links the public page to other sites, and past events are folded, without script too', async () => {
  const organizer = await newColleague(browser, shop, { who: 'new', size: LAPTOP })
  const id = await openForm(organizer)
  const { page } = organizer
  await field(page, 'Instagram').fill('https://www.tiktok.com/@nairobi.jazz')
  await field(page, 'TikTok').fill('@Nairobi.Jazz')
  await button(page, 'Save page').click()
  const fault = 'Please enter an Instagram name, or the link to a profile on instagram.com'
  await page.getByText(fault, { exact: true }).waitFor()
  expect(await field(page, 'Instagram').getAttribute('aria-invalid')).toBe('true')
  await field(page, 'Instagram').fill('https://www.instagram.com/Nairobi.Jazz/?igsh=1')
  await field(page, 'WhatsApp').fill('0712 345 678')
  await expectSoundPage(organizer, shop)
  await button(page, 'Save page').click()
  await page.getByText('Saved.', { exact: true }).waitFor()
  expect(await field(page, 'WhatsApp').inputValue()).toBe('+254 712 345 678')
  expect(await field(page, 'Instagram').inputValue()).toBe('@nairobi.jazz')
  const past = await buildEditable(shop, 'Past')
  const gone = { organizer_id: id, is_published: true, date: '2026-01-02' }
  await shop.db.updateTable('event').set(gone).where('id', '=', past.id).execute()
  for (const script of [true, false]) {
    const visitor = await newVisitor(browser, shop, { script })
    await expectPage(visitor, id, past.title)
    if (script) await expectSoundPage(visitor, shop)
    await visitor.context.close()
  }
  await organizer.context.close()
})

/** Opens the form of the organizer's own page. Returns the organizer's id. */
async function openForm({ page }: Visitor): Promise<string> {
  const [answer] = await Promise.all([
    page.waitForResponse(/\/api\/organizers\//),
    page.goto('/organizer/page'),
  ])
  return (await answer.json()).id
}

async function expectPage({ page }: Visitor, id: string, past: string): Promise<void> {
  await page.goto(`/organizers/${id}`)
  const link = page.getByRole('link', { name: 'WhatsApp +254 712 345 678', exact: true })
  expect(await link.getAttribute('href')).toBe('https://wa.me/254712345678')
  expect(await link.getAttribute('rel')).toBe('nofollow noopener noreferrer')
  await page.getByRole('link', { name: 'Instagram @nairobi.jazz', exact: true }).waitFor()
  const event = page.getByRole('link', { name: past, exact: true })
  expect(await event.isVisible()).toBe(false)
  await page.getByRole('heading', { name: 'Past events (1)', exact: true }).click()
  await event.waitFor()
}
