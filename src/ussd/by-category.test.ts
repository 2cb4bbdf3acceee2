// spec: ussd-buy
import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { buildEvent } from '../../test/build.ts'
import { digitOf, makeDialler } from '../../test/dialler.ts'
import { keepStage } from '../../test/stage.ts'

const NAMES = ['Comedy', 'Football', 'Gospel', 'Hackathons', 'Jazz', 'Theatre']
const PLAYS = ['One', 'Two', 'Three', 'Four', 'Five', 'Six']

const stage = keepStage()
beforeAll(async () => {
  const rows = NAMES.map((name, position) => ({ id: randomUUID(), name, position }))
  await stage.db.deleteFrom('category').execute()
  await stage.db.insertInto('category').values(rows).execute()
  const theatre = rows.at(-1)!.id
  for (const [at, title] of PLAYS.entries()) {
    const { id } = await buildEvent(stage.db, { title: `Play ${title}` })
    const date = `2099-01-0${at + 1}`
    const event = stage.db.updateTable('event').set({ category_id: theatre, date })
    await event.where('id', '=', id).execute()
  }
  const { id } = await buildEvent(stage.db, { title: 'Stand-up' })
  const comedy = stage.db.updateTable('event').set({ category_id: rows[0]!.id })
  await comedy.where('id', '=', id).execute()
  await buildEvent(stage.db, { title: 'Of no category' })
})

// spec: ussd-language
test('categories have the names of the Swahili pages, and a category without a Swahili name has its own', async () => {
  const phone = makeDialler(stage)
  await phone.dial('6')
  const list = await phone.type('2')
  expect(list.screen).toMatch(/^Aina za matukio\n1 Vichekesho\n2 Football\n/)
  const comedy = await phone.type(digitOf(list, 'Vichekesho'))
  expect(comedy.screen).toContain('1 Stand-up')
})

test('a list shows that an event is sold out', async () => {
  const stand = await buildEvent(stage.db, { title: 'Sit-down', types: [{ capacity: 0 }] })
  const { id } = await stage.db
    .selectFrom('category')
    .select('id')
    .where('name', '=', 'Comedy')
    .executeTakeFirstOrThrow()
  const set = stage.db.updateTable('event').set({ category_id: id, date: '2099-02-01' })
  await set.where('id', '=', stand.id).execute()
  const phone = makeDialler(stage)
  await phone.dial('2')
  const list = await phone.type('1')
  expect(list.screen).toMatch(/^1 Stand-up \w+ \d+ \w+\n2 Sit-down \w+ 1 Feb sold out\n0 Back$/)
  await stage.db
    .updateTable('event')
    .set({ is_published: false })
    .where('id', '=', stand.id)
    .execute()
})

test('an event on the second page of a category beyond the first page can be bought', async () => {
  const phone = makeDialler(stage)
  const menu = await phone.dial()
  const first = await phone.type(digitOf(menu, 'By category'))
  expect(first.screen).toBe(
    'Categories\n1 Comedy\n2 Football\n3 Gospel\n4 Hackathons\n9 More\n0 Back',
  )
  const second = await phone.type(digitOf(first, 'More'))
  expect(second.screen).toBe('Categories\n1 Jazz\n2 Theatre\n0 Back')
  expect((await phone.type(digitOf(second, 'Jazz'))).screen).toContain('No events here yet.')
  const back = await phone.type('0')
  expect(back.screen).toBe(second.screen)
  const plays = await phone.type(digitOf(back, 'Theatre'))
  expect(plays.screen).toMatch(/1 Play One.*\n2 Play Two.*\n3 Play Three.*\n4 Play Four.*\n9 More/)
  const more = await phone.type(digitOf(plays, 'More'))
  expect(more.screen).toMatch(/1 Play Five.*\n2 Play Six/)
  expect(more.screen).not.toMatch(/9 More|no category/)
  const event = await phone.type(digitOf(more, 'Play Six'))
  expect(event.screen).toMatch(/^Play Six/)
  for (const input of ['1', '1']) await phone.type(input)
  expect(await phone.type('1')).toMatchObject({ isOpen: false })
  const order = stage.db
    .selectFrom('order as o')
    .innerJoin('event as e', 'e.id', 'o.event_id')
    .select('e.title')
    .where('o.phone', '=', phone.phone)
  expect(await order.execute()).toEqual([{ title: 'Play Six' }])
})
