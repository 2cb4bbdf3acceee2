// spec: given-copied-links
import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { buildAccount } from '../../test/accounts.ts'
import { buildEvent, newPhone } from '../../test/build.ts'
import { callAs } from '../../test/cancelling.ts'
import { readStock } from '../../test/purchase.ts'
import { keepStage } from '../../test/stage.ts'
import { buildMember } from '../../test/team.ts'
import { nairobiDate } from '../platform/values/nairobi.rules.ts'

// Tests the sponsor links that a removed member may have copied.

type Account = Awaited<ReturnType<typeof buildAccount>>

const stage = keepStage()
let owner: Account
beforeEach(async () => {
  owner = await buildAccount(stage)
})

async function ownEvent(organizer_id = owner.id) {
  const event = await buildEvent(stage.db, { types: [{ capacity: 50 }] })
  await stage.db.updateTable('event').set({ organizer_id }).where('id', '=', event.id).execute()
  return event
}

async function linkOf(event: Awaited<ReturnType<typeof ownEvent>>, by = owner) {
  const { status, body } = await callAs(stage, by, `POST /api/events/${event.id}/allotments`, {
    ...{ nonce: randomUUID(), name: 'Brookside', ticket_type_id: event.types[0]!.id },
    ...{ quantity: 3, ends_on: nairobiDate(stage.clock.now()) },
  })
  expect(status, JSON.stringify(body)).toBe(201)
  return body.url.split('/').at(-1) as string
}

const claim = async (token: string) => {
  const path = `POST /api/allotments/${token}/claims`
  return (await callAs(stage, owner, path, { phone: newPhone() })).status
}
const read = (query = '', by = owner) =>
  callAs(stage, by, `GET /api/organizations/${owner.id}/allotments${query}`)
const end = (body: object, by = owner) =>
  callAs(stage, by, `POST /api/organizations/${owner.id}/allotments/withdraw`, body)

test('links that a removed member copied go on, are counted, and end with one call', async () => {
  const [one, two, strange] = [await ownEvent(), await ownEvent(), await ownEvent(owner.id)]
  const stranger = await buildAccount(stage)
  const theirs = { organizer_id: stranger.id }
  await stage.db.updateTable('event').set(theirs).where('id', '=', strange.id).execute()
  const member = await buildMember(stage, { organizerId: owner.id, role: 'editor' })
  const tokens = [await linkOf(one, member), await linkOf(two)]
  const kept = await linkOf(strange, stranger)
  const { body: team } = await callAs(stage, owner, `GET /api/organizations/${owner.id}/members`)
  const { id } = team.members.find(
    (row: { account: { id: string } }) => row.account.id === member.id,
  )
  const removed = await stage.app.inject({
    ...{ method: 'DELETE', url: `/api/organizations/${owner.id}/members/${id}` },
    headers: owner.headers,
  })
  expect(removed.statusCode).toBe(200)
  expect(await claim(tokens[0]!)).toBe(201)
  expect((await read()).body).toEqual({ open: 2, left: 5 })
  expect((await end({})).body).toEqual({ open: 0, left: 0 })
  expect([await claim(tokens[0]!), await claim(tokens[1]!)]).toEqual([409, 409])
  expect(await claim(kept)).toBe(201)
  expect((await readStock(stage, one.types[0]!.id)).sold).toBe(1)
  const log = stage.db.selectFrom('audit_log').select('action').where('account_id', '=', owner.id)
  const actions = (await log.execute()).map(({ action }) => action)
  expect(actions.filter((action) => action === 'allotment_withdrawn')).toHaveLength(2)
})

test('for a member of one event only the links of this event are counted and ended', async () => {
  const [one, two] = [await ownEvent(), await ownEvent()]
  const tokens = [await linkOf(one), await linkOf(two)]
  expect((await read(`?event_id=${one.id}`)).body).toEqual({ open: 1, left: 3 })
  expect((await end({ event_id: one.id })).body).toEqual({ open: 0, left: 0 })
  expect([await claim(tokens[0]!), await claim(tokens[1]!)]).toEqual([409, 201])
  expect((await read()).body).toEqual({ open: 1, left: 2 })
})

test('only owners and admins count and end the links, and a wrong id is refused by its field', async () => {
  await linkOf(await ownEvent())
  const stranger = await buildAccount(stage)
  for (const reply of [await read('', stranger), await end({}, stranger)]) {
    expect([reply.status, reply.body.code]).toEqual([404, 'organization_not_found'])
  }
  const wrong = await end({ event_id: 'x' })
  expect([wrong.status, wrong.body.field]).toEqual([422, 'event_id'])
  const admin = await buildAccount(stage, 'admin')
  expect((await end({}, admin)).body).toEqual({ open: 0, left: 0 })
})
