import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildAccount } from '../../../test/accounts.ts'
import { behind } from '../../../test/behind.ts'
import { type BuiltEvent, buildEvent } from '../../../test/build.ts'
import { callAs } from '../../../test/cancelling.ts'
import { readAudit } from '../../../test/event-audit.ts'
import { keepStage, makeStage } from '../../../test/stage.ts'
import { buildMember } from '../../../test/team.ts'
import { strangerWordsFault } from '../../messages/stranger-words.rules.ts'
import { lockVisibleEvent } from '../cancel.sql.ts'
import type { SharingReply } from './sharing.contract.ts'
import { shortLinkFault, shortLinkName } from './short-link.rules.ts'

const DATE = '2030-12-15'

const stage = keepStage({ PUBLIC_ORIGIN: 'https://lango.example', USSD_CODE: '*265*25#' })
let owner: Awaited<ReturnType<typeof buildAccount>>
let event: BuiltEvent
beforeAll(async () => {
  owner = await buildAccount(stage)
})
beforeEach(async () => {
  const types = [{ price: 1500 }, { price: 500 }, { price: 0, isFree: true }]
  event = await buildEvent(stage.db, { organizerId: owner.id, date: DATE, types })
})

async function sharing(): Promise<SharingReply> {
  const { status, body } = await callAs(stage, owner, `GET /api/events/${event.id}/sharing`)
  expect(status).toBe(200)
  return body
}
const choose = (name: string, by = owner, id = event.id) =>
  callAs(stage, by, `POST /api/events/${id}/short_links`, { name })
const change = (set: object) =>
  stage.db.updateTable('event').set(set).where('id', '=', event.id).execute()
const dialOf = async () => {
  const [row] = await stage.db
    .selectFrom('event')
    .select('dial_code')
    .where('id', '=', event.id)
    .execute()
  return `*265*25*${row!.dial_code}#`
}
const move = async (old: { old_date?: string; old_time?: string; old_location?: string }) => {
  const now = { new_date: DATE, new_time: '15:00', new_location: 'Nyayo Stadium, Nairobi' }
  await stage.db
    .insertInto('event_change')
    .values({
      ...{ id: randomUUID(), event_id: event.id, ...now, notify_buyers: false },
      ...{ old_date: DATE, old_time: '15:00', old_location: now.new_location, ...old },
      ...{ announced_at: new Date(), request_until: new Date() },
    })
    .execute()
}

// spec: share-texts
describe('the text for WhatsApp', () => {
  test('has title, date, place, lowest price, link and dial code, in both languages', async () => {
    const { url, dial, texts } = await sharing()
    expect(url).toBe(`https://lango.example/event/${event.id}`)
    expect(dial).toBe(await dialOf())
    expect(texts.en.split('\n')).toEqual([
      ...['Derby Day', 'Sunday, December 15, 2030 · 3:00 PM', 'Nyayo Stadium, Nairobi'],
      ...['From KES 500', '', `Tickets: ${url}`, `No internet? Dial ${dial}`],
    ])
    expect(texts.sw.split('\n')).toEqual([
      ...['Derby Day', 'Jumapili, 15 Desemba 2030 · 3:00 PM', 'Nyayo Stadium, Nairobi'],
      ...['Kuanzia KES 500', '', `Tiketi: https://lango.example/sw/event/${event.id}`],
      `Huna intaneti? Piga ${dial}`,
    ])
  })

  test.each([
    ['is sold out', { is_sold_out: true }, 'Sold out', 'Tiketi zimeisha'],
    ['was cancelled', { cancelled_at: new Date() }, 'Cancelled', 'Limefutwa'],
    ['is over', { date: '2024-05-01' }, 'This event is over', 'Tukio limeisha'],
  ])('sells nothing once the event %s', async (_what, set, en, sw) => {
    await change(set)
    const { dial, texts } = await sharing()
    expect(dial).toBeNull()
    expect([texts.en.split('\n')[1], texts.sw.split('\n')[1]]).toEqual([en, sw])
    expect(texts.en).toMatch(/\n\nRead more: https:\S+$/)
    expect(texts.sw).toMatch(/\n\nSoma zaidi: https:\S+$/)
  })

  test.each([
    [
      { old_date: '2030-12-14' },
      'New date (was December 14, 2030)',
      'Tarehe mpya (awali 14 Desemba 2030)',
    ],
    [{ old_time: '16:30' }, 'New time (was 4:30 PM)', 'Saa mpya (awali 4:30 PM)'],
    [{ old_location: 'Kasarani' }, 'New venue (was Kasarani)', 'Mahali papya (awali Kasarani)'],
  ])('says what a reschedule changed: %j', async (old, en, sw) => {
    await move(old)
    const { texts, dial } = await sharing()
    expect([texts.en.split('\n')[1], texts.sw.split('\n')[1]]).toEqual([en, sw])
    expect(dial).toBe(await dialOf())
  })

  test('names no dial code if USSD is turned off, and a free event as free', async () => {
    const silent = await makeStage({ USSD_CODE: '' })
    const account = await buildAccount(silent)
    const free = await buildEvent(silent.db, {
      organizerId: account.id,
      types: [{ price: 0, isFree: true }],
    })
    const { body } = await callAs(silent, account, `GET /api/events/${free.id}/sharing`)
    expect(body.dial).toBeNull()
    expect(body.texts.en).toMatch(/\nFree\n\nTickets: \S+$/)
    await silent.close()
  })
})

