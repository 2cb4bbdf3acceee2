// spec: team-invitations
import { beforeEach, describe, expect, test } from 'vitest'
import { buildAccount, mailedToken } from '../../../test/accounts.ts'
import { buildEvent, newPhone } from '../../../test/build.ts'
import { callAs } from '../../../test/cancelling.ts'
import { keepStage } from '../../../test/stage.ts'
import { addMember, buildMember } from '../../../test/team.ts'
import { forgetSessions } from '../sign-ins.ts'

const DAY_MS = 24 * 3600_000

type Account = Awaited<ReturnType<typeof buildAccount>>

const stage = keepStage()
let owner: Account
beforeEach(async () => {
  owner = await buildAccount(stage)
})

const call = (by: Account, path: string, payload?: object) => callAs(stage, by, path, payload)
const members = () => `/api/organizations/${owner.id}/members`
const invite = (payload: object, by = owner) => call(by, `POST ${members()}`, payload)
const accept = (who: Account, token: string) =>
  call(who, 'POST /api/auth/invitation/accept', { token })
const readTeam = async () => (await call(owner, `GET ${members()}`)).body

/** Invites an account by email, and returns the token of the link. */
async function invited(guest: Account, role: string, by = owner) {
  const { status, body } = await invite({ email: guest.email, role }, by)
  expect(status, JSON.stringify(body)).toBe(201)
  return await mailedToken(stage, guest.email, '/organizer/join')
}

async function ownEvent(spec = {}) {
  const event = await buildEvent(stage.db, spec)
  const owned = { organizer_id: owner.id }
  await stage.db.updateTable('event').set(owned).where('id', '=', event.id).execute()
  return event
}

describe('the right of the inviting account', () => {
  test('is needed while the link works: a demoted admin ends it', async () => {
    const admin = await buildAccount(stage, 'admin')
    const guest = await buildAccount(stage)
    const token = await invited(guest, 'owner', admin)
    const demoted = { role: 'organizer' }
    await stage.db.updateTable('account').set(demoted).where('id', '=', admin.id).execute()
    expect((await accept(guest, token)).status).toBe(410)
    expect((await readTeam()).invitations).toEqual([])
  })

  test('is kept by another membership, whose invitations stay', async () => {
    const second = await buildMember(stage, { organizerId: owner.id, role: 'owner' })
    const { id } = await ownEvent()
    const [extra] = await addMember(stage, second.id, {
      organizerId: owner.id,
      eventIds: [id],
      role: 'promoter',
    })
    const guest = await buildAccount(stage)
    const token = await invited(guest, 'editor', second)
    const path = `${members()}/${extra}`
    expect((await call(owner, `PUT ${path}`, { role: 'owner' })).status).toBe(200)
    expect((await call(owner, `DELETE ${path}`)).status).toBe(200)
    expect((await accept(guest, token)).status).toBe(200)
  })

  test('of another team keeps no invitation, and neither does a later right', async () => {
    const part = { organizerId: owner.id, role: 'owner' } as const
    const second = await buildMember(stage, part)
    const { id: organizerId } = await buildAccount(stage)
    await addMember(stage, second.id, { organizerId, role: 'owner' })
    const guest = await buildAccount(stage)
    const token = await invited(guest, 'owner', second)
    const { id } = (await readTeam()).members[1]
    expect((await call(owner, `DELETE ${members()}/${id}`)).status).toBe(200)
    await addMember(stage, second.id, part)
    expect((await accept(guest, token)).status).toBe(410)
  })
})

describe('a link leaves things as they are, and stays open,', () => {
  test('if its reader is a member already, whose role an SMS could lower', async () => {
    const second = await buildMember(stage, { organizerId: owner.id, role: 'owner' })
    const phone = newPhone()
    await ownEvent()
    await invite({ phone, role: 'promoter' })
    await stage.runJobs()
    const token = /join#([\w-]{43})/.exec(stage.textsTo(phone)[0]!)![1]!
    expect(await accept(second, token)).toMatchObject({
      status: 409,
      body: { code: 'joined_already' },
    })
    const team = await readTeam()
    expect(team.members[1]).toMatchObject({ account: { id: second.id }, role: 'owner' })
    expect(team.invitations).toHaveLength(1)
    const audited = await stage.db
      .selectFrom('audit_log')
      .select('action')
      .where('subject', '=', owner.id)
      .execute()
    expect(audited).toEqual([{ action: 'member_invited' }])
  })

  test('if its reader is an admin, whose memberships do not count', async () => {
    const admin = await buildAccount(stage, 'admin')
    const token = await invited(admin, 'editor')
    expect(await accept(admin, token)).toMatchObject({
      status: 409,
      body: { code: 'admin_joins_no_team' },
    })
    expect((await readTeam()).invitations).toHaveLength(1)
  })
})

