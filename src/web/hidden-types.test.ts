// Looks for the name, the words and the price of a hidden ticket type in every public reply.
// spec: hidden-types-nowhere
import { beforeAll, describe, expect, test } from 'vitest'
import { buildAccount } from '../../test/accounts.ts'
import { type BuiltEvent, buildCode, buildEvent } from '../../test/build.ts'
import { callAs } from '../../test/cancelling.ts'
import { makeDialler } from '../../test/dialler.ts'
import type { Account } from '../../test/gate.ts'
import { pairPhone } from '../../test/gate-phone.ts'
import { keepStage } from '../../test/stage.ts'
import { writeChoice } from '../checkout/choice.rules.ts'
import { openLoadShedding } from '../platform/http/load-shedder.ts'
import { methodsAt, render } from './entry-server.tsx'
import { registerPages } from './pages.routes.ts'

const NO_FILES = { css: '', extraHead: '', entry: '', preload: [] }

const stage = keepStage({ LIMIT_WRONG_CODE_PER_ADDRESS: '1000' })
let owner: Account
let event: BuiltEvent
let draft: BuiltEvent
let preview: string

/** The hidden type is the cheapest, so that a leak would change the price 'From' on cards. */
const types = [
  { name: 'Standard', price: 90_000 },
  { name: 'Zebra lounge', price: 76_543, isHidden: true },
]
const HIDDEN = /zebra|76,?543/i

beforeAll(async () => {
  await registerPages(
    stage.app,
    { ...stage.deps, loadShedding: openLoadShedding(stage.deps) },
    { render, methodsAt, assets: async () => NO_FILES, files: [] },
  )
  owner = await buildAccount(stage)
  event = await buildEvent(stage.db, { title: 'Derby Day', organizerId: owner.id, types })
  draft = await buildEvent(stage.db, { published: false, organizerId: owner.id, types })
  const words = { description: 'Words about the zebra' }
  await stage.db.updateTable('ticket_type').set(words).where('is_hidden', '=', true).execute()
  const typeIds = [event.types[1]!.id]
  await buildCode(stage.db, event, { code: 'MEDIA', kind: 'access', typeIds })
  const short = { code: 'derby', event_id: event.id, created_at: new Date() }
  await stage.db.insertInto('short_code').values(short).execute()
  const link = await callAs(stage, owner, `POST /api/events/${draft.id}/preview_links`)
  preview = link.body.url.split('/').at(-1)
})

const get = (url: string) => stage.app.inject({ url })

/** The addresses to request for each public route whose replies contain events. */
const API: Record<string, () => string[]> = {
  '/api/events': () => [
    '/api/events',
    '/api/events?q=derby',
    '/api/events?q=zebra',
    '/api/events?is_free=true',
    '/api/events?scope=managed',
  ],
  '/api/events/:id': () => [
    `/api/events/${event.id}`,
    `/api/events/${event.id}?code=NOSUCH`,
    `/api/events/${event.id}?code=zebra`,
  ],
  '/api/event_choices': () => ['/api/event_choices'],
  '/api/categories': () => ['/api/categories'],
  '/api/gates': () => ['/api/gates'],
  '/api/previews/:token': () => [`/api/previews/${preview}`],
  '/api/organizers/:id': () => [`/api/organizers/${owner.id}`],
  '/event/:id/calendar.ics': () => [`/event/${event.id}/calendar.ics`],
  '/m/*': () => ['/m/derby'],
  '/sw/m/*': () => ['/sw/m/derby'],
  '/m': () => ['/m'],
  '/api/site': () => ['/api/site'],
  '/sitemap.xml': () => ['/sitemap.xml'],
  '/robots.txt': () => ['/robots.txt'],
  '/api/openapi.json': () => ['/api/openapi.json'],
}

/** Public routes that return no events, or only the tickets of a caller with a number or link. */
const OTHERS = [
  ...['/healthz', '/readyz', '/api/orders/:id', '/api/tickets/:number', '/images/:key'],
  ...['/api/genuine/:ticket_number', '/api/tickets/:ticket_number/answers'],
  ...['/api/allotments/:token', '/api/refund_links/:token'],
  ...['/api/newsletter/:token', '/api/functions/metadata'],
  // Pictures for sharing, which show the lowest price that everybody sees.
  ...['/share/:file', '/share/:language/:file'],
  // The pages, which are listed below.
  '/*',
]

