// spec: second-factor-notice
import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { joinAs, mailedToken } from '../../../test/accounts.ts'
import { openJar } from '../../../test/cookie-jar.ts'
import { callApi } from '../../../test/http.ts'
import { keepStage } from '../../../test/stage.ts'
import { FACTOR_GRACE_MS } from '../session.rules.ts'

// Tests that an account which newly needs a second factor is notified before its sessions end. An
// account needs the factor once its team has a member who may approve payouts.

const PASSWORD = 'uwanja-wetu'
const SUBJECT = 'Switch on two-step sign-in for your Lango account'

const stage = keepStage({ SECOND_FACTOR: 'required' })
let owner: Person
beforeEach(async () => {
  owner = await join()
})

type Person = Awaited<ReturnType<typeof join>>

/** Signs a person up. The person's session has no second factor. */
async function join() {
  const email = `${randomUUID()}@club.example`
  const jar = openJar(stage)
  const bearer = await joinAs(stage, jar, { email, password: PASSWORD })
  const { id } = (await jar.user(bearer)).body
  return { id: id as string, email, jar, headers: { authorization: `Bearer ${bearer}` } }
}

async function call(
  who: { headers: Record<string, string> } | null,
  path: string,
  payload?: object,
) {
  const [method, url] = path.split(' ') as ['GET' | 'POST' | 'PUT', string]
  return await callApi(stage, {
    method,
    url,
    headers: who?.headers ?? {},
    ...(payload && { payload }),
  })
}

const team = () => `/api/organizations/${owner.id}/members`
const accept = async (who: Person, role: string) => {
  const { status } = await call(owner, `POST ${team()}`, { email: who.email, role })
  expect(status).toBe(201)
  const token = await mailedToken(stage, who.email, '/organizer/join')
  return await call(who, 'POST /api/auth/invitation/accept', { token })
}
const noticesTo = async ({ email }: { email: string }) => {
  await stage.runJobs()
  return stage.mails.filter((one) => one.to === email && one.subject === SUBJECT).length
}
const memberSince = async ({ id }: Person, column: 'created_at' | 'money_since') => {
  const row = await stage.db
    .selectFrom('member')
    .select(column)
    .where('account_id', '=', id)
    .executeTakeFirstOrThrow()
  return (row[column] as Date).getTime()
}
const stateOf = async (who: Person) => (await call(who, 'GET /api/auth/second_factor')).body

test.each(['money', 'owner'])(
  'when a member with the role %s joins, owner and member get an email and a day before they are signed out',
  async (role) => {
    const guest = await join()
    expect(await stateOf(owner)).toMatchObject({ is_required: false, due_at: null })
    expect((await accept(guest, role)).status).toBe(200)
    const joinedAt = await memberSince(guest, 'created_at')
    for (const who of [owner, guest]) {
      expect(await noticesTo(who)).toBe(1)
      expect(await stateOf(who)).toMatchObject({
        ...{ is_on: false, is_required: true, is_required_for_money: true },
        due_at: new Date(joinedAt + FACTOR_GRACE_MS).toISOString(),
      })
      stage.pass(FACTOR_GRACE_MS - 60_000)
      expect((await who.jar.refresh()).status).toBe(200)
      stage.pass(60_000)
      expect((await who.jar.refresh()).status).toBe(401)
      stage.pass(-FACTOR_GRACE_MS)
    }
  },
)

test('a change of a role notifies as well, and a second such member notifies the owner no more', async () => {
  const [first, second] = [await join(), await join()]
  await accept(first, 'promoter')
  expect([await noticesTo(owner), await noticesTo(first)]).toEqual([0, 0])
  stage.pass(3 * FACTOR_GRACE_MS)
  await owner.jar.refresh()
  const fresh = async (who: Person) => {
    const { access_token } = (await who.jar.refresh()).body as { access_token: string }
    who.headers = { authorization: `Bearer ${access_token}` }
  }
  for (const who of [owner, first, second]) await fresh(who)
  const { body } = await call(owner, `GET ${team()}`)
  const { id } = body.members.find(
    (one: { account: { id: string } }) => one.account.id === first.id,
  )
  const change = (role: string) => call(owner, `PUT ${team()}/${id}`, { role })
  expect((await change('money')).status).toBe(200)
  expect([await noticesTo(owner), await noticesTo(first)]).toEqual([1, 1])
  expect((await first.jar.refresh()).status).toBe(200)
  stage.pass(1000)
  expect((await change('owner')).status).toBe(200)
  await accept(second, 'money')
  expect([await noticesTo(owner), await noticesTo(second)]).toEqual([1, 1])
  const changedAt = await memberSince(first, 'money_since')
  expect(Date.parse((await stateOf(owner)).due_at)).toBe(changedAt + FACTOR_GRACE_MS)
})

test('a member without the right to money notifies nobody and ends no session', async () => {
  const guest = await join()
  await accept(guest, 'editor')
  expect([await noticesTo(owner), await noticesTo(guest)]).toEqual([0, 0])
  stage.pass(2 * FACTOR_GRACE_MS)
  for (const who of [owner, guest]) expect((await who.jar.refresh()).status).toBe(200)
})

test('a new person who joins sets the factor up at once, and the owner is notified', async () => {
  const email = `${randomUUID()}@club.example`
  await call(owner, `POST ${team()}`, { email, role: 'money' })
  const token = await mailedToken(stage, email, '/organizer/join')
  const joined = await call(null, 'POST /api/auth/invitation/join', {
    ...{ token, password: PASSWORD, full_name: 'Njeri' },
  })
  expect([joined.status, joined.body.code]).toEqual([401, 'second_factor_required'])
  expect([await noticesTo(owner), await noticesTo({ email })]).toEqual([1, 0])
})

test('a sign-in after the change sets the factor up without a wait', async () => {
  await accept(await join(), 'money')
  const again = await openJar(stage).signIn(owner.email, PASSWORD)
  expect([again.status, again.body]).toMatchObject([401, { code: 'second_factor_required' }])
})