// spec: short-link
describe('a short link of the organizer', () => {
  test('leads to the event in both languages, also after the title changed, and is counted', async () => {
    const name = 'chipukizi-2030'
    const { status, body } = await choose(`  ${name.toUpperCase().replace('-', ' ')} `)
    const url = `https://lango.example/m/${name}`
    expect([status, body.url]).toEqual([201, url])
    await change({ title: 'Another name' })
    for (const [path, page] of [
      [`/m/${name}`, `/event/${event.id}`],
      [`/sw/m/${name.toUpperCase()}`, `/sw/event/${event.id}`],
    ] as const) {
      const { statusCode, headers } = await stage.app.inject(path)
      expect([statusCode, headers.location]).toEqual([302, page])
    }
    const { texts, short_links } = await sharing()
    expect(short_links).toEqual([{ name, url, visits: 2 }])
    expect(texts.en).toContain(`Tickets: ${url}\n`)
    expect(texts.sw).toContain(`Tiketi: https://lango.example/sw/m/${name}\n`)
    expect((await readAudit(stage, event)).at(-1)).toEqual({
      ...{ action: 'short_link_chosen', before: null, after: name },
    })
    expect((await choose(name)).body.short_links).toHaveLength(1)
  })

  test('is taken once, also from the codes of admins, and in any case', async () => {
    const code = 'taken-derby'
    const other = await buildEvent(stage.db)
    await stage.db.insertInto('short_code').values({ code, event_id: other.id }).execute()
    const { status, body } = await choose(code.toUpperCase())
    const error = `The link ${code} is taken. Choose another name.`
    expect([status, body]).toMatchObject([409, { code: 'duplicate', field: 'name', error }])
  })

  test.each([
    ['ab', /^Use 3 to 40 letters/],
    ['a'.repeat(41), /^Use 3 to 40 letters/],
    ['tamasha!', /^Use 3 to 40 letters/],
    ['-derby', /^Use 3 to 40 letters/],
    ['der--by', /^Use 3 to 40 letters/],
    ['', /^Use 3 to 40 letters/],
    ['Login', /^'login' could be taken for a page of ours/],
    ['my-ticket', /could be taken for a page of ours/],
    ['safaricom-derby', /must not seem to come from a bank/],
    ['m-pesa', /must not seem to come from a bank/],
    ['0712345678', /phone numbers and other long numbers/],
    ['win-cash', /amounts of money, prizes and loans/],
  ])('%s is refused at its field', async (name, error) => {
    const { status, body } = await choose(name)
    expect([status, body.field]).toEqual([422, 'name'])
    expect(body.error).toMatch(error)
  })

  test.each(['chipukizi', 'Chipukizi 2027', 'mtaa-vibes', 'sol-fest-26'])(
    '%s is accepted',
    (name) => {
      const link = shortLinkName(name)
      expect([shortLinkFault(link), strangerWordsFault(link)]).toEqual([null, null])
    },
  )

  test('is one of at most three, also if two are chosen at the same time', async () => {
    for (const name of ['north', 'south']) expect((await choose(name)).status).toBe(201)
    const answers = await behind(
      stage.db,
      (tx) => lockVisibleEvent(tx, owner.viewer, event.id),
      () => Promise.all([choose('east'), choose('west')]),
      { waiters: 2 },
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
    expect((await sharing()).short_links).toHaveLength(3)
    expect((await choose('one-more')).body).toMatchObject({ code: 'too_many_links' })
  })

  test('belongs to published events of the own team, and is chosen by its editors', async () => {
    const draft = await buildEvent(stage.db, { organizerId: owner.id, published: false })
    expect((await choose('early', owner, draft.id)).body).toMatchObject({ code: 'not_public' })
    const reply = await callAs(stage, owner, `GET /api/events/${draft.id}/sharing`)
    expect([reply.status, reply.body.code]).toEqual([409, 'not_public'])
    const stranger = await buildAccount(stage)
    expect((await choose('stolen', stranger)).status).toBe(404)
    expect((await choose('stolen', owner, 'x')).status).toBe(404)
    const member = (role: 'door_lead' | 'editor') =>
      buildMember(stage, { organizerId: owner.id, role })
    const [doorLead, editor] = [await member('door_lead'), await member('editor')]
    const path = `/api/events/${event.id}`
    const door = await callAs(stage, doorLead, `GET ${path}/sharing`)
    expect([door.status, (await choose('doors', doorLead)).status]).toEqual([200, 403])
    expect((await choose('by-an-editor', editor)).status).toBe(201)
  })

  test('no longer counts as own once an admin points it to another event', async () => {
    const name = 'pointed-elsewhere'
    await choose(name)
    const other = await buildEvent(stage.db)
    const admin = await buildAccount(stage, 'admin')
    await callAs(stage, admin, `PUT /api/short_codes/${name}`, { event_id: other.id })
    expect((await sharing()).short_links).toEqual([])
  })
})

// spec: story-picture
describe('the story picture', () => {
  const pathOf = async (language: 'en' | 'sw' = 'en') =>
    new URL((await sharing()).pictures[language]).pathname

  test('is a public JPEG of 1080 × 1920, cacheable for a year; an older address has the current one', async () => {
    const older = await pathOf()
    const first = await stage.app.inject(older)
    expect(first.statusCode).toBe(200)
    expect(first.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    const { width, height } = await sharp(first.rawPayload).metadata()
    expect([width, height]).toEqual([1080, 1920])
    await change({ title: 'Lake Derby' })
    const outdated = await stage.app.inject(older)
    expect(outdated.headers['cache-control']).toBe('public, max-age=300')
    expect(outdated.rawPayload).toEqual((await stage.app.inject(await pathOf())).rawPayload)
    expect(outdated.rawPayload).not.toEqual(first.rawPayload)
  })

  test('has another address with each change that it shows, and in each language', async () => {
    const seen = [await pathOf(), await pathOf('sw')]
    await change({ description: 'Other words', is_new: true })
    expect(await pathOf()).toBe(seen[0])
    expect((await choose('lake-derby-story')).status).toBe(201)
    seen.push(await pathOf())
    expect((await stage.app.inject(seen.at(-1)!)).headers['cache-control']).toContain('immutable')
    for (const set of [
      { title: 'Lake Derby' },
      { time: '16:00' },
      { location: 'Kisumu' },
      { image_key: 'lake-1a2b3c4d' },
      { is_sold_out: true },
      { cancelled_at: new Date() },
    ]) {
      await change(set)
      seen.push(await pathOf())
    }
    expect(new Set(seen).size).toBe(seen.length)
  })

  test('of a draft, an unknown event or another name is 404, and in another language refused', async () => {
    const path = await pathOf()
    await change({ is_published: false })
    const known = [path, path.replace(event.id, randomUUID()), '/share/en/x.jpg']
    for (const one of known) expect((await stage.app.inject(one)).statusCode).toBe(404)
    const { statusCode } = await stage.app.inject(path.replace('/en/', '/fr/'))
    expect(statusCode).toBe(422)
  })
})
