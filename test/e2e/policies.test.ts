// spec: access-axe-finds
import { describe, expect, test } from 'vitest'
import { waitForHeading, wordsOf } from './buying.ts'
import { oneShop, REACH } from './one-shop.ts'
import { expectSoundPage } from './sound-page.ts'
import { newVisitor, ON_PHONE, SIZES } from './visitor.ts'

const { shop, browser } = await oneShop()

const PAGES = [
  {
    path: '/refund-policy',
    title: 'Refund Policy',
    sections: null,
    words: [
      'Sales are final',
      'unless an event is cancelled or rescheduled',
      'refunded automatically',
      'The money goes to the M-PESA number that paid',
      '7-14 business days',
      'your tickets stay valid',
      'within 14 days of the announcement',
      'The full price of the ticket is refunded',
      'Transaction fees',
      'may not be refundable',
      'technical payment error',
      'double booking by a system error',
      'significant change to the event',
      REACH.email,
    ],
  },
  {
    path: '/terms',
    title: 'Terms of Service',
    sections: 9,
    words: [
      'All prices are in Kenyan shillings (KES)',
      'Service fees may apply',
      '*265*25#',
      REACH.phone,
    ],
  },
  {
    path: '/privacy',
    title: 'Privacy Policy',
    sections: 9,
    words: [
      'not intended for children under 13',
      'everyone under 18 is a child',
      'Safaricom',
      'within 72 hours',
      'We reply within 7 days',
      'within 30 days',
      'Office of the Data Protection Commissioner (ODPC)',
      REACH.email,
    ],
  },
]

function isInWindow(heading: Element): boolean {
  const { top, bottom } = heading.getBoundingClientRect()
  return top >= 0 && bottom <= innerHeight
}

describe.each(ON_PHONE)('on $name', ({ size }) => {
  // spec: refund-policy-final-sales, terms-service-9-sections, privacy-policy-9-sections
  test.each(PAGES)('the page $title shows its policy', async ({ path, title, sections, words }) => {
    const visitor = await newVisitor(browser, shop, { size })
    const { page } = visitor
    expect((await page.goto(path))!.status()).toBe(200)
    await waitForHeading(page, title)
    const main = page.getByRole('main')
    const shown = await wordsOf(main)
    for (const word of words) expect(shown).toContain(word)
    expect(shown).toMatch(/Last updated [A-Z][a-z]+ \d{1,2}, 20\d\d/)
    const headings = await main.locator('section > h2').allInnerTexts()
    if (sections) expect(headings).toHaveLength(sections)
    const contents = page.getByRole('navigation', { name: 'On this page' })
    expect(await contents.getByRole('link').allInnerTexts()).toEqual(headings)
    const isSeen = () => main.locator('section > h2').last().evaluate(isInWindow)
    for (const window of SIZES) {
      await page.setViewportSize(window.size)
      await contents.getByRole('link').first().click()
      await expect.poll(isSeen).toBe(false)
      await contents.getByRole('link').last().click()
      await expect.poll(isSeen).toBe(true)
    }
    await expectSoundPage(visitor, shop)
    await visitor.context.close()
  })

  // spec: route-table-my-ticket, footer-my-ticket
  test('the footer links to every policy', async () => {
    const { page, context, faults } = await newVisitor(browser, shop, { size })
    await page.goto('/help')
    const links = page.getByRole('contentinfo').getByRole('link')
    const named = await links.evaluateAll((all) =>
      all.map((link) => [link.textContent, link.getAttribute('href')]),
    )
    expect(named).toEqual(
      expect.arrayContaining([
        ['My Ticket', '/my-ticket'],
        ['Order History', '/organizer/tickets'],
        ['Help Center', '/help'],
        ['Contact', '/contact'],
        ['Refund Policy', '/refund-policy'],
        ['Terms of Service', '/terms'],
        ['Privacy Policy', '/privacy'],
        ...['Sports', 'Festivals', 'Theater', 'Concerts', 'Comedy'].map((name) => [
          name,
          `/category/${name}`,
        ]),
      ]),
    )
    await page.getByRole('contentinfo').getByRole('link', { name: 'Terms of Service' }).click()
    await waitForHeading(page, 'Terms of Service')
    expect(await page.evaluate(() => scrollY)).toBe(0)
    expect(faults).toEqual([])
    await context.close()
  })
})

describe.each(ON_PHONE)('on $name', ({ size }) => {
  // spec: my-data-page
  test('the privacy policy leads to a copy or an erasure of data', async () => {
    const visitor = await newVisitor(browser, shop, { size })
    const { page } = visitor
    await page.goto('/privacy')
    await page.getByRole('main').getByRole('link', { name: 'Your data' }).click()
    await waitForHeading(page, 'Your data')
    await page.getByLabel('Phone number').fill('0712 000 999')
    await page.getByRole('button', { name: 'Send code' }).click()
    await page.getByText('we have sent a code to it by SMS').waitFor()
    await page.getByLabel('Code from the SMS').fill('123456')
    await page.getByLabel('What would you like?').selectOption('Erase my data')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('Wrong or expired code').waitFor()
    expect(await page.getByLabel('What would you like?').inputValue()).toBe('erase')
    await expectSoundPage(visitor, shop)
    await visitor.context.close()
  })
})
