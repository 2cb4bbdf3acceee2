import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { buildEvent, type EventSpec } from '../../../test/build.ts'
import { countStatements } from '../../../test/count-statements.ts'
import { callApi } from '../../../test/http.ts'
import { pay, prompted } from '../../../test/purchase.ts'
import { keepStage } from '../../../test/stage.ts'
import { inTransaction } from '../../platform/database/db.ts'
import { nairobiDate } from '../../platform/values/nairobi.rules.ts'
import { thisWeekend } from './date-range.rules.ts'

const stage = keepStage()
beforeEach(async () => {
  await stage.db.updateTable('event').set({ is_published: false }).execute()
})

type Fields = { description?: string; location?: string; category_id?: string; time?: string }

async function event(title: string, spec: EventSpec = {}, fields: Fields = {}): Promise<string> {
  const { id } = await buildEvent(stage.db, { title, ...spec })
  if (Object.keys(fields).length > 0) {
    await stage.db.updateTable('event').set(fields).where('id', '=', id).execute()
  }
  return id
}

async function list(query: Record<string, string>) {
  return await callApi(stage, { url: '/api/events', query })
}

async function titles(query: Record<string, string>): Promise<string[]> {
  const { status, body } = await list(query)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data.map((found: { title: string }) => found.title)
}

async function read(id: string) {
  return (await stage.app.inject(`/api/events/${id}`)).json()
}

