// spec: team-invitations
import { beforeEach, describe, expect, test } from 'vitest'
import { buildAccount, joinAs, mailedToken } from '../../../test/accounts.ts'
import { buildEvent, newPhone } from '../../../test/build.ts'
import { openJar } from '../../../test/cookie-jar.ts'
import { callApi } from '../../../test/http.ts'
import { keepStage } from '../../../test/stage.ts'
import { buildMember } from '../../../test/team.ts'

type Account = Awaited<ReturnType<typeof buildAccount>>
const DAY_MS = 24 * 3600_000
const JOIN = '/organizer/join'

const stage = keepStage()
let owner: Account
beforeEach(async () => {
  owner = await buildAccount(stage)
})

async function call(who: { headers: object } | null, path: string, payload?: object) {
  const [method, url] = path.split(' ') as ['GET' | 'POST' | 'PUT' | 'DELETE', string]
  const headers = { ...who?.headers } as Record<string, string>
  return await callApi(stage, { method, url, headers, ...(payload && { payload }) })
}

const team = (of: Account) => `/api/organizations/${of.id}/members`
const invite = (payload: object, by = owner, of = owner) => call(by, `POST ${team(of)}`, payload)
const accept = (who: Account, token: string) =>
  call(who, 'POST /api/auth/invitation/accept', { token })

/** Invites the account. Returns the id of the invitation, and the token in the email. */
async function invited(who: { email: string }, payload: object = {}) {
  const { status, body } = await invite({ email: who.email, role: 'editor', ...payload })
  expect(status, JSON.stringify(body)).toBe(201)
  return { id: body.id as string, token: await mailedToken(stage, who.email, JOIN) }
}

async function ownEvent(of: Account) {
  const event = await buildEvent(stage.db)
  const owned = { organizer_id: of.id }
  await stage.db.updateTable('event').set(owned).where('id', '=', event.id).execute()
  return event
}

const sees = async (who: Account, id: string) =>
  (await call(who, `GET /api/events/${id}/entry`)).status === 200

/** The actions in the audit log about this account or organizer. */
async function audited(subject: string) {
  const rows = await stage.db
    .selectFrom('audit_log')
    .select(['action', 'account_id', 'before', 'after'])
    .where('subject', '=', subject)
    .orderBy('id')
    .execute()
  return rows.map(({ action, account_id, before, after }) => [action, account_id, before, after])
}

