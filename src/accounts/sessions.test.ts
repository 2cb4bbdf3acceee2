// spec: role-read-profile
import { Type } from 'typebox'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { buildAccount } from '../../test/accounts.ts'
import { keepStage } from '../../test/stage.ts'
import { route } from '../platform/http/http.ts'
import { viewerOf } from '../platform/http/viewer.ts'
import { ACCESS_TOKEN_S } from './session.rules.ts'
import { signBearer } from './tokens.ts'

const stage = keepStage()
beforeAll(async () => {
  for (const access of ['organizer', 'admin'] as const) {
    const handler = async (request: Parameters<typeof viewerOf>[0]) => viewerOf(request)
    const answers = { 200: { schema: Type.Unknown() } }
    route(stage.app, { method: 'GET', url: `/for/${access}`, access, answers, handler })
  }
})
beforeEach(() => {
  stage.clock.offsetMs = 0
})

async function ask(access: string, headers: Record<string, string> = {}) {
  const answer = await stage.app.inject({ url: `/for/${access}`, headers })
  return answer.statusCode === 200 ? answer.json() : [answer.statusCode, answer.json().code]
}

test('a route lets in the roles that it is for', async () => {
  const organizer = await buildAccount(stage)
  const admin = await buildAccount(stage, 'admin')
  expect(await ask('organizer')).toEqual([401, 'unauthorized'])
  expect(await ask('admin')).toEqual([401, 'unauthorized'])
  expect(await ask('organizer', organizer.headers)).toEqual(organizer.viewer)
  expect(await ask('admin', organizer.headers)).toEqual([403, 'forbidden'])
  expect(await ask('organizer', admin.headers)).toEqual(admin.viewer)
  expect(await ask('admin', admin.headers)).toEqual(admin.viewer)
})

test('an expired, altered or unsigned bearer gets 401', async () => {
  const { headers, id, sessionId } = await buildAccount(stage)
  const [head, payload, signature] = headers.authorization.slice(7).split('.') as string[]
  const other = Buffer.from(JSON.stringify({ sub: id, sid: sessionId, exp: 9e9 })).toString(
    'base64url',
  )
  const none = Buffer.from('{"alg":"none"}').toString('base64url')
  for (const authorization of [
    'Bearer x',
    'Basic YTpi',
    `Bearer ${head}.${other}.${signature}`,
    `Bearer ${none}.${payload}.`,
  ]) {
    expect(await ask('organizer', { authorization })).toEqual([401, 'unauthorized'])
  }
  stage.pass(ACCESS_TOKEN_S * 1000)
  expect(await ask('organizer', headers)).toEqual([401, 'unauthorized'])
})

test('a demoted admin loses the role with the next call', async () => {
  const { headers, id } = await buildAccount(stage, 'admin')
  await stage.db.updateTable('account').set({ role: 'organizer' }).where('id', '=', id).execute()
  expect(await ask('admin', headers)).toEqual([403, 'forbidden'])
})

test('a bearer works for the session and account that it names, and ends with the session', async () => {
  const { headers, sessionId, id } = await buildAccount(stage)
  const other = await buildAccount(stage)
  const crossed = await signBearer(stage, { id: other.sessionId, accountId: id })
  expect(await ask('organizer', { authorization: `Bearer ${crossed}` })).toEqual([
    401,
    'unauthorized',
  ])
  await stage.db
    .updateTable('session')
    .set({ ended_at: stage.clock.now(), end_reason: 'signed_out' })
    .where('id', '=', sessionId)
    .execute()
  expect(await ask('organizer', headers)).toEqual([401, 'unauthorized'])
})

test('a bearer ends with an expired session, even if the bearer has not expired', async () => {
  const { headers, sessionId, viewer } = await buildAccount(stage)
  const end = new Date(stage.clock.now().getTime() + 60_000)
  await stage.db
    .updateTable('session')
    .set({ expires_at: end })
    .where('id', '=', sessionId)
    .execute()
  expect(await ask('organizer', headers)).toEqual(viewer)
  stage.pass(60_000)
  expect(await ask('organizer', headers)).toEqual([401, 'unauthorized'])
})
