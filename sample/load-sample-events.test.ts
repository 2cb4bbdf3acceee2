import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { IMAGE_WIDTHS, imageFile, imageStorageKey } from '../src/events/image.rules.ts'
import { makeLog } from '../src/platform/log.ts'
import { openFolderStorage, type Storage } from '../src/platform/storage/storage.ts'
import { keepDatabase } from '../test/database.ts'
import { SHOP_DATA_DIR } from '../test/shop-files.ts'
import { FIRST_FIXTURE_ID, SECOND_FIXTURE_ID } from './events/sports.ts'
import { loadSampleEvents } from './load-sample-events.ts'
import { storePosters } from './store-posters.ts'

const now = new Date('2026-12-31T23:30:00Z')
const log = makeLog('silent')
const { db } = keepDatabase(4)
/** Keeps the files after the tests, so that browser tests need not encode the posters again. */
const storage = openFolderStorage(SHOP_DATA_DIR)
const load = (into = storage) =>
  loadSampleEvents({ db, log, storage: into, clock: { now: () => now } })

/** Files that a test shop of an earlier run left incomplete. */
let incompleteBefore: string[]
async function listIncomplete(): Promise<string[]> {
  const files = await readdir(path.join(SHOP_DATA_DIR, 'storage/images')).catch(() => [])
  return files.filter((name) => name.startsWith('.')).sort()
}

beforeAll(async () => {
  incompleteBefore = await listIncomplete()
})

async function count(table: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(
    db,
  )
  return rows[0]!.n
}

test('an interrupted start leaves no rows, and the next start loads everything', async () => {
  let left = 20
  const cutOff: Storage = {
    ...storage,
    hasObject: async () => false,
    putObject: async (...object) => {
      if (left-- === 0) throw new Error('cut off')
      await storage.putObject(...object)
    },
  }
  const settings = await count('setting')
  await expect(load(cutOff)).rejects.toThrow('cut off')
  expect(await count('event')).toBe(0)
  expect(await count('setting')).toBe(settings)
  await storePosters(storage)
  // Two processes start at the same time. One process loads the events, and the second finds them
  // loaded. The pictures were stored above, because storing them takes seconds.
  expect((await Promise.all([load(), load()])).sort()).toEqual([false, true])
  expect(await count('setting')).toBe(settings + 1)
}, 120_000)

test('a second start does nothing', async () => {
  const before = await count('ticket_type')
  expect(await load()).toBe(false)
  expect(await count('ticket_type')).toBe(before)
})

// spec: sample-data-fixtures-types
test('the two fixtures match the specification', async () => {
  const { rows } = await sql`
    select e.id, e.expected_attendees, e.is_published, t.name, t.price_cents, t.max_per_order,
      t.type_offset, c.name as category
    from event e join ticket_type t on t.event_id = e.id join category c on c.id = e.category_id
    where e.id in (${FIRST_FIXTURE_ID}, ${SECOND_FIXTURE_ID})
    order by e.id, t.type_offset`.execute(db)
  const shared = { is_published: true, category: 'Sports' }
  const first = { ...shared, id: FIRST_FIXTURE_ID, expected_attendees: 10_000 }
  const second = { ...shared, id: SECOND_FIXTURE_ID, expected_attendees: 5000 }
  expect(rows).toEqual([
    { ...first, name: 'Standard', price_cents: 500, max_per_order: 4, type_offset: 0 },
    { ...first, name: 'VIP', price_cents: 100_000, max_per_order: 2, type_offset: 1 },
    { ...second, name: 'Standard', price_cents: 20_000, max_per_order: 6, type_offset: 0 },
    { ...second, name: 'Premium', price_cents: 50_000, max_per_order: 4, type_offset: 1 },
  ])
})

// spec: short-codes-sample-data
test('the two short codes lead to the fixtures', async () => {
  const codes = await db.selectFrom('short_code').select(['code', 'event_id']).execute()
  expect(codes).toEqual([
    { code: 'derby', event_id: FIRST_FIXTURE_ID },
    { code: 'lake', event_id: SECOND_FIXTURE_ID },
  ])
})

test('categories have the order of the home page, and each has events', async () => {
  const { rows } = await sql<{ name: string; events: number }>`
    select c.name, count(e.id) as events from category c left join event e on e.category_id = c.id
    group by c.id order by c.position`.execute(db)
  expect(rows.map((row) => row.name)).toEqual([
    'Concerts',
    'Festivals',
    'Theater',
    'Sports',
    'Comedy',
  ])
  for (const row of rows) expect(row.events).toBeGreaterThanOrEqual(5)
  expect(await count('event')).toBeGreaterThanOrEqual(26)
})