describe('an invitation by email', () => {
  test('makes its reader a member in the role, once, and leaves rows in the audit log', async () => {
    const member = await buildAccount(stage)
    const { id } = await ownEvent(owner)
    const { token } = await invited(member)
    expect((await call(null, 'POST /api/auth/invitation', { token })).body).toEqual({
      invited_by: owner.email,
      organization: null,
      role: 'editor',
      event: null,
      email: member.email,
      has_account: true,
    })
    expect(await sees(member, id)).toBe(false)
    expect((await accept(member, token)).status).toBe(200)
    expect(await sees(member, id)).toBe(true)
    const { members, invitations } = (await call(owner, `GET ${team(owner)}`)).body
    expect(members).toEqual([
      {
        id: owner.id,
        account: expect.objectContaining({ id: owner.id }),
        role: 'owner',
        event: null,
      },
      expect.objectContaining({
        account: expect.objectContaining({ id: member.id }),
        role: 'editor',
      }),
    ])
    expect(invitations).toEqual([])
    expect(await accept(member, token)).toMatchObject({ status: 410, body: { code: 'link_ended' } })
    expect(await audited(owner.id)).toEqual([
      [
        'member_invited',
        owner.id,
        null,
        { role: 'editor', to: `${member.email[0]}•••@lango.test` },
      ],
      ['member_joined', member.id, null, 'editor'],
    ])
  })

  test('is not for another account, the owner, or anyone after seven days', async () => {
    const member = await buildAccount(stage)
    const { token } = await invited(member)
    expect(await accept(await buildAccount(stage), token)).toMatchObject({
      status: 409,
      body: { code: 'invitation_of_another' },
    })
    expect(await accept(owner, token)).toMatchObject({
      status: 409,
      body: { code: 'own_organization' },
    })
    const [row] = (await call(owner, `GET ${team(owner)}`)).body.invitations
    expect(Date.parse(row.expires_at) - Date.parse(row.created_at)).toBe(7 * DAY_MS)
    const [expires_at, created_at] = [stage.clock.now(), new Date('2026-01-01')]
    const times = { expires_at, created_at }
    await stage.db.updateTable('invitation').set(times).where('id', '=', row.id).execute()
    expect((await accept(member, token)).status).toBe(410)
    expect((await call(owner, `GET ${team(owner)}`)).body.invitations).toEqual([])
  })

  test('ends when it is withdrawn, or when a newer one for the same events is sent', async () => {
    const member = await buildAccount(stage)
    const first = await invited(member)
    const second = await invited(member, { role: 'promoter' })
    expect((await accept(member, first.token)).status).toBe(410)
    const path = `DELETE /api/organizations/${owner.id}/invitations/${second.id}`
    expect((await call(owner, path)).status).toBe(200)
    expect((await accept(member, second.token)).status).toBe(410)
  })

  test('for one event ends when another organizer gets the event', async () => {
    const member = await buildAccount(stage)
    const event = await ownEvent(owner)
    const { token } = await invited(member, { event_id: event.id })
    const { id: organizer_id } = await buildAccount(stage)
    await stage.db.updateTable('event').set({ organizer_id }).where('id', '=', event.id).execute()
    expect((await accept(member, token)).status).toBe(410)
  })

  test('of a co-owner ends with the co-owner', async () => {
    const second = await buildMember(stage, { organizerId: owner.id, role: 'owner' })
    const guest = await buildAccount(stage)
    await invite({ email: guest.email, role: 'owner' }, second)
    const token = await mailedToken(stage, guest.email, JOIN)
    const { members } = (await call(owner, `GET ${team(owner)}`)).body
    expect((await call(owner, `DELETE ${team(owner)}/${members[1].id}`)).status).toBe(200)
    expect((await accept(guest, token)).status).toBe(410)
    expect((await invite({ email: guest.email, role: 'editor' }, second)).status).toBe(404)
  })

  test('opens an account for a new person, whose address needs no other proof', async () => {
    const { id } = await ownEvent(owner)
    const email = `${owner.id}@new.test`
    const { token } = await invited({ email }, { role: 'promoter' })
    const fields = { token, full_name: 'Asha Mwangi', password: 'uwanja-wetu' }
    const path = 'POST /api/auth/invitation/join'
    expect(await call(null, path, { ...fields, full_name: ' ' })).toMatchObject({
      status: 422,
      body: { field: 'full_name' },
    })
    const { status, body } = await call(null, path, fields)
    expect(status, JSON.stringify(body)).toBe(200)
    const headers = { authorization: `Bearer ${body.access_token}` }
    expect((await call({ headers }, 'GET /api/auth/user')).body).toMatchObject({
      email,
      confirmed: true,
    })
    expect((await call({ headers }, `GET /api/events/${id}/entry`)).status).toBe(200)
    expect((await call(null, path, fields)).status).toBe(410)
  })

  test('opens no second account for an address that has one', async () => {
    const member = await buildAccount(stage)
    const { token } = await invited(member)
    const fields = { token, full_name: 'Asha Mwangi', password: 'uwanja-wetu' }
    expect(await call(null, 'POST /api/auth/invitation/join', fields)).toMatchObject({
      status: 409,
      body: { code: 'has_account' },
    })
  })
})

describe('an invitation by SMS', () => {
  test('is for the holder of the phone, whatever the address of their account', async () => {
    const phone = newPhone()
    await ownEvent(owner)
    expect((await invite({ phone, role: 'door_lead' })).body.to).toBe(phone)
    await stage.runJobs()
    const [sms = ''] = stage.textsTo(phone)
    const token = /join#([\w-]{43})/.exec(sms)![1]!
    expect((await call(null, 'POST /api/auth/invitation', { token })).body.email).toBeNull()
    const fields = { token, full_name: 'Asha', password: 'uwanja-wetu' }
    expect((await call(null, 'POST /api/auth/invitation/join', fields)).body.code).toBe(
      'sign_up_first',
    )
    const jar = openJar(stage)
    const email = `${owner.id}@phone.test`
    const bearer = await joinAs(stage, jar, { email, password: 'uwanja-wetu' })
    const headers = { authorization: `Bearer ${bearer}` }
    const path = 'POST /api/auth/invitation/accept'
    expect((await call({ headers }, path, { token })).status).toBe(200)
  })

  test('is sent five times a day at most, and three times to a number', async () => {
    const phone = newPhone()
    await ownEvent(owner)
    for (let sent = 0; sent < 3; sent += 1) {
      expect((await invite({ phone, role: 'editor' })).status).toBe(201)
    }
    expect((await invite({ phone, role: 'editor' })).status).toBe(429)
    for (let sent = 0; sent < 2; sent += 1) {
      expect((await invite({ phone: newPhone(), role: 'editor' })).status).toBe(201)
    }
    expect((await invite({ phone: newPhone(), role: 'editor' })).status).toBe(429)
    expect((await invite({ email: 'a@club.test', role: 'editor' })).status).toBe(201)
  })
})

