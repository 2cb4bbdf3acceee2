import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter, Link as RouterLink } from 'react-router'
import { expect, test, vi } from 'vitest'
import type { WayProps } from './link.tsx'

// The browser takes over what the router itself would write: the server may write nothing else.
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

test.each(['', '/sw'])('a link is written as the router would, under %j', async (prefix) => {
  vi.resetModules()
  vi.doMock('./language.rules.ts', () => ({ PREFIX: prefix }))
  const { Link } = await import('./link.tsx')
  vi.doUnmock('./language.rules.ts')
  const write = (Kind: typeof Link, way: WayProps) =>
    renderToStaticMarkup(
      <MemoryRouter basename={prefix || '/'} initialEntries={[`${prefix}/category/Sports`]}>
        <Kind {...way} />
      </MemoryRouter>,
    )
  for (const way of WAYS) expect(write(Link, way)).toBe(write(RouterLink, way))
})
