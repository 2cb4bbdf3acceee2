import { randomUUID } from 'node:crypto'
import type { Browser } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { button, chooseImage, expectLanded, field, fillBasics, readEvent } from './event-form.ts'
import { newColleague } from './office.ts'
import { oneShop } from './one-shop.ts'
import type { Shop } from './shop.ts'
import { expectSoundPage } from './sound-page.ts'
import { ON_LAPTOP } from './visitor.ts'

let shop: Shop
let browser: Browser
beforeAll(async () => {
  ;({ shop, browser } = await oneShop())
})

// spec: drafts-own
test.each(ON_LAPTOP)(
  'an organizer writes a draft, which only they see, on $name',
  async ({ size }) => {
    const organizer = await newColleague(browser, shop, { who: 'organizer', size })
    const { page } = organizer
    const link = (words: string) => page.getByRole('link', { name: words, exact: true })
    await page.goto('/organizer/events')
    await link('New draft').click()
    await page.getByRole('heading', { name: 'New draft' }).waitFor()
    const title = `Own ${randomUUID().slice(0, 8)}`
    await fillBasics(page, title)
    await chooseImage(page)
    for (const label of ['Organizer', 'Published', 'Main event', 'Featured']) {
      expect(await field(page, label).count(), label).toBe(0)
    }
    await expectSoundPage(organizer, shop)
    await button(page, 'Save draft').click()
    await page.waitForURL(/\/organizer\/events\/[0-9a-f-]{36}$/)
    const { id, is_published } = (await readEvent(shop, title))!
    expect(is_published).toBe(false)
    const form = `/organizer/drafts/${id}`
    await expectLanded(organizer, { id, title, words: 'Saved as a draft', form })
    await page.goto('/organizer/drafts')
    const entry = page.getByRole('row').filter({ hasText: title })
    await entry.getByText(/^It has no description\./).waitFor()
    await expectSoundPage(organizer, shop)
    await entry.getByRole('link', { name: `Edit ${title}` }).click()
    await field(page, 'Title').fill(`${title} again`)
    await button(page, 'Save draft').click()
    await expectLanded(organizer, { id, title: `${title} again`, words: 'Saved as a draft', form })
    await organizer.context.close()
  },
)