test.each([
  [{ role: 'editor' }, 'email'],
  [{ email: 'x', role: 'editor' }, 'email'],
  [{ phone: '12', role: 'editor' }, 'phone'],
  [{ phone: '0712345678', email: 'a@club.test', role: 'editor' }, 'phone'],
  [{ email: 'a@club.test', role: 'king' }, 'role'],
  [{ email: 'a@club.test', role: 'editor', event_id: 'x' }, 'event_id'],
])('the invitation %j is refused with its field', async (payload, field) => {
  expect(await invite(payload)).toMatchObject({ status: 422, body: { field } })
})

test('an event of another organizer, and a member, are refused', async () => {
  const { id: event_id } = await ownEvent(await buildAccount(stage))
  expect(await invite({ email: 'a@club.test', role: 'editor', event_id })).toMatchObject({
    status: 422,
    body: { field: 'event_id' },
  })
  const { email } = await buildMember(stage, { organizerId: owner.id, role: 'editor' })
  for (const known of [email, owner.email.toUpperCase()]) {
    expect((await invite({ email: known, role: 'money' })).body.code).toBe('already_member')
  }
})

describe('a member', () => {
  const onlyMember = async () => (await call(owner, `GET ${team(owner)}`)).body.members[1]

  test('who is removed, or gets another role, loses access with the next call', async () => {
    const { id } = await ownEvent(owner)
    const member = await buildMember(stage, { organizerId: owner.id, role: 'door_lead' })
    const rules = () => call(member, `PUT /api/events/${id}/entry_rules`, { transfer_limit: 1 })
    expect((await rules()).status).toBe(200)
    const path = `${team(owner)}/${(await onlyMember()).id}`
    const changed = await call(owner, `PUT ${path}`, { role: 'promoter' })
    expect(changed.body.members[1]).toMatchObject({ role: 'promoter' })
    expect((await rules()).status).toBe(403)
    expect((await call(owner, `DELETE ${path}`)).status).toBe(200)
    expect((await rules()).status).toBe(404)
    expect(await sees(member, id)).toBe(false)
    expect((await call(owner, `DELETE ${path}`)).status).toBe(404)
    expect(await audited(member.id)).toEqual([
      ['member_role_changed', owner.id, 'door_lead', 'promoter'],
      ['member_removed', owner.id, 'promoter', null],
    ])
  })

  test('sees their memberships, and no one of another account', async () => {
    const { id: event } = await ownEvent(owner)
    const part = { organizerId: owner.id, eventIds: [event], role: 'money' as const }
    const member = await buildMember(stage, part)
    await buildMember(stage, { organizerId: owner.id, role: 'owner' })
    const memberships = async () =>
      (await call(member, 'GET /api/organizations')).body.memberships as { id: string }[]
    const [only, ...more] = await memberships()
    expect(more).toEqual([])
    expect(only).toMatchObject({
      organization: { id: owner.id, name: 'Amina Odhiambo' },
      ...{ role: 'money', event: { id: event, title: expect.any(String) } },
    })
    expect((await call(member, `DELETE ${team(owner)}/${only!.id}`)).status).toBe(200)
    expect(await memberships()).toEqual([])
  })

  test('leaves a team alone, and removes nobody else', async () => {
    const first = await buildMember(stage, { organizerId: owner.id, role: 'promoter' })
    const { id } = await onlyMember()
    const second = await buildMember(stage, { organizerId: owner.id, role: 'promoter' })
    expect((await call(second, `DELETE ${team(owner)}/${id}`)).status).toBe(403)
    expect((await call(second, `DELETE ${team(owner)}/${owner.id}`)).status).toBe(403)
    expect((await call(first, `DELETE ${team(owner)}/${id}`)).status).toBe(200)
    expect((await call(first, `DELETE ${team(owner)}/${id}`)).status).toBe(404)
  })

  test('of any role leaves the account that owns the events an owner', async () => {
    const second = await buildMember(stage, { organizerId: owner.id, role: 'owner' })
    for (const who of [owner, second]) {
      const path = `${team(owner)}/${owner.id}`
      expect((await call(who, `DELETE ${path}`)).body.code).toBe('last_owner')
      expect((await call(who, `PUT ${path}`, { role: 'promoter' })).body.code).toBe('last_owner')
    }
  })

  test('sees in the list of organizers where they edit, and where they manage the team', async () => {
    const member = await buildMember(stage, { organizerId: owner.id, role: 'editor' })
    expect((await call(member, 'GET /api/organizations')).body.data).toEqual([
      expect.objectContaining({ id: member.id, may_edit: true, may_manage: true }),
      {
        ...{ id: owner.id, name: 'Amina Odhiambo', may_edit: true, may_manage: false },
        service_fee: { basis_points: 0, fixed: 0 },
      },
    ])
  })
})
