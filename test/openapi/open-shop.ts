import { buildOwner } from '../access/belongings.ts'
import { LINES } from '../access/routes.ts'
import { buildAccount } from '../accounts.ts'
import { makeStage, type Stage } from '../stage.ts'
import { ask } from './ask.ts'
import { answerOf, type Document, type Named, operationsOf } from './document.ts'
import { type Answer, makeJudge } from './judge.ts'
import { knownAt } from './known.ts'
import type { Request } from './requests.ts'
import { stockShop } from './stock-shop.ts'

/** A limit that this test never reaches, although all calls come from one IP address. */
const MANY = '1000000'
const LIMITS = [
  'PUSH_PER_PHONE',
  'PUSH_PER_ADDRESS',
  'RESEND_PER_PHONE',
  'MISS_PER_ADDRESS',
  'CONTACT_PER_ADDRESS',
  'SIGNIN_PER_ACCOUNT',
  'SIGNIN_PER_ADDRESS',
  'ACCOUNT_PER_ADDRESS',
  'LINK_PER_ACCOUNT',
  'NEWSLETTER_PER_ADDRESS',
]

type Secured = { operation: Pick<Named['operation'], 'security'> }

/** Whether an operation is for gate phones only. Accounts are then refused. */
export const isGates = ({ operation: { security } }: Secured): boolean =>
  security.length > 0 && security.every((one) => 'gate' in one)

export type Caller = 'nobody' | 'organizer' | 'admin'
export const CALLERS: Caller[] = ['nobody', 'organizer', 'admin']

/**
 * The operations by name, needed before the document can be read. The access table in test/access
 * lists all of them.
 */
export const OPERATIONS = Object.keys(LINES).map((name) =>
  name.replace(/:(\w+)/g, '{$1}').replace('*', '{rest}'),
)

/** Starts a shop with data for every operation to return, and reads its OpenAPI document. */
export async function openShop() {
  const stage = await makeStage(Object.fromEntries(LIMITS.map((name) => [`LIMIT_${name}`, MANY])))
  const origin = await stage.app.listen({ host: '127.0.0.1', port: 0 })
  const read = await fetch(`${origin}/api/openapi.json`)
  const document = (await read.json()) as Document
  const judge = makeJudge(document)
  const operations = operationsOf(document)
  const owner = await buildOwner(stage)
  const admin = await buildAccount(stage, 'admin')
  const things = await stockShop({ ...stage, origin }, { owner, admin })
  const bearers = { nobody: {}, organizer: owner.account.headers, admin: admin.headers }
  /** Whether the document's security requirements allow this caller. */
  const admits = ({ operation: { security } }: Named, caller: Caller): boolean => {
    const needed = security.find((one) => 'bearer' in one)?.bearer
    // Accounts may not call these operations; checkin/gate-phones.test.ts tests them.
    if (isGates({ operation: { security } })) return false
    const isFree = security.length === 0 || security.some((one) => Object.keys(one).length === 0)
    if (isFree || !needed) return true
    return caller === 'admin' || (caller === 'organizer' && !needed.includes('admin'))
  }
  return {
    stage,
    origin,
    document,
    operations,
    find: (name: string): Named => {
      const named = operations.find((one) => one.name === name)
      if (!named) throw new Error(`${name} is not in the document`)
      return named
    },
    answerOf: (named: Named, status: number) => answerOf(document, named.operation, status),
    admits,
    knownOf: (named: Named) => knownAt(named.path, things),
    judge: (named: Named, answer: Answer) => [...judge(named, answer), ...alwaysFaults(answer)],
    ask: async (named: Named, caller: Caller, asked: Request) => {
      const headers = { ...asked.headers, ...bearers[caller] }
      const answer = await ask(origin, named.method, { ...asked, headers })
      if (named.path === '/api/auth/logout') await openSessions(stage)
      return answer
    },
    askWith: (method: string, asked: Request) => ask(origin, method, asked),
    close: () => stage.close(),
  }
}

/** Reopens all sessions, because a sign-out in one test would end the bearer that all tests use. */
async function openSessions({ db }: Stage): Promise<void> {
  await db.updateTable('session').set({ ended_at: null, end_reason: null }).execute()
}

export type OpenShop = Awaited<ReturnType<typeof openShop>>

const SENT_ALWAYS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'x-frame-options': 'SAMEORIGIN',
  'content-security-policy': /^default-src 'self';script-src /,
}

/** Checks that hold for every response. */
function alwaysFaults({ status, headers, text = '' }: Answer): string[] {
  const missing = Object.entries(SENT_ALWAYS).filter(([name, value]) =>
    typeof value === 'string' ? headers[name] !== value : !value.test(String(headers[name])),
  )
  return [
    ...missing.map(([name]) => `header ${name} is ${headers[name]}`),
    ...(status >= 500 ? [`a fault of the server: ${text}`] : []),
    ...(status >= 400 && !/"code":"[a-z_]+"/.test(text) ? [`a refusal without code: ${text}`] : []),
  ]
}
