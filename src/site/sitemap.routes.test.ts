import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { buildAccount } from '../../test/accounts.ts'
import { buildEvent } from '../../test/build.ts'
import { keepStage } from '../../test/stage.ts'
import { writeSitemap } from './sitemap.rules.ts'

const ORIGIN = 'https://lango.example'
const stage = keepStage({ PUBLIC_ORIGIN: ORIGIN })

// spec: sharing-sitemap-xml
test('the sitemap lists every public page and no other', async () => {
  const shown = await buildEvent(stage.db)
  const past = await buildEvent(stage.db, { date: '2024-05-01' })
  const draft = await buildEvent(stage.db, { published: false })
  const [owner, hidden] = [await buildAccount(stage), await buildAccount(stage)]
  const give = (eventId: string, organizer_id: string) =>
    stage.db.updateTable('event').set({ organizer_id }).where('id', '=', eventId).execute()
  await give(past.id, owner.id)
  await give(draft.id, hidden.id)
  const cancelled = await buildEvent(stage.db, { cancelled: true })
  const name = "Dance & Drama's"
  await stage.db.insertInto('category').values({ id: randomUUID(), name, position: 9 }).execute()
  const answer = await stage.app.inject('/sitemap.xml')
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-type']).toContain('application/xml')
  const places = [...answer.body.matchAll(/<loc>([^<]*)<\/loc>/g)].map((match) => match[1])
  expect(new Set(places).size).toBe(places.length)
  for (const path of [
    '/',
    '/my-ticket',
    '/genuine',
    '/sell',
    '/help',
    '/contact',
    '/refund-policy',
    '/terms',
    '/privacy',
  ]) {
    expect(places).toContain(ORIGIN + path)
  }
  expect(places).toContain(`${ORIGIN}/category/Dance%20%26%20Drama&apos;s`)
  expect(places).toContain(`${ORIGIN}/event/${shown.id}`)
  expect(places).toContain(`${ORIGIN}/event/${past.id}`)
  expect(places).not.toContain(`${ORIGIN}/event/${draft.id}`)
  expect(places).toContain(`${ORIGIN}/organizers/${owner.id}`)
  expect(places).not.toContain(`${ORIGIN}/organizers/${hidden.id}`)
  expect(places).not.toContain(`${ORIGIN}/event/${cancelled.id}`)
  expect(answer.body).toMatch(/<lastmod>\d{4}-\d\d-\d\dT[\d:.]+Z<\/lastmod>/)
})

test('the sitemap is XML with one entry per page', () => {
  const changedAt = new Date('2026-11-21T09:00:00Z')
  expect(writeSitemap(ORIGIN, [{ path: '/' }, { path: '/event/1', changedAt }])).toBe(
    `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
<url><loc>${ORIGIN}/</loc></url>
<url><loc>${ORIGIN}/event/1</loc><lastmod>2026-11-21T09:00:00.000Z</lastmod></url>
</urlset>
`,
  )
})

// spec: sharing-sitemap-xml
test('robots.txt names the sitemap and disallows the pages of a single buyer', async () => {
  const answer = await stage.app.inject('/robots.txt')
  expect(answer.headers['content-type']).toContain('text/plain')
  const lines = answer.body.split('\n')
  expect(lines[0]).toBe('User-agent: *')
  for (const path of ['/t/', '/pay/', '/api/', '/newsletter/', '/organizer/', '/organizer$']) {
    expect(lines).toContain(`Disallow: ${path}`)
  }
  expect(lines).toContain(`Sitemap: ${ORIGIN}/sitemap.xml`)
  expect(lines).not.toContain('Disallow: /')
})