describe('search', () => {
  // spec: search-case-title
  test('a search looks in title, description and venue, in any case, soonest first', async () => {
    await event('Third', { date: '2031-03-01' }, { location: 'Uhuru Gardens' })
    await event('UHURU first', { date: '2031-01-01' })
    await event('Second', { date: '2031-02-01' }, { description: 'A night of uhuru songs' })
    await event('Other', { date: '2031-01-15' })
    expect(await titles({ q: 'uHuRu' })).toEqual(['UHURU first', 'Second', 'Third'])
    expect(await titles({ q: '  uhuru  ' })).toHaveLength(3)
    expect(await titles({ q: 'uhuru songs' })).toEqual(['Second'])
  })

  test.each([
    ['%', '100% Benga', '100 Benga'],
    ['_', 'Run_Nairobi', 'Run Nairobi'],
    ['\\', 'Back\\slash', 'Backslash'],
  ])('%s is that sign and no pattern', async (sign, hit, miss) => {
    await event(hit)
    await event(miss)
    expect(await titles({ q: sign })).toEqual([hit])
    expect(await titles({ q: `${sign}${sign}` })).toEqual([])
  })

  // spec: search-words-folded
  test('a search finds all words in any order, across title, venue, description and category', async () => {
    const category_id = randomUUID()
    const category = { id: category_id, name: 'Théâtre Nights', position: 8 }
    await stage.db.insertInto('category').values(category).execute()
    await event('Mashemeji Derby', { date: '2031-01-01' }, { location: 'Nyayo Stadium, Nairobi' })
    await event('Nyayo Memories', { date: '2031-01-02' }, { description: 'Songs of the derby' })
    await event('Hamlet', { date: '2031-01-03' }, { category_id, location: 'Kisumu' })
    expect(await titles({ q: 'derby nyayo' })).toEqual(['Mashemeji Derby', 'Nyayo Memories'])
    expect(await titles({ q: 'nairobi, DERBY mashemeji' })).toEqual(['Mashemeji Derby'])
    expect(await titles({ q: 'erby emor' })).toEqual(['Nyayo Memories'])
    expect(await titles({ q: 'derby kisumu' })).toEqual([])
    expect(await titles({ q: 'kisumu theatre' })).toEqual(['Hamlet'])
    expect(await titles({ q: 'night hamlet théatre' })).toEqual(['Hamlet'])
    expect(await titles({ q: 'theatre derby' })).toEqual([])
    const renamed = stage.db.updateTable('category').set({ name: 'Drama' })
    await renamed.where('id', '=', category_id).execute()
    expect(await titles({ q: 'drama' })).toEqual(['Hamlet'])
    expect(await titles({ q: 'theatre' })).toEqual([])
  })

  // spec: search-words-folded
  test.each([
    ['case', 'GOR Mahia', ['gor mahia', 'gOR MAHIA']],
    ['spaces', 'Gor\u00a0Mahia', ['  gor \t  mahia ', 'gormahia', 'mahia gor']],
    ['spaces that were not typed in the title', 'AfroFest', ['afro fest']],
    ['dashes', 'Afro–Fusion', ['afro-fusion', 'afro fusion', 'Fusion—Afro', 'afrofusion']],
    ['accents', 'Soirée à Lamu', ['soiree a lamu', 'SOIRÉE', 'soire\u0301e']],
    ['accents that were typed', 'Cafe Concert', ['café']],
    ['letters with a stroke', 'Łódź Ørkester Straße', ['lodz', 'orkester', 'strasse']],
    ['a curly apostrophe', 'Ng’ang’a na K’Ogalo', ["ng'ang'a", 'nganga', 'Ng’ang’a', 'kogalo']],
    ['a straight apostrophe', "Ng'ang'a na K'Ogalo", ["ng'ang'a", 'nganga', 'Ng‘ang´a', 'k’ogalo']],
    ['signs around words', 'Jazz, Blues (live)', ['“jazz”', 'blues!', 'live jazz,']],
    ['signs in words', 'R&B: 50% off', ['r&b', '50% r&b']],
  ])('folds %s', async (_what, title, searches) => {
    await event(title)
    await event('Another one')
    for (const q of searches) expect([q, await titles({ q })]).toEqual([q, [title]])
    expect(await titles({ q: `${searches[0]} nowhere` })).toEqual([])
  })

  // spec: search-words-folded
  test.each(["'", '’’', '-', ' – '])(
    'a search for %j has no words, and finds nothing',
    async (q) => {
      await event("Ng'ang'a live - now")
      expect(await titles({ q })).toEqual([])
    },
  )

  test('a rare word is found by the index', async () => {
    const plan = inTransaction(stage.db, async (tx) => {
      await sql`insert into event (id, title, date, time, location, price_cents, description)
        select gen_random_uuid(), 'Concert ' || n, '2031-01-01', '18:00', 'Nairobi', 100,
          md5(n::text) || ' ' || md5((-n)::text)
        from generate_series(1, 5000) n`.execute(tx)
      await sql`analyze event`.execute(tx)
      // The table is small here, so PostgreSQL would scan it. For a table of a million rows it
      // would use the index.
      await sql`set local enable_seqscan = off`.execute(tx)
      const { rows } = await sql`
        explain select id from event where search_text like '%qwxyz%'`.execute(tx)
      throw new Error(JSON.stringify(rows))
    })
    await expect(plan).rejects.toThrow('event__search')
  })

  // spec: search-debounce-300
  test.each(['', '   ', '\t\n'])('a blank search finds nothing: %j', async (q) => {
    await event('There')
    expect(await list({ q })).toEqual({ status: 200, body: { data: [], next_cursor: null } })
  })

  // spec: past-events-leave
  test('a search finds no draft, no cancelled event and no past event', async () => {
    await event('Benga draft', { published: false })
    await event('Benga cancelled', { cancelled: true })
    await event('Benga of old', { date: '2024-01-01' })
    await event('Benga to come')
    expect(await titles({ q: 'benga' })).toEqual(['Benga to come'])
  })

  test.each(['\u0000', 'x'.repeat(201)])('an odd query is a 4xx: %j', async (q) => {
    const { status } = await list({ q })
    expect(status).toBe(422)
  })
})

