// spec: admin-creates-edits
// Calls every route as each of {anonymous, organizer, another organizer, admin} and as a member of
// the organizer's team in each role, with own and foreign ids.
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Access } from '../src/platform/http/http.ts'
import {
  type Belongings,
  belongingsOfNobody,
  buildOwner,
  makeGatePhone,
  type Owner,
} from './access/belongings.ts'
import type { Line } from './access/lines.ts'
import { FOR_ORGANIZATION, MAY, OWN_ACCOUNT, ROLES, SEES_BUYERS } from './access/roles.ts'
import { LINES } from './access/routes.ts'
import { buildAccount } from './accounts.ts'
import { keepStage } from './stage.ts'
import { buildMember } from './team.ts'

const stage = keepStage({
  // All calls of this file come from one IP address, so the limits per address are raised.
  LIMIT_MISS_PER_ADDRESS: '100000',
  LIMIT_PUSH_PER_PHONE: '100000',
})
let one: Owner
let other: Owner
let admin: { headers: Record<string, string> }

beforeAll(async () => {
  one = await buildOwner(stage)
  other = await buildOwner(stage)
  admin = await buildAccount(stage, 'admin')
})

/**
 * For each group of callers in the table, the values that the route's own access setting may have.
 */
const STATED: Record<Line['for'], Access[]> = {
  everyone: ['public'],
  accounts: ['organizer', 'public'],
  owner: ['organizer', 'public', 'gate or organizer'],
  admins: ['admin'],
  operator: ['operator'],
  gate: ['gate'],
}

describe('the table in test/access/routes.ts', () => {
  const listed = () => stage.app.listedRoutes.filter(({ method }) => method !== 'HEAD')
  const nameOf = ({ method, url }: { method: string; url: string }) => `${method} ${url}`

  // spec: roles-every-route
  test('the table in test/access/routes.ts has a line for every route', () => {
    expect(listed().length).toBeGreaterThan(20)
    const missing = listed().filter((route) => !LINES[nameOf(route)]?.length)
    const advice = missing.map(
      (route) =>
        `${nameOf(route)} (access ${route.access}) is not in LINES of test/access/routes.ts: add '${nameOf(route)}': [{ for: …, call: (its) => ({ params, query, payload }) }]`,
    )
    expect(advice, advice.join('\n')).toEqual([])
  })

  test('the table has no line for a route that is gone', () => {
    const there = listed().map(nameOf)
    expect(Object.keys(LINES).filter((name) => !there.includes(name))).toEqual([])
  })

  // spec: roles-every-route
  test('the table agrees with the access that each route states', () => {
    for (const route of listed()) {
      for (const line of LINES[nameOf(route)] ?? []) {
        expect(STATED[line.for], `${nameOf(route)} is stated as ${route.access}`).toContain(
          route.access,
        )
      }
    }
  })
})

async function call(name: string, line: Line, its: Belongings, headers = {}) {
  const { params = {}, query = {}, payload, ...more } = line.call?.(its) ?? {}
  const [method, path] = name.split(' ') as ['GET', string]
  const url = path.replace(/:(\w+)/g, (_, param: string) => params[param]!)
  const answer = await stage.app.inject({
    method,
    url,
    query,
    headers: { ...headers, ...more.headers },
    ...(payload === undefined ? {} : { payload: payload as object }),
  })
  const kept = answer.headers['cache-control']
  return { status: answer.statusCode, body: answer.body, kept }
}

type Caller = { who: string; headers: Record<string, string> }

const callers = (): Record<'nobody' | 'owner' | 'stranger' | 'admin', Caller> => ({
  nobody: { who: 'nobody', headers: {} },
  owner: { who: 'the organizer', headers: one.account.headers },
  stranger: { who: 'another organizer', headers: other.account.headers },
  admin: { who: 'an admin', headers: admin.headers },
})

/** The expected status for each role, in a call with the first organizer's ids. */
function expected(line: Line): [Caller, number][] {
  const { nobody, owner, stranger, admin } = callers()
  const ok = line.status ?? 200
  const answers = {
    everyone: [ok, ok, ok, ok],
    accounts: [401, ok, ok, ok],
    owner: [line.nobody ?? 401, ok, 404, ok],
    admins: [401, 403, 403, ok],
    operator: [ok, ok, ok, ok],
    gate: [401, 401, 401, 401],
  }[line.for]
  return [nobody, owner, stranger, admin].map((caller, i) => [caller, answers[i]!])
}

function expectNoSecrets(who: string, body: string): void {
  for (const secret of one.secrets) expect(body, `what ${who} was told`).not.toContain(secret)
}

const rows = Object.entries(LINES).flatMap(([name, lines]) =>
  lines.map((line) => [name, line] as const),
)

/**
 * Routes for any caller who knows a secret, such as an order's id, a ticket's number or a receipt.
 */
const PERSONAL = [
  'POST /api/functions/mpesa',
  'GET /api/orders/:id',
  'POST /api/orders/:id/prompts',
  'GET /api/tickets/:number',
  'GET /api/functions/metadata',
  'POST /api/functions/ticket-lookup',
  'POST /api/ticket_delivery',
]