describe('the message of an invitation', () => {
  const BAIT = 'Your account is blocked, unlock at http://evil.example'

  test('names no event that was never published, and neither does its page', async () => {
    const { id: event_id } = await ownEvent({ title: BAIT, published: false })
    const { email } = await buildAccount(stage)
    const { body } = await invite({ email, role: 'editor', event_id })
    expect(body.event).toEqual({ id: event_id, title: BAIT })
    const token = await mailedToken(stage, email, '/organizer/join')
    const mail = stage.mails.findLast(({ to }) => to === email)!
    expect(mail.text).toContain('invites you to work on one event on Lango.')
    expect(`${mail.subject} ${mail.text}`).not.toContain('evil')
    const offer = await call(owner, 'POST /api/auth/invitation', { token })
    expect(offer.body.event).toEqual({ id: event_id, title: 'One event' })
  })

  test.each([
    ['Wanjiku Kamau', (email: string) => `Wanjiku Kamau (${email}) invites you`],
    [BAIT, (email: string) => `\n${email} invites you`],
    ['M-PESA Support', (email: string) => `\n${email} invites you`],
    ['Great friend '.repeat(8), (email: string) => `\n${email} invites you`],
  ])('names an inviter called %j only if strangers may read the name', async (full_name, words) => {
    await stage.db.updateTable('account').set({ full_name }).where('id', '=', owner.id).execute()
    const { email } = await buildAccount(stage)
    await invite({ email, role: 'editor' })
    await stage.runJobs()
    const { text } = stage.mails.findLast(({ to }) => to === email)!
    expect(text).toContain(words(owner.email))
  })

  test('names a published event', async () => {
    const { id: event_id } = await ownEvent({ title: 'Derby Day' })
    const { email } = await buildAccount(stage)
    await invite({ email, role: 'editor', event_id })
    await stage.runJobs()
    const mail = stage.mails.findLast(({ to }) => to === email)!
    expect(mail.text).toContain('invites you to work on Derby Day on Lango.')
  })

  test('names the organizer once an admin has allowed the name, and so does its page', async () => {
    const { id: account_id } = owner
    const offered = async () => {
      const { email } = await buildAccount(stage)
      await invite({ email, role: 'editor' })
      const token = await mailedToken(stage, email, '/organizer/join')
      const { body } = await call(owner, 'POST /api/auth/invitation', { token })
      const { text } = stage.mails.findLast(({ to }) => to === email)!
      return { organization: body.organization, text }
    }
    const page = { account_id, name: BAIT, about: '', updated_at: stage.clock.now() }
    await stage.db.insertInto('organizer_page').values(page).execute()
    const before = await offered()
    expect(before.organization).toBeNull()
    expect(before.text).not.toContain('evil')
    expect(before.text).toContain(`(${owner.email}) invites you to work on all their events`)
    const decided = { name: 'Brookside', is_name_decided: true }
    const row = stage.db.updateTable('organizer_page').set(decided)
    await row.where('account_id', '=', account_id).execute()
    const after = await offered()
    expect(after.organization).toBe('Brookside')
    expect(after.text).toContain('invites you to work on all events of Brookside on Lango.')
  })

  test('goes by SMS only for an organizer of a published event, which it names', async () => {
    const phone = newPhone()
    const { id: event_id } = await ownEvent({ title: BAIT, published: false })
    const request = { phone, role: 'editor', event_id }
    expect(await invite(request)).toMatchObject({ status: 422, body: { field: 'phone' } })
    await ownEvent({ title: 'Derby Day' })
    expect((await invite(request)).status).toBe(201)
    await stage.runJobs()
    const texts = stage.textsTo(phone)
    expect(texts).toHaveLength(1)
    expect(texts[0]).toMatch(/^You are invited to the team of Derby Day: http\S+join#[\w-]{43}$/)
    const other = newPhone()
    await invite({ phone: other, role: 'editor' })
    await stage.runJobs()
    expect(stage.textsTo(other)[0]).toMatch(
      /^Join the team of Derby Day and other events: http\S+join#[\w-]{43}$/,
    )
  })
})

test('an invitation is deleted a week after its end, and not before', async () => {
  const { email } = await buildAccount(stage)
  await invite({ email, role: 'editor' })
  const { id } = (await readTeam()).invitations[0]
  await call(owner, `DELETE /api/organizations/${owner.id}/invitations/${id}`)
  const isStored = async () => {
    await forgetSessions(stage.deps)
    const row = stage.db.selectFrom('invitation').select('id').where('id', '=', id)
    return (await row.execute()).length === 1
  }
  stage.pass(6 * DAY_MS)
  expect(await isStored()).toBe(true)
  stage.pass(1.1 * DAY_MS)
  expect(await isStored()).toBe(false)
})