describe('browsing', () => {
  test('a date range includes both ends, and combines with a category and a flag', async () => {
    const category_id = randomUUID()
    const category = { id: category_id, name: 'Acrobatics', position: 7 }
    await stage.db.insertInto('category').values(category).execute()
    await event('A', { date: '2031-05-01' }, { category_id })
    await event('B', { date: '2031-05-15' })
    await event('C', { date: '2031-05-31' }, { category_id })
    await event('D', { date: '2031-06-01' }, { category_id })
    expect(await titles({ from: '2031-05-01', to: '2031-05-31' })).toEqual(['A', 'B', 'C'])
    expect(await titles({ from: '2031-05-31' })).toEqual(['C', 'D'])
    expect(await titles({ to: '2031-05-01' })).toEqual(['A'])
    const both = { category: 'aCROBATICS', to: '2031-05-31' }
    expect(await titles(both)).toEqual(['A', 'C'])
    expect(await titles({ ...both, is_featured: 'true' })).toEqual([])
    expect(await titles({ category: 'Nothing' })).toEqual([])
    // Events without a category are listed under this name.
    expect(await titles({ category: 'uncategorizeD', to: '2031-06-01' })).toEqual(['B'])
  })

  test('pages list each event once and in order, even events at the same time', async () => {
    for (const name of ['a', 'b', 'c', 'd', 'e']) await event(name, { date: '2031-07-01' })
    await event('early', { date: '2031-07-01' }, { time: '08:00' })
    await event('next day', { date: '2031-07-02' })
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const query: Record<string, string> = { limit: '2', ...(cursor && { cursor }) }
      const { body } = await list(query)
      seen.push(...body.data.map((found: { title: string }) => found.title))
      cursor = body.next_cursor
    } while (cursor !== null && seen.length < 20)
    expect(seen[0]).toBe('early')
    expect(seen.slice(1, 6).sort()).toEqual(['a', 'b', 'c', 'd', 'e'])
    expect(seen.slice(6)).toEqual(['next day'])
  })

  test.each([
    ['from', '2031-02-30'],
    ['to', 'soon'],
    ['limit', '101'],
    ['limit', '0'],
    ['cursor', 'nonsense'],
    ['is_main_event', 'yes'],
  ])('refuses %s=%s and names it', async (field, value) => {
    const { status, body } = await list({ [field]: value })
    expect(status).toBe(422)
    expect(body).toMatchObject({ code: 'invalid_field', field })
  })
})

describe('remaining tickets', () => {
  const types = [{ capacity: 10, maxPerOrder: 10 }]

  async function sell(id: string, quantity: number, receipt: string): Promise<void> {
    const type = await stage.db
      .selectFrom('ticket_type')
      .select('id')
      .where('event_id', '=', id)
      .executeTakeFirstOrThrow()
    const built = { id, title: '', types: [{ id: type.id, price: 100 }] }
    await pay(stage, await prompted(stage, built, [quantity]), receipt)
  }

  // spec: event-sold-out
  test('the next reply after a sale shows limited or sold out', async () => {
    const id = await event('Derby', { types })
    expect(await read(id)).toMatchObject({ is_sold_out: false, is_limited_tickets: false })
    await sell(id, 9, 'UKV0000001')
    expect(await read(id)).toMatchObject({
      is_sold_out: false,
      is_limited_tickets: true,
      ticket_types: [{ available: 1 }],
    })
    await sell(id, 1, 'UKV0000002')
    expect(await read(id)).toMatchObject({ is_sold_out: true, ticket_types: [{ available: 0 }] })
    const { body } = await list({ q: 'Derby' })
    expect(body.data[0]).toMatchObject({ is_sold_out: true })
  })

  // spec: event-sold-out
  test('an event is limited when at most a tenth is left', async () => {
    const id = await event('Eight of ten', { types })
    await sell(id, 8, 'UKV0000003')
    expect(await read(id)).toMatchObject({ is_limited_tickets: false })
  })

  test('held tickets are not sold, because they may come back', async () => {
    const id = await event('Held', { types })
    const type = await stage.db
      .selectFrom('ticket_type')
      .select('id')
      .where('event_id', '=', id)
      .executeTakeFirstOrThrow()
    await prompted(stage, { id, title: '', types: [{ id: type.id, price: 100 }] }, [10])
    expect(await read(id)).toMatchObject({
      is_sold_out: false,
      is_limited_tickets: false,
      ticket_types: [{ available: 0 }],
    })
  })

  test.each([
    [{ is_sold_out: true }, { is_sold_out: true, ticket_types: [{ available: 0 }] }],
    [{ is_limited_tickets: true }, { is_limited_tickets: true, ticket_types: [{ available: 10 }] }],
  ])('what the organizer ticked stands though there is stock: %j', async (tick, shown) => {
    const id = await event('Ticked', { types })
    await stage.db.updateTable('event').set(tick).where('id', '=', id).execute()
    expect(await read(id)).toMatchObject(shown)
  })

  test('an event without ticket types is not sold out', async () => {
    const id = await event('No types', { types: [] })
    expect(await read(id)).toMatchObject({ is_sold_out: false, is_limited_tickets: false })
  })

  test('replies are not cached, because the next one may differ', async () => {
    const id = await event('Fresh', { types })
    const { headers } = await stage.app.inject(`/api/events/${id}`)
    expect(headers['cache-control'] ?? 'no-cache').not.toMatch(/max-age=[1-9]/)
  })
})