const PAGES = () => [
  ...['/', '/?q=derby', '/?quick=free', '/category/Uncategorized', '/help'],
  ...[`/event/${event.id}`, `/event/${event.id}?code=NOSUCH`],
  `/event/${event.id}?${writeChoice({ [event.types[1]!.id]: 1 })}`,
  ...[`/organizers/${owner.id}`, `/preview/${preview}`, `/contact/${event.id}`, '/contact'],
  ...['/my-ticket', '/genuine', '/newsletter', '/my-data', '/organizer'],
]

const GOOD = [200, 302]

test('each public route is looked at here, or is listed as one that knows no events', () => {
  const open = stage.app.listedRoutes.filter(
    ({ method, access }) => method === 'GET' && access === 'public',
  )
  const known = [...Object.keys(API), ...OTHERS]
  const unknown = open.map(({ url }) => url).filter((url) => !known.includes(url))
  // Only files of the ticket page may be missing from both lists.
  expect(unknown.filter((url) => !/^(\/sw)?\/t\//.test(url))).toEqual([])
})

describe('a hidden type', () => {
  test('is in no public reply of the API', async () => {
    for (const url of Object.values(API).flatMap((addresses) => addresses())) {
      const { statusCode, body } = await get(url)
      expect(HIDDEN.exec(body)?.[0], url).toBeUndefined()
      if (!url.includes('managed')) expect(GOOD, url).toContain(statusCode)
    }
    expect((await get('/api/events?q=zebra')).json().data).toEqual([])
  })

  test('is on no public page, also after a visitor with the code has seen it', async () => {
    const own = await get(`/event/${event.id}?code=media`)
    expect(own.headers['cache-control']).toBe('private, no-cache')
    for (const round of [1, 2]) {
      for (const url of PAGES()) {
        const { statusCode, body } = await get(url)
        expect(GOOD, url).toContain(statusCode)
        expect(HIDDEN.exec(body)?.[0], `${url} ${round}`).toBeUndefined()
      }
    }
  })

  test('is in the reply for its code only', async () => {
    const { ticket_types } = (await get(`/api/events/${event.id}?code=media`)).json()
    expect(ticket_types).toMatchObject([{ name: 'Standard' }, { name: 'Zebra lounge' }])
  })

  test('is in no screen of USSD without its code', async () => {
    const { dial_code } = (await get(`/api/events/${event.id}`)).json()
    const phone = makeDialler(stage)
    const screens = [await phone.dial(), await phone.dial(String(dial_code))]
    screens.push(await phone.type('1'), await phone.type('9'), await phone.type('1'))
    expect(screens.map(({ screen }) => screen).join('\n')).not.toMatch(HIDDEN)
    expect(screens[1]!.screen).toMatch(/Standard/)
  })

  test('does not set the price of the share card', async () => {
    const plain = await buildEvent(stage.db, { types: [types[0]!] })
    const priceOf = async ({ id }: BuiltEvent) => {
      const { share_image } = (await get(`/api/events/${id}`)).json()
      return share_image.replace(id, '')
    }
    await stage.db
      .updateTable('event')
      .set({ title: 'Derby Day' })
      .where('id', '=', plain.id)
      .execute()
    const asEvent = await stage.db
      .selectFrom('event')
      .select(['date', 'time', 'location', 'image_key'])
      .where('id', '=', event.id)
      .executeTakeFirstOrThrow()
    await stage.db.updateTable('event').set(asEvent).where('id', '=', plain.id).execute()
    expect(await priceOf(event)).toBe(await priceOf(plain))
  })

  test('is on the list of gate phones', async () => {
    const phone = await pairPhone({ stage, organizer: owner, event }, { name: 'North' })
    const { body } = await callAs(stage, phone, 'GET /api/gate/list')
    expect(JSON.stringify(body)).toMatch(/Zebra lounge/)
  })
})

// spec: home-quick-chips
test('a priced hidden type does not take an event out of the free events', async () => {
  const free = await buildEvent(stage.db, {
    title: 'Open air',
    types: [
      { name: 'Walk in', price: 0, isFree: true },
      { name: 'Zebra lounge', price: 500, isHidden: true },
    ],
  })
  await stage.db.updateTable('event').set({ price_cents: 0 }).where('id', '=', free.id).execute()
  const { data } = (await get('/api/events?is_free=true')).json()
  expect(data).toMatchObject([{ id: free.id, ticket_types: [{ name: 'Walk in' }] }])
  expect((await get('/api/event_choices')).json()).toMatchObject({ free: true })
})
