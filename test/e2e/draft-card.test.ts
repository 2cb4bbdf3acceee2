// spec: draft-without-poster
import { expect, test } from 'vitest'
import { button, field, fillBasics, preview, SAVED } from './event-form.ts'
import { newColleague } from './office.ts'
import { oneShop } from './one-shop.ts'
import { expectSoundPage } from './sound-page.ts'
import { LAPTOP } from './visitor.ts'

const { shop, browser } = await oneShop()

test('an organizer submits a draft without a poster, and the admin sees the card that we drew', async () => {
  const organizer = await newColleague(browser, shop, { who: 'organizer', size: LAPTOP })
  const { page } = organizer
  await page.goto('/organizer/drafts/new')
  await fillBasics(page, 'Sherehe ya Watoto wa Kisumu')
  await field(page, 'Price (KES)').fill('500')
  await page.getByText(/^No poster yet\?/).waitFor()
  await expectSoundPage(organizer, shop)
  await button(page, 'Save draft').click()
  await page.waitForURL(SAVED)
  const path = new URL(page.url()).pathname
  await button(page, 'Submit for review').click()
  await page.getByText(/^Submitted\./).waitFor()
  await page.goto(path.replace('events', 'drafts'))
  await page.getByText('We drew this picture from the title. A poster replaces it.').waitFor()
  expect(await preview(page).getAttribute('src')).toMatch(/\/images\/card-.*-800\.webp$/)
  const admin = await newColleague(browser, shop, { who: 'admin', size: LAPTOP })
  await admin.page.goto(path)
  await admin.page.getByText('No poster: we drew this card', { exact: true }).waitFor()
  await expectSoundPage(admin, shop)
  await button(admin.page, 'Publish').click()
  await admin.page
    .getByRole('dialog')
    .getByRole('button', { name: /^Publish/ })
    .click()
  await admin.page.getByText('Published', { exact: true }).waitFor()
  await admin.context.close()
  await organizer.context.close()
})
