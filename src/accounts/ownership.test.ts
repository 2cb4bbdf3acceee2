// spec: accounts-their-owners, signup-tells-no
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { SAMPLE_ACCOUNTS } from '../../sample/accounts.ts'
import { loadSampleAccounts } from '../../sample/load-sample-accounts.ts'
import { mailedToken } from '../../test/accounts.ts'
import { openJar } from '../../test/cookie-jar.ts'
import { keepStage } from '../../test/stage.ts'
import { makePasswordHasher } from './passwords.ts'
import { signIn } from './sign-ins.ts'
import { signUp as askForAccount } from './sign-ups.ts'

const STRANGERS = 'of-the-stranger'
const OWN = 'uwanja-wetu'
const NAME = 'Win KES 100,000 now: evil.example'

const stage = keepStage()
let victim: string
let count = 0
beforeAll(async () => {
  await loadSampleAccounts(stage.deps)
})
beforeEach(async () => {
  await stage.db.deleteFrom('rate_count').execute()
  stage.mails.length = 0
  victim = `victim${count++}@club.example`
})

const jarOf = (who: 'stranger' | 'owner') =>
  openJar(stage, who === 'stranger' ? '192.0.2.66' : '192.0.2.1')

const signUp = (email: string, password: string, from = jarOf('stranger')) =>
  from.call('POST', '/api/auth/signup', { body: { email, password, full_name: NAME } })

describe('a stranger who signs up with the address of another person', () => {
  // spec: signup-check-inbox
  test('cannot sign in, neither before nor after the owner confirms', async () => {
    const stranger = jarOf('stranger')
    await signUp(victim, STRANGERS, stranger)
    const early = await stranger.signIn(victim, STRANGERS)
    expect(early).toMatchObject({ status: 401, body: { code: 'unconfirmed' } })
    const guess = await stranger.signIn(victim, 'another one')
    expect(guess).toMatchObject({ status: 401, body: { code: 'invalid_credentials' } })
    expect(early.cookies).toEqual([])

    const owner = jarOf('owner')
    const token = await mailedToken(stage, victim, '/organizer/confirm')
    const confirmed = await owner.call('POST', '/api/auth/confirm', {
      body: { token, new_password: OWN },
    })
    expect(confirmed).toMatchObject({ status: 200, body: { user: { email: victim } } })
    // The response is the same as before the owner confirmed, so the stranger learns nothing.
    expect((await stranger.signIn(victim, STRANGERS)).body).toEqual(early.body)
    expect((await stranger.refresh()).status).toBe(401)
    expect((await owner.user(confirmed.body.access_token)).status).toBe(200)
    expect((await openJar(stage).signIn(victim, OWN)).status).toBe(200)
  })

  test('cannot sign in after the owner opened the link with a wrong or empty password', async () => {
    await signUp(victim, STRANGERS)
    const token = await mailedToken(stage, victim, '/organizer/confirm')
    const confirm = (body: object) =>
      jarOf('owner').call('POST', '/api/auth/confirm', { body: { token, ...body } })
    for (const body of [{}, { password: '' }, { password: OWN }, { new_password: '' }]) {
      expect((await confirm(body)).status, JSON.stringify(body)).toBe(422)
    }
    expect((await jarOf('stranger').signIn(victim, STRANGERS)).status).toBe(401)
    const rows = await stage.db.selectFrom('account').select('email').execute()
    expect(rows.map(({ email }) => email)).not.toContain(victim)
  })

  test('does not block the owner’s sign-up, in either order', async () => {
    for (const order of [
      [STRANGERS, OWN],
      [OWN, STRANGERS],
    ]) {
      const email = `${order[0]}-${victim}`
      const tokens: Record<string, string> = {}
      for (const password of order) {
        await signUp(email, password)
        tokens[password] = await mailedToken(stage, email, '/organizer/confirm')
      }
      const owner = jarOf('owner')
      const body = { token: tokens[OWN], password: OWN }
      expect((await owner.call('POST', '/api/auth/confirm', { body })).status).toBe(200)
      expect((await jarOf('stranger').signIn(email, STRANGERS)).status).toBe(401)
      const late = { token: tokens[STRANGERS], password: STRANGERS }
      expect((await owner.call('POST', '/api/auth/confirm', { body: late })).status).toBe(410)
      expect((await openJar(stage).signIn(email, OWN)).status).toBe(200)
    }
  })

  test('cannot put text into emails to the owner', async () => {
    await signUp(victim, STRANGERS)
    await mailedToken(stage, victim, '/organizer/confirm')
    await signUp(victim, STRANGERS)
    await jarOf('stranger').call('POST', '/api/auth/forgot', { body: { email: victim } })
    const token = await mailedToken(stage, victim, '/organizer/confirm')
    await jarOf('owner').call('POST', '/api/auth/confirm', { body: { token, new_password: OWN } })
    await signUp(victim, STRANGERS)
    await jarOf('stranger').call('POST', '/api/auth/forgot', { body: { email: victim } })
    await stage.runJobs()
    expect(stage.mails.length).toBeGreaterThanOrEqual(5)
    for (const { subject, text, html } of stage.mails) {
      expect(`${subject} ${text} ${html}`).not.toMatch(/evil|100,000/)
    }
  })
})

