import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { EventAbout } from './event-header.tsx'

const shown = (description: string) =>
  renderToStaticMarkup(<EventAbout description={description} />)
    .replace(/^.*?<p[^>]*>/, '')
    .replace(/<.p>.*$/, '')
    .replaceAll(/ class="[^"]*"/g, '')

// spec: description-links
test('web addresses in a description are links, without the punctuation after them', () => {
  const linked = (address: string) => `<a href="${address}" rel="nofollow noopener">${address}</a>`
  expect(shown('Map: https://goo.gl/maps/a-b. (Or http://lango.co.ke/m/x?y=1)')).toBe(
    `Map: ${linked('https://goo.gl/maps/a-b')}. (Or ${linked('http://lango.co.ke/m/x?y=1')})`,
  )
  expect(shown('HTTPS://A.EXAMPLE/B, twice: HTTPS://A.EXAMPLE/B!')).toBe(
    `${linked('HTTPS://A.EXAMPLE/B')}, twice: ${linked('HTTPS://A.EXAMPLE/B')}!`,
  )
})

// spec: description-links
test.each([
  ['javascript:alert(1)', 'javascript:alert(1)'],
  ['<a href="x">y</a>', '&lt;a href=&quot;x&quot;&gt;y&lt;/a&gt;'],
  ['ftp://a.example www.a.example https://', 'ftp://a.example www.a.example https://'],
])('%s in a description is text', (description, html) => {
  expect(shown(description)).toBe(html)
})

// spec: description-links
test('an address cannot leave its attribute', () => {
  expect(shown('https://a.example/"onclick="alert(1)"')).toBe(
    '<a href="https://a.example/&quot;onclick=&quot;alert(1" rel="nofollow noopener">https://a.example/&quot;onclick=&quot;alert(1</a>)&quot;',
  )
})
