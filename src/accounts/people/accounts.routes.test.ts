// spec: admins-see-here
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { buildAccount } from '../../../test/accounts.ts'
import { buildEvent } from '../../../test/build.ts'
import { callApi } from '../../../test/http.ts'
import { keepStage } from '../../../test/stage.ts'
import { buildMember } from '../../../test/team.ts'
import type { AccountList } from '../accounts.contract.ts'

type Account = Awaited<ReturnType<typeof buildAccount>>

const stage = keepStage()
let admin: Account
let organizer: Account
beforeAll(async () => {
  admin = await buildAccount(stage, 'admin')
  organizer = await buildAccount(stage)
})

type ListReply = { status: number; body: AccountList & { field?: string } }

async function list(
  query: string,
  headers: Record<string, string> = admin.headers,
): Promise<ListReply> {
  return await callApi(stage, { url: `/api/accounts${query}`, headers })
}

async function setRole(id: string, role: unknown, by = admin) {
  return await callApi(stage, {
    method: 'PUT',
    url: `/api/accounts/${id}`,
    headers: by.headers,
    payload: { role },
  })
}

describe('the list of accounts', () => {
  test('is for admins only, in pages, sorted by address', async () => {
    expect((await list('', {})).status).toBe(401)
    expect((await list('', organizer.headers)).status).toBe(403)
    const emails = [admin, organizer].map(({ email }) => email).sort()
    const { body } = await list('')
    expect(body.data.map(({ email }) => email)).toEqual(emails)
    expect(body.data.find(({ id }) => id === organizer.id)).toEqual({
      id: organizer.id,
      email: organizer.email,
      role: 'organizer',
      full_name: 'Amina Odhiambo',
      confirmed: true,
      publishes_alone: false,
      team_roles: [],
      created_at: expect.stringMatching(/Z$/),
    })
    const first = (await list('?limit=1')).body
    const second = (await list(`?limit=1&cursor=${first.next_cursor}`)).body
    expect([...first.data, ...second.data]).toEqual(body.data)
    expect(second.next_cursor).toBeNull()
  })

  test('searches names and addresses, and takes % and _ literally', async () => {
    await stage.db
      .updateTable('account')
      .set({ full_name: 'Wairimu 100%_Sure' })
      .where('id', '=', organizer.id)
      .execute()
    const found = async (query: string) => (await list(query)).body.data.map(({ id }) => id)
    expect(await found('?q=WAIRIMU')).toEqual([organizer.id])
    expect(await found(`?q=${organizer.email.slice(3, 20)}`)).toEqual([organizer.id])
    expect(await found('?q=100%25_')).toEqual([organizer.id])
    expect(await found('?q=%25%25')).toEqual([])
    expect(await found('?q=i_u')).toEqual([])
    expect(await found('?role=admin')).toEqual([admin.id])
    expect(await found('?q=%20')).toHaveLength(2)
  })

  test('names the wrong parameter of a query', async () => {
    for (const [query, field] of [
      ['?limit=0', 'limit'],
      ['?cursor=!!', 'cursor'],
      ['?cursor=AAAA', 'cursor'],
      ['?role=owner', 'role'],
    ] as const) {
      expect(await list(query), query).toMatchObject({ status: 422, body: { field } })
    }
  })
})

describe('a role', () => {
  test('is changed by admins, takes effect with the next call, and is recorded in the audit log', async () => {
    expect(await setRole(organizer.id, 'admin')).toMatchObject({
      status: 200,
      body: { id: organizer.id, role: 'admin' },
    })
    expect((await list('', organizer.headers)).status).toBe(200)
    expect((await setRole(organizer.id, 'organizer')).status).toBe(200)
    expect((await setRole(organizer.id, 'organizer')).status).toBe(200)
    expect((await list('', organizer.headers)).status).toBe(403)
    const rows = await stage.db
      .selectFrom('audit_log')
      .select(['account_id', 'action', 'subject', 'before', 'after'])
      .orderBy('id')
      .execute()
    const about = { account_id: admin.id, action: 'role_changed', subject: organizer.id }
    expect(rows).toEqual([
      { ...about, before: 'organizer', after: 'admin' },
      { ...about, before: 'admin', after: 'organizer' },
    ])
  })

  test('of the last admin stays, even if the id is written in upper case', async () => {
    for (const id of [admin.id, admin.id.toUpperCase()]) {
      expect(await setRole(id, 'organizer')).toMatchObject({
        status: 409,
        body: { code: 'last_admin' },
      })
    }
  })

  test('of one admin stays when two admins demote each other', async () => {
    for (let round = 0; round < 5; round++) {
      const other = await buildAccount(stage, 'admin')
      const answers = await Promise.all([
        setRole(other.id, 'organizer', admin),
        setRole(admin.id, 'organizer', other),
      ])
      const admins = (await list('?role=admin', other.headers)).body.data ?? []
      const left = admins.length || (await list('?role=admin')).body.data.length
      expect(left, JSON.stringify(answers)).toBe(1)
      await stage.db
        .updateTable('account')
        .set({ role: 'admin' })
        .where('id', '=', admin.id)
        .execute()
      await stage.db
        .updateTable('account')
        .set({ role: 'organizer' })
        .where('id', '=', other.id)
        .execute()
    }
  })

  test('is not changed by an organizer, for an unknown account, or to an unknown role', async () => {
    expect((await setRole(admin.id, 'admin', organizer)).status).toBe(403)
    expect(await setRole('x', 'admin')).toMatchObject({ status: 404 })
    expect(await setRole('00000000-0000-4000-8000-000000000000', 'admin')).toMatchObject({
      status: 404,
      body: { error: 'Account not found' },
    })
    expect(await setRole(organizer.id, 'owner')).toMatchObject({
      status: 422,
      body: { field: 'role' },
    })
  })
})

// spec: people-team-roles
test('the list of accounts names the roles that a person has in teams, each once', async () => {
  const lead = await buildMember(stage, { organizerId: organizer.id, role: 'door_lead' })
  const { id: eventId } = await buildEvent(stage.db, { organizerId: organizer.id })
  const row = { organizer_id: organizer.id, account_id: lead.id, event_id: eventId }
  const rest = { id: randomUUID(), role: 'door_lead', created_at: stage.clock.now() } as const
  await stage.db
    .insertInto('member')
    .values({ ...row, ...rest })
    .execute()
  const [found] = (await list(`?q=${lead.email}`)).body.data
  expect(found).toMatchObject({ role: 'organizer', team_roles: ['door_lead'] })
})
