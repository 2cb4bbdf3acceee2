// spec: access-axe-finds
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { HELP } from '../../src/site/help.text.ts'
import { waitForHeading, wordsOf } from './buying.ts'
import { oneShop } from './one-shop.ts'
import { expectSoundPage, expectSoundState } from './sound-page.ts'
import { newVisitor, ON_PHONE, type Visitor } from './visitor.ts'

const { shop, browser } = await oneShop()

const search = (page: Page) => page.getByPlaceholder('Search for answers...')
const questions = (page: Page) => page.getByRole('main').locator('summary')
const categories = (page: Page) => page.getByRole('main').locator('section > h2').allInnerTexts()

/** The number of answers that are open on the page. */
const shownAnswers = (page: Page) => page.locator('details[open]').count()

for (const { name, size } of ON_PHONE) {
  describe(`on ${name}`, () => {
    async function visit(path = '/help'): Promise<Visitor> {
      const visitor = await newVisitor(browser, shop, { size })
      await visitor.page.goto(path)
      await waitForHeading(visitor.page, 'Help Center')
      return visitor
    }

    // spec: help-center-search-answers, help-center-questions-expand
    test('questions open and close in their categories, and the search looks into questions and answers and hides empty categories', async () => {
      const visitor = await visit()
      const { page } = visitor
      expect(await categories(page)).toEqual(['Tickets', 'Payment', 'Events'])
      const all = HELP.flatMap((category) => category.questions)
      expect(await questions(page).allInnerTexts()).toEqual(all.map(({ question }) => question))
      expect(await shownAnswers(page)).toBe(0)
      const first = questions(page).first()
      await first.click()
      await page.getByText('dial the USSD code *265*25#').waitFor()
      expect(await shownAnswers(page)).toBe(1)
      await expectSoundPage(visitor, shop)
      await first.press('Enter')
      await expect.poll(() => shownAnswers(page)).toBe(0)
      await search(page).fill('OFFICIAL m-pesa GATEWAY')
      await expect.poll(() => categories(page)).toEqual(['Payment'])
      expect(await questions(page).allInnerTexts()).toEqual(['Is my payment safe?'])
      expect(await wordsOf(page.getByRole('main').getByRole('status'))).toBe('1 answer found')
      await search(page).fill('which gate')
      await expect.poll(() => categories(page)).toEqual(['Events'])
      await search(page).fill('zebra')
      await page.getByText('No answers found for ‘zebra’.').waitFor()
      expect(await questions(page).count()).toBe(0)
      await expectSoundState(visitor, shop)
      await search(page).fill('   ')
      await expect.poll(() => categories(page)).toEqual(['Tickets', 'Payment', 'Events'])
      await visitor.context.close()
    })

    // spec: help-center-link-contact
    test('a link opens its question, from outside and inside, and the answers lead on to contact', async () => {
      const { page, context, faults } = await visit('/help#what-to-bring')
      const bring = page.getByText('Your ticket, on your phone or on paper, and a valid ID.')
      await bring.waitFor()
      await expect
        .poll(() => page.evaluate(() => document.activeElement?.textContent))
        .toBe('What should I bring to the event?')
      expect(await shownAnswers(page)).toBe(1)
      await page.getByRole('link', { name: 'Link to this answer' }).click()
      expect(new URL(page.url()).hash).toBe('#what-to-bring')
      await page.evaluate(() => {
        location.hash = '#gate'
      })
      await page.getByText('The one on your ticket under').waitFor()
      await page.evaluate(() => {
        location.hash = '#find-ticket'
      })
      await page.getByRole('main').getByRole('link', { name: 'My Ticket' }).click()
      await waitForHeading(page, 'Find Your Ticket')
      // Focus is on the heading of the new page.
      await expect
        .poll(() => page.evaluate(() => document.activeElement?.textContent))
        .toBe('Find Your Ticket')
      await page.goBack()
      await search(page).fill('zebra')
      await page.getByRole('link', { name: 'Contact us' }).click()
      await waitForHeading(page, 'Contact')
      await page.goBack()
      await page.getByText('No answers found for ‘zebra’.').waitFor()
      expect(await search(page).inputValue()).toBe('zebra')
      expect(faults).toEqual([])
      await context.close()
    })
  })
}
