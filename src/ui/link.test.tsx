import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter, Link as RouterLink } from 'react-router'
import { expect, test } from 'vitest'
import { type WayProps, WrittenLink } from './link.tsx'

// The server writes links with `WrittenLink`, and the browser hydrates them with the router's link.
// Both must write the same HTML.
const WAYS: WayProps[] = [
  { to: '/', 'aria-label': 'Lango, home' },
  { to: '/event/5a17', className: 'a', discover: 'none', children: 'Derby <Day>' },
  { to: '/?category=Sports&date=week#upcoming', preventScrollReset: true, replace: true },
  { to: '/#upcoming', 'aria-current': 'true' },
  { to: '/help?q=a+b#refunds', state: { known: true }, onClick: () => {} },
  { to: '/my-ticket', reloadDocument: true, rel: 'nofollow' },
  { to: '?pages=2' },
  { to: { search: '?date=week', hash: 'upcoming' } },
  { to: '//other.example/x' },
  { to: '/\\other.example/x' },
  { to: '/help//x' },
  { to: '/help/../x' },
  { to: '/help/' },
  { to: 'https://other.example/x' },
]

test.each(['', '/sw'])(
  "WrittenLink writes the same HTML as the router's link under prefix %j",
  (prefix) => {
    const write = (link: ReactNode) =>
      renderToStaticMarkup(
        <MemoryRouter basename={prefix || '/'} initialEntries={[`${prefix}/category/Sports`]}>
          {link}
        </MemoryRouter>,
      )
    for (const way of WAYS) {
      expect(write(<WrittenLink prefix={prefix} {...way} />)).toBe(write(<RouterLink {...way} />))
    }
  },
)