test('the sample has every kind of event that a screen must handle', async () => {
  const events = await db.selectFrom('event').selectAll().orderBy('date').orderBy('time').execute()
  const types = await db.selectFrom('ticket_type').selectAll().execute()
  const typesOf = (id: string) => types.filter((type) => type.event_id === id)
  const shown = events.filter((event) => event.is_published)
  expect(shown.slice(0, 4).some((event) => event.is_sold_out)).toBe(true)
  expect(shown.some((event) => event.is_limited_tickets)).toBe(true)
  expect(shown.some((event) => event.is_new)).toBe(true)
  expect(shown.length).toBeLessThan(events.length)
  expect(shown.filter((event) => event.is_main_event).length).toBeGreaterThanOrEqual(3)
  expect(shown.filter((e) => e.is_featured && !e.is_main_event).length).toBeGreaterThanOrEqual(6)
  expect(shown.filter((event) => typesOf(event.id).length === 0)).toHaveLength(1)
  expect(shown.some((event) => typesOf(event.id).length === 8)).toBe(true)
  expect(types.some((type) => type.price_cents >= 1_000_000)).toBe(true)
  expect(types.some((type) => type.price_cents % 100 !== 0)).toBe(true)
  const free = types.find((type) => type.price_cents === 0)!
  expect(typesOf(free.event_id).some((type) => type.price_cents > 0)).toBe(true)
  const titles = shown.map((event) => event.title)
  expect(titles.filter((title) => title.length > 50).length).toBeGreaterThanOrEqual(3)
  expect(titles.some((title) => title.length >= 100 && title.length <= 120)).toBe(true)
  expect(titles.some((title) => /'.*".*&/.test(title))).toBe(true)
  expect(titles.some((title) => title.includes('ê') && title.includes('–'))).toBe(true)
})

// spec: sample-data-prices
test('the sample has early birds by number and by date, a sale to come, and a fee on top', async () => {
  const { rows } = await sql<{ title: string; name: string; kes: number; capacity: number | null }>`
    select e.title, s.name, s.price_cents / 100 as kes, l.capacity, s.ends_at::text as ends
    from price_step s join ticket_type t on t.id = s.ticket_type_id join event e on e.id = t.event_id
      left join sale_limit l on l.id = s.limit_id
    where s.price_cents < t.price_cents and (s.ends_at is null or s.ends_at > ${now} and s.ends_at < e.date)
    order by e.title, s.position`.execute(db)
  expect(rows.map((row) => [row.title, row.name, row.kes, row.capacity])).toEqual([
    ['Highland Praise Night', 'First 300', 250, 300],
    ['Highland Praise Night', 'Advance', 320, null],
    ['Laugh Till Nyanya Calls', 'Early bird', 500, 100],
    ['Naivasha Dust Trophy', 'Early bird', 1000, null],
  ])
  const events = await db
    .selectFrom('event')
    .select('title')
    .where('fees_on_top', '=', true)
    .execute()
  expect(events).toEqual([{ title: 'Laugh Till Nyanya Calls' }])
  const types = db.selectFrom('ticket_type').select(['name', 'sale_from'])
  // 10 AM in Nairobi, 12 days after 1 January.
  expect(await types.where('sale_from', 'is not', null).execute()).toEqual([
    { name: 'Hospitality', sale_from: new Date('2027-01-13T07:00:00Z') },
  ])
})

test('type offsets start at 0 and differ, prices agree, no ticket is sold, and all events are upcoming', async () => {
  const { rows } = await sql<Record<string, unknown>>`
    select e.title, array_agg(t.type_offset order by t.type_offset) as offsets,
      bool_and(t.held = 0 and t.sold = 0 and t.capacity > 0) as untouched,
      min(t.price_cents) filter (where t.price_cents > 0) = e.price_cents as from_price,
      e.date > '2027-01-01' or (e.date = '2027-01-01' and e.time > '02:30') as ahead
    from event e join ticket_type t on t.event_id = e.id group by e.id`.execute(db)
  for (const row of rows) {
    const offsets = row.offsets as number[]
    expect(offsets).toEqual(offsets.map((_, index) => index))
    expect(row).toMatchObject({ untouched: true, from_price: true, ahead: true })
  }
})

test('the gates exist, and each ticket type has none, one or two of them', async () => {
  expect(await count('gate')).toBeGreaterThanOrEqual(6)
  const { rows } = await sql<{ gates: number; types: number }>`
    select gates, count(*) as types from (
      select count(g.gate_id) as gates from ticket_type t
      left join ticket_type_gate g on g.ticket_type_id = t.id group by t.id) linked
    group by gates order by gates`.execute(db)
  expect(rows.map((row) => row.gates)).toEqual([0, 1, 2])
})

// spec: pictures-avif-webp
test('each event has its picture in every width and format, and no incomplete file exists', async () => {
  const events = await db.selectFrom('event').select('image_key').execute()
  expect(new Set(events.map((event) => event.image_key)).size).toBe(events.length)
  const maxBytes = { 400: 22_000, 800: 63_000, 1280: 150_000 }
  for (const { image_key } of events) {
    for (const width of IMAGE_WIDTHS) {
      for (const format of ['webp', 'jpg'] as const) {
        const key = imageStorageKey(imageFile(image_key!, width, format))
        const file = await storage.getObject(key)
        const found = await sharp(file!).metadata()
        expect(found, key).toMatchObject({ width, height: (width * 9) / 16 })
        expect(found.format).toBe(format === 'jpg' ? 'jpeg' : 'webp')
        expect(file!.length, key).toBeLessThan(maxBytes[width])
      }
    }
  }
  expect(await listIncomplete()).toEqual(incompleteBefore)
})

test('AVIF files are made after the start, one picture after another', async () => {
  const jobs = await db.selectFrom('job').selectAll().where('lane', '=', 'picture').execute()
  expect(jobs).toHaveLength(await count('event'))
  for (const job of jobs) expect(job.run_at.getTime() - job.created_at.getTime()).toBe(30_000)
})

test('deleted events do not come back', async () => {
  const tables = ['price_step', 'sale_limit', 'short_code', 'ticket_type_gate', 'ticket_type']
  for (const table of [...tables, 'event']) {
    await sql`delete from ${sql.table(table)}`.execute(db)
  }
  expect(await load()).toBe(false)
  expect(await count('event')).toBe(0)
})