test('an event with its types takes one statement, and a list takes two', async () => {
  const id = await event('Counted', { types: [{ name: 'Low' }, { name: 'Top' }] })
  expect(await countStatements(() => read(id))).toEqual({ statements: 1, commits: 0 })
  expect(await countStatements(() => list({}))).toEqual({ statements: 2, commits: 0 })
  expect((await read(id)).ticket_types).toEqual((await list({})).body.data[0].ticket_types)
})

describe('quick choices', () => {
  // spec: home-quick-chips
  test('a town is the last part of the venue, in any case, and nothing else', async () => {
    await event('Benga', {}, { location: 'Dunga Beach, Kisumu' })
    await event('The Last Train to Kisumu', {}, { location: 'National Theatre, Nairobi' })
    await event('Kisumu Road', {}, { location: 'Kisumu Grill, Kisumu Road, Nairobi' })
    expect(await titles({ town: 'kisumu' })).toEqual(['Benga'])
    expect(await titles({ town: 'Nairobi' })).toHaveLength(2)
    expect(await titles({ town: 'Kis%' })).toEqual([])
    expect((await list({ town: 'x'.repeat(101) })).status).toBe(422)
  })

  // spec: home-quick-chips
  test('a free event has no ticket type with a price', async () => {
    const free = await event('Open Day', { types: [] })
    const child = await event('Half free', { types: [{ price: 0 }, { price: 200 }] })
    await event('Paid', { types: [{ price: 200 }] })
    const parking = await event('Paid parking', {
      types: [{ price: 0 }, { price: 300, kind: 'add_on' }],
    })
    const ids = [free, child, parking]
    await stage.db.updateTable('event').set({ price_cents: 0 }).where('id', 'in', ids).execute()
    expect((await titles({ is_free: 'true' })).sort()).toEqual(['Open Day', 'Paid parking'])
    expect((await list({ is_free: 'false' })).status).toBe(422)
  })

  // spec: home-quick-chips
  test('only choices that find one of the next events are offered, towns by their number of events', async () => {
    const choices = async () => (await callApi(stage, { url: '/api/event_choices' })).body
    expect(await choices()).toEqual({ tonight: false, weekend: false, free: false, towns: [] })
    const today = nairobiDate(stage.clock.now())
    const { from: friday } = thisWeekend(today)
    await event('Tonight', { date: today }, { location: 'Alliance, Nairobi' })
    await event('A', {}, { location: 'Mama Ngina Waterfront, Mombasa' })
    await event('B', {}, { location: 'Fort Jesus, Mombasa' })
    await event('C', {}, { location: 'Uhuru Park' })
    await event('D', {}, { location: 'Likoni, mombasa' })
    const found = await choices()
    expect(found).toEqual({
      tonight: true,
      weekend: today >= friday,
      free: false,
      towns: ['Mombasa', 'Nairobi'],
    })
  })
})
