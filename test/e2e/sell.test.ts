// spec: sell-tickets-page
import { describe, expect, test } from 'vitest'
import { waitForHeading, wordsOf } from './buying.ts'
import { oneShop } from './one-shop.ts'
import { expectSoundPage } from './sound-page.ts'
import { newVisitor, ON_PHONE, SIZES } from './visitor.ts'

const { shop, browser } = await oneShop()

describe.each(SIZES)('on $name', ({ name, size }) => {
  // spec: sell-tickets-everywhere
  test.each([true, false])(
    "'Sell tickets' is in the menu and at the foot of a page (script: %s)",
    async (script) => {
      const { context, page } = await newVisitor(browser, shop, { size, script })
      const go = async (place: 'banner' | 'contentinfo') => {
        await page.goto('/help')
        const header = page.getByRole('banner')
        if (place === 'banner' && name === 'a phone') await header.getByLabel('Menu').click()
        const link = page.getByRole(place).getByRole('link', { name: 'Sell tickets' })
        await expect.poll(() => link.filter({ visible: true }).count()).toBe(1)
        await link.filter({ visible: true }).click()
        await page.waitForURL('**/sell')
        await page.getByRole('heading', { level: 1, name: 'Sell tickets' }).waitFor()
      }
      await go('banner')
      await go('contentinfo')
      await context.close()
    },
  )
})

describe.each(ON_PHONE)('on $name', ({ size }) => {
  // spec: access-axe-finds
  test('the page says what selling costs, when the money comes and how to start', async () => {
    const visitor = await newVisitor(browser, shop, { size })
    const { page } = visitor
    expect((await page.goto('/sell'))!.status()).toBe(200)
    await waitForHeading(page, 'Sell tickets')
    const main = page.getByRole('main')
    const words = await wordsOf(main)
    for (const part of [
      'No fee',
      'For a ticket at KES 1,500 you receive KES 1,500.',
      'until 6:00 AM on the morning after the event',
      'after 48 hours',
      '*265*25#',
      'works without network',
      'We keep 20% of the sales of an event, after fees, for refunds until 14 days after the event.',
    ]) {
      expect(words).toContain(part)
    }
    expect(
      words.split('We keep 20% of its sales after fees for refunds until 14 days'),
    ).toHaveLength(3)
    expect(await main.getByRole('article').count()).toBe(1)
    await expectSoundPage(visitor, shop)
    await main.getByRole('link', { name: 'Create an account' }).first().click()
    await waitForHeading(page, 'Organizer Sign Up')
    await visitor.context.close()
  })
})

test('the page in Swahili has its own address, and each language names the other', async () => {
  const read = async (path: string) => await (await fetch(shop.origin + path)).text()
  const [english, swahili] = await Promise.all(['/sell', '/sw/sell'].map(read))
  expect(swahili).toContain('Uza tiketi')
  expect(swahili).toContain(`<link rel="canonical" href="${shop.origin}/sw/sell">`)
  expect(english).toContain(`<link rel="canonical" href="${shop.origin}/sell">`)
  for (const page of [english, swahili]) {
    expect(page).toContain(`hreflang="sw" href="${shop.origin}/sw/sell"`)
  }
})
