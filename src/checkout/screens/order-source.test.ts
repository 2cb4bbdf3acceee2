import { expect, it } from 'vitest'
import { readSource } from './order-source.ts'

const read = (link: Record<string, string>) => readSource(new URLSearchParams(link))

// spec: seller-link
it('a link names a seller by two digits, and other numbers are ignored', () => {
  expect(read({ seller: '27' })).toEqual({ seller: 27 })
  for (const seller of ['40000', '100', '9', '09', '-27', '2.7', '1e1', 'x', '']) {
    expect(read({ seller }), seller).toBeNull()
  }
})

// spec: seller-link
it('a word of a link is cut between characters, and left out if it cannot be stored', () => {
  const words = { utm_source: '🎉'.repeat(200), utm_medium: 'a\0b', utm_term: 'a\ud83c' }
  expect(readSource({ get: (name: keyof typeof words) => words[name] } as never)).toEqual({
    utm: { source: '🎉'.repeat(40) },
  })
})
