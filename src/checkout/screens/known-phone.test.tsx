import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { KnownPhone } from './known-phone.tsx'

// spec: phone-remembered
test('a remembered number is shown partly hidden, is sent whole, and can be changed', () => {
  const html = renderToStaticMarkup(<KnownPhone phone="254712345678" onChange={() => {}} />)
  expect(html.replace(/<[^>]+>/g, '')).toBe('Pay as 07•• ••• 678 · change')
  expect(html).toContain('name="phoneNumber" value="254712345678"')
})