describe('whether an address has an account', () => {
  /**
   * The parts of a response that a client could compare with another response: not ids, addresses,
   * random tokens or the date.
   */
  const said = ({ status, body, cookies, headers }: Awaited<ReturnType<typeof signUp>>) => {
    const { date: _, 'set-cookie': set, ...rest } = headers
    const text = JSON.stringify(body).replaceAll(/[0-9a-f]{8}-[-0-9a-f]{27}|[^"]+@[^"]+/g, '…')
    const drawn = cookies.map(({ value, ...cookie }) => ({ ...cookie, length: value.length }))
    return { status, text, cookies: drawn, headers: { ...rest, cookies: set && 'set' } }
  }

  // spec: signup-check-inbox
  test('is not revealed by a sign-up, nor by any call that follows it', async () => {
    const known = SAMPLE_ACCOUNTS.organizer.email
    // This address is as long as the known address, because responses contain the address.
    const unknown = known.replace('organizer', 'organized')
    const answers = async (email: string) => {
      const stranger = jarOf('stranger')
      const all = [await signUp(email, STRANGERS, stranger)]
      await stage.runJobs()
      all.push(await stranger.signIn(email, STRANGERS))
      all.push(await stranger.signIn(email, 'another one'))
      all.push(await signUp(email, STRANGERS, stranger))
      all.push(await stranger.call('POST', '/api/auth/forgot', { body: { email } }))
      await stage.runJobs()
      all.push(await stranger.signIn(email, STRANGERS))
      all.push(await stranger.refresh())
      return all.map(said)
    }
    expect(await answers(unknown)).toEqual(await answers(known))
  })

  test('is not revealed by limits', async () => {
    const known = SAMPLE_ACCOUNTS.other.email
    const answers = async (email: string) => {
      const all = []
      for (let i = 0; i < 7; i++) all.push(await jarOf('stranger').signIn(email, 'not it'))
      for (let i = 0; i < 7; i++) {
        await signUp(email, STRANGERS)
        await stage.runJobs()
      }
      all.push(await signUp(email, STRANGERS))
      return all.map(said).map(({ status, text }) => ({ status, text }))
    }
    expect(await answers(`nobody-${known}`)).toEqual(await answers(known))
  })

  test('is not revealed by the number of hashes', async () => {
    const real = makePasswordHasher()
    let hashes = 0
    const passwords: typeof real = {
      ...real,
      hash: (...args) => {
        hashes++
        return real.hash(...args)
      },
      verify: (...args) => {
        hashes++
        return real.verify(...args)
      },
    }
    const deps = { ...stage.deps, passwords }
    const waiting = `waiting-${victim}`
    await signUp(waiting, OWN)
    const caller = { address: '192.0.2.66' }
    const costs = []
    for (const email of [SAMPLE_ACCOUNTS.organizer.email, waiting, `nobody-${victim}`]) {
      const before = hashes
      const request = { email, password: STRANGERS, full_name: NAME }
      await askForAccount(deps, request, caller.address)
      const ofSignUp = hashes - before
      const refused = signIn(deps, { email, password: STRANGERS, caller })
      await expect(refused).rejects.toMatchObject({ code: 'unconfirmed' })
      costs.push([ofSignUp, hashes - before - ofSignUp])
    }
    expect(costs).toEqual([
      [1, 2],
      [1, 2],
      [1, 2],
    ])
  })
})