test('routes protected by a secret are in the table', () => {
  expect(Object.keys(LINES)).toEqual(expect.arrayContaining(PERSONAL))
})

test.each(rows)('%s responds to each role as the table says', async (name, line) => {
  for (const [caller, status] of expected(line)) {
    const answer = await call(name, line, one.belongings, caller.headers)
    expect([caller.who, answer.status], answer.body).toEqual([caller.who, status])
    if (line.for !== 'everyone' || PERSONAL.includes(name)) expect(answer.kept).toBe('no-store')
    if (caller.who === 'nobody' || caller.who === 'another organizer') {
      expectNoSecrets(caller.who, answer.body)
    }
  }
})

// spec: roles-every-route
test.each(rows.filter(([, line]) => line.for === 'accounts' || line.for === 'owner'))(
  '%s shows another organizer only their own rows',
  async (name, line) => {
    const answer = await call(name, line, other.belongings, other.account.headers)
    expect(answer.status, answer.body).toBe(line.status ?? 200)
    expectNoSecrets('another organizer', answer.body)
    // The response does not reveal whether such an event or order exists.
    for (const id of Object.values(one.belongings)) expect(answer.body).not.toContain(id)
  },
)

// spec: roles-every-route
test.each(rows.filter(([, line]) => line.for === 'owner'))(
  '%s responds 404 for unknown ids',
  async (name, line) => {
    for (const { headers } of [one.account, admin]) {
      for (const id of [randomUUID, () => 'not-an-id']) {
        const answer = await call(name, line, belongingsOfNobody(id), headers)
        expect(answer.status, answer.body).toBe(404)
      }
    }
  },
)

describe('members of a team', () => {
  const ofTeams = rows.filter(([, line]) => line.for === 'accounts' || line.for === 'owner')

  test('the table of roles has a line for every route of organizers', () => {
    const names = ofTeams.map(([name]) => name).filter((name) => !OWN_ACCOUNT.includes(name))
    expect(Object.keys(MAY).sort()).toEqual([...new Set(names)].sort())
  })

  const cases = ofTeams
    .filter(([name]) => name in MAY)
    .flatMap(([name, line]) => ROLES.map((role) => [role, name, line] as const))

  let teams: Record<string, { whole: Caller; single: Caller }>
  let its: Belongings
  beforeAll(async () => {
    const { organizerId, eventId, draftId } = one.belongings
    // The tests above have removed the first gate phone.
    its = { ...one.belongings, gatePhoneId: await makeGatePhone(stage, one.account.id, eventId) }
    const build = async (role: (typeof ROLES)[number]) => {
      const whole = await buildMember(stage, { organizerId, role })
      const eventIds = [eventId, draftId]
      const single = await buildMember(stage, { organizerId, eventIds, role })
      return [
        role,
        {
          whole: { who: `${role} of all events`, headers: whole.headers },
          single: { who: `${role} of one event`, headers: single.headers },
        },
      ] as const
    }
    teams = Object.fromEntries(await Promise.all(ROLES.map(build)))
  })

  // spec: roles-every-route
  test.each(cases)('a member with the role %s: %s', async (role, name, line) => {
    const { whole, single } = teams[role]!
    // A call without an event id is about all events that the member may see, so it is not refused.
    const isRefused = line.for === 'owner' && !MAY[name]!.includes(role)
    const expected = isRefused ? 403 : (line.status ?? 200)
    for (const caller of FOR_ORGANIZATION.includes(name) ? [whole] : [whole, single]) {
      const answer = await call(name, line, its, caller.headers)
      expect([caller.who, answer.status], answer.body).toEqual([caller.who, expected])
      if (isRefused) expect(JSON.parse(answer.body).code).toBe('role_forbids')
      if (!SEES_BUYERS.includes(role)) expectNoBuyer(caller.who, answer.body)
      const foreign = await call(name, line, other.belongings, caller.headers)
      if (line.for === 'owner') expect([caller.who, foreign.status]).toEqual([caller.who, 404])
      for (const id of Object.values(other.belongings)) expect(foreign.body).not.toContain(id)
    }
  })

  function expectNoBuyer(who: string, body: string): void {
    const [phone, local, email] = one.secrets as [string, string, string]
    for (const secret of [phone, local, email]) {
      expect(body, `what ${who} was told`).not.toContain(secret)
    }
  }

  // spec: roles-every-route
  test.each(ofTeams.filter(([, line]) => line.for === 'owner'))(
    '%s responds 404 to the owner of another event of the organizer',
    async (name, line) => {
      const { eventId: elsewhere } = other.belongings
      const { organizerId } = one.belongings
      // The membership is limited to an event that now belongs to a different organizer, so it
      // allows no call.
      const eventIds = [elsewhere]
      const { headers } = await buildMember(stage, { organizerId, eventIds, role: 'owner' })
      for (const its of [one.belongings, other.belongings]) {
        const answer = await call(name, line, its, headers)
        expect(answer.status, answer.body).toBe(404)
      }
    },
  )
})
