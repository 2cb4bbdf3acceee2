import { CompiledQuery } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { buildEvent } from '../../test/build.ts'
import { makeDialler } from '../../test/dialler.ts'
import { keepStage, makeStage } from '../../test/stage.ts'
import { septets } from '../messages/sms.rules.ts'
import { createApp } from '../platform/http/create-app.ts'
import { ANSWER_MS } from './declarations.ts'
import { readTurn } from './gateway-call.rules.ts'
import { registerUssdRoutes } from './ussd.routes.ts'
import { AWAY, NOT_KENYAN } from './ussd.text.ts'

const stage = keepStage()
let origin: string
beforeAll(async () => {
  await buildEvent(stage.db)
  origin = await stage.app.listen({ port: 0, host: '127.0.0.1' })
})

const lockSessions = CompiledQuery.raw('begin; lock table ussd_session in access exclusive mode')
const unlock = CompiledQuery.raw('rollback')

/** The time that Africa's Talking waits for a screen. */
const GATEWAY_MS = 10_000
const AS_NOBODY = { scriptHashes: [], authenticate: async () => null }

const CALL = {
  sessionId: 'ATUid_1',
  serviceCode: '*265*25#',
  phoneNumber: '+254712345678',
  networkCode: '63902',
  text: '',
}

async function call(path: string, fields: Record<string, string> | string, of = origin) {
  const answer = await fetch(of + path, { method: 'POST', body: new URLSearchParams(fields) })
  const type = answer.headers.get('content-type')
  return { status: answer.status, type, body: await answer.text() }
}
const at = (token = stage.env.ussdToken) => `/cb/u/${token}`

async function counted(name: string, of = stage): Promise<number> {
  const all = await of.deps.metrics.registry.getMetricsAsJSON()
  const found = all.find((one) => one.name === name)
  return (found?.values ?? []).reduce((sum, { value }) => sum + value, 0)
}

describe('the gateway', () => {
  // spec: ussd-wire
  test('the gateway gets text/plain that begins with CON or END', async () => {
    const answer = await call(at(), CALL)
    expect(answer).toMatchObject({ status: 200, type: 'text/plain; charset=utf-8' })
    expect(answer.body).toMatch(/^CON Lango tickets\n1 /)
  })

  // spec: ussd-wire
  test('a call to an unknown address gets 404 and is counted', async () => {
    const before = await counted('lango_ussd_unknown_calls_total')
    for (const path of [at('wrong'), `${at('wrong')}/end`, at('%00')]) {
      expect((await call(path, CALL)).status).toBe(404)
    }
    expect(await counted('lango_ussd_unknown_calls_total')).toBe(before + 3)
  })

  // spec: ussd-wire
  test('any posted form ends in a reply, and no session ends with an error', async () => {
    expect((await call(at(), { ...CALL, phoneNumber: '+441234567890' })).body).toBe(
      `END ${NOT_KENYAN}`,
    )
    for (const body of ['', 'sessionId=%E0%A4%A', 'text=1', 'x'.repeat(20_000)]) {
      const { status, body: said } = await call(at(), body)
      expect([status, said.slice(0, 4)]).toEqual([200, 'END '])
    }
  })

  // spec: ussd-wire
  test('the end of a session is stored with the session', async () => {
    await call(at(), { ...CALL, sessionId: 'ATUid_2' })
    const report = {
      ...CALL,
      sessionId: 'ATUid_2',
      date: '2026-11-22 10:00:00',
      status: 'Incomplete',
      hopsCount: '1',
      input: '',
    }
    expect(await call(`${at()}/end`, report)).toMatchObject({ status: 200, body: '' })
    expect(await call(`${at()}/end`, { ...report, sessionId: 'of nobody' })).toMatchObject({
      status: 200,
    })
    const { ending } = await stage.db
      .selectFrom('ussd_session')
      .select('ending')
      .where('id', '=', 'ATUid_2')
      .executeTakeFirstOrThrow()
    expect(ending).toBe('Incomplete')
  })

  test('the gateway cannot continue a session of another phone', async () => {
    const phone = makeDialler(stage)
    await phone.dial()
    const stolen = { ...CALL, sessionId: phone.sessionId(), text: '3' }
    expect((await call(at(), stolen)).body).toMatch(/^END This session has ended/)
  })
})

// spec: ussd-code-setting
test('a shop without a USSD code answers no call', async () => {
  const other = await makeStage({ USSD_CODE: '' })
  const dialled = { method: 'POST', url: `/cb/u/${other.env.ussdToken}`, payload: {} } as const
  expect((await other.app.inject(dialled)).statusCode).toBe(404)
  await other.close()
})

describe('without its database', () => {
  // spec: ussd-away
  test('without the database a phone is told so in both languages, and the session ends', async () => {
    const other = await makeStage()
    const phone = makeDialler(other)
    await phone.dial()
    await other.db.destroy()
    expect(await phone.type('1')).toEqual({ isOpen: false, screen: AWAY })
    expect(septets(AWAY)).toBeLessThanOrEqual(160)
    expect(await counted('lango_ussd_turns_total', other)).toBe(2)
    await other.app.close()
  })

  // spec: ussd-away
  test('with a hanging database a phone gets a reply before the gateway gives up', async () => {
    expect(ANSWER_MS).toBeLessThan(GATEWAY_MS)
    const app = await createApp(stage.env, stage.deps.log, AS_NOBODY)
    await registerUssdRoutes(app, stage.deps, 50)
    await stage.db.connection().execute(async (locker) => {
      await locker.executeQuery(lockSessions)
      const dialled = await makeDialler({ app, env: stage.env }).dial()
      expect(dialled).toEqual({ isOpen: false, screen: AWAY })
      await locker.executeQuery(unlock)
    })
    await app.close()
  })
})

test('a shop that takes no calls yet replies with a screen, too', async () => {
  const { buildApp } = await import('../app.ts')
  const app = await buildApp(stage.deps, { checks: {}, pages: false, isOpen: () => false })
  const answer = await app.inject({ method: 'POST', url: at(), payload: {} })
  expect([answer.statusCode, answer.body]).toEqual([200, `END ${AWAY}`])
  await app.close()
})

describe('what was dialled', () => {
  // spec: ussd-dial-string
  test.each([
    ['*265*25#', '', ''],
    ['*265*25#', '123', '123'],
    ['*265*25#', '123*1', '123*1'],
    ['*265*25*123#', '', '123'],
    ['*265*25*123#', '1*2', '123*1*2'],
    ['*265#', '25', ''],
    ['*265#', '25*123*1', '123*1'],
    ['*265#', '', ''],
    ['*384*99#', '1*2', '1*2'],
    ['', '1*2', '1*2'],
  ])('%s with %j has %j behind our code', (serviceCode, text, behind) => {
    const form = new URLSearchParams({ ...CALL, serviceCode, text })
    expect(readTurn(form, '*265*25#')?.typed).toBe(behind)
  })

  test('and by whom', () => {
    const form = new URLSearchParams({ ...CALL, text: '1*2' })
    expect(readTurn(form, '*265*25#')).toEqual({
      sessionId: 'ATUid_1',
      phone: '254712345678',
      typed: '1*2',
    })
  })
})
