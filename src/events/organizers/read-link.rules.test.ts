// spec: organizer-links
import { expect, test } from 'vitest'
import { shownLinks } from './organizer-links.rules.ts'
import { readLink } from './read-link.rules.ts'

const value = (site: Parameters<typeof readLink>[0], typed: string) => {
  const reading = readLink(site, typed)
  return 'value' in reading ? reading.value : undefined
}

test.each([
  '0712 345 678',
  '+254 (0)712-345678',
  '254712345678',
  'https://wa.me/254712345678',
  'wa.me/+254712345678?text=Hi',
  'https://api.whatsapp.com/send/?phone=254712345678',
  '  ０７１２３４５６７８ ',
])('%j is stored as the number 254712345678', (typed) => {
  expect(value('whatsapp', typed)).toBe('254712345678')
})

test('a number of another country begins with + or 00', () => {
  expect(value('whatsapp', '+255 712 345 678')).toBe('255712345678')
  expect(value('whatsapp', '00255712345678')).toBe('255712345678')
  expect(value('whatsapp', '255712345678')).toBeUndefined()
})

test.each([
  ['instagram', 'Nairobi.Jazz'],
  ['instagram', '@nairobi.jazz'],
  ['instagram', 'https://www.instagram.com/nairobi.jazz/?igsh=x'],
  ['instagram', 'instagram.com/nairobi.jazz'],
  ['tiktok', '@Nairobi.Jazz'],
  ['tiktok', 'nairobi.jazz'],
  ['tiktok', 'https://m.tiktok.com/@nairobi.jazz?lang=sw'],
] as const)('%s: %j is stored as the handle', (site, typed) => {
  expect(value(site, typed)).toBe('nairobi.jazz')
})

test.each([
  ['whatsapp', '0712 345'],
  ['whatsapp', 'https://example.com/254712345678'],
  ['whatsapp', 'https://chat.whatsapp.com/AbCdEf'],
  ['whatsapp', 'https://wa.me.example.com/254712345678'],
  ['whatsapp', '+254 212 345 678'],
  ['whatsapp', 'javascript:alert(1)'],
  ['instagram', 'https://tiktok.com/@nairobi'],
  ['instagram', 'https://instagram.com.example.com/nairobi'],
  ['instagram', 'https://instagram.com@example.com/nairobi'],
  ['instagram', 'https://instagram.com/p/C0deOfPost'],
  ['instagram', 'https://instagram.com/reel'],
  ['instagram', 'Nairobi Jazz'],
  ['instagram', 'nairobi..jazz'],
  ['instagram', '"><script>'],
  ['instagram', 'nаirobi'],
  ['instagram', 'https://['],
  ['tiktok', 'https://vm.tiktok.com/ZMabc'],
  ['tiktok', 'https://www.tiktok.com/nairobi'],
  ['tiktok', 'https://www.tiktok.com/@nairobi/video/7'],
  ['tiktok', 'nairobi.'],
  ['tiktok', 'n'],
] as const)('%s: %j is refused', (site, typed) => {
  expect(readLink(site, typed)).toEqual({ fault: expect.stringMatching(/^Please enter a/) })
})

test('only sites with a value are shown, each by its own address', () => {
  const links = { whatsapp: '254712345678', instagram: null, tiktok: 'nairobi.jazz' }
  expect(shownLinks(links)).toEqual([
    { site: 'WhatsApp', href: 'https://wa.me/254712345678', shown: '+254 712 345 678' },
    { site: 'TikTok', href: 'https://www.tiktok.com/@nairobi.jazz', shown: '@nairobi.jazz' },
  ])
})
