// spec: sms-unreached
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { SiteProvider } from '../../ui/site.tsx'
import { OtherWays } from './sms-unreached.tsx'

const WORDS = "We couldn't send the SMS to 07•• ••• 678: no phone has this number."
const NUMBERS = ['1234567890ABCDEF', 'FEDCBA0987654321']

function shown(ussdCode: string, hasEmail = false): string {
  return renderToStaticMarkup(
    <MemoryRouter>
      <SiteProvider value={{ origin: 'https://lango.test', sandbox: false, ussdCode }}>
        <OtherWays failed={{ words: WORDS, has_email: hasEmail }} numbers={NUMBERS} />
      </SiteProvider>
    </MemoryRouter>,
  )
}

test('an SMS that will not arrive is replaced by the tickets, an email, USSD and the look-up', () => {
  const html = shown('*265*25#')
  expect(html.replace(/<[^>]+>/g, '').replaceAll('&#x27;', "'")).toContain(WORDS)
  for (const number of NUMBERS) {
    expect(html).toContain(`href="/t/${number}"`)
    expect(html).toContain(`name="number" value="${number}"`)
  }
  expect(html).toMatch(
    /<input[^>]*required=""[^>]*name="email"|<input[^>]*name="email"[^>]*required=""/,
  )
  expect(html).toContain('*265*25#')
  expect(html).toContain('href="/my-ticket"')
})

test("the order's own address need not be typed again", () => {
  expect(shown('*265*25#', true)).not.toContain('required=""')
})

test('without a USSD code the notice does not mention USSD', () => {
  expect(shown('')).not.toMatch(/\*265|dial/i)
})
