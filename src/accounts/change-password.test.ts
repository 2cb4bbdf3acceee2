// spec: another-password-signed
import { beforeEach, expect, test } from 'vitest'
import { joinAs } from '../../test/accounts.ts'
import { openJar } from '../../test/cookie-jar.ts'
import { keepStage } from '../../test/stage.ts'

const PASSWORD = 'uwanja-wetu'
const NEW = 'kiwanja-kipya'

const stage = keepStage()
let email: string
let here: ReturnType<typeof openJar>
let bearer: string
let count = 0
beforeEach(async () => {
  email = `club${count++}@club.example`
  here = openJar(stage, `192.0.2.${count}`)
  bearer = await joinAs(stage, here, { email, password: PASSWORD })
})

const change = (old_password: string, password: string, from = here) =>
  from.call('POST', '/api/auth/password', {
    body: { old_password, password },
    headers: { authorization: `Bearer ${bearer}` },
  })

test('a change of the password signs out all other devices, and the owner gets an email', async () => {
  const there = openJar(stage, '192.0.2.250')
  const other = (await there.signIn(email, PASSWORD)).body.access_token
  expect(await change(PASSWORD, NEW)).toMatchObject({
    status: 200,
    body: { message: 'Password changed. All other devices were signed out.' },
  })
  expect((await here.user(bearer)).status).toBe(200)
  expect((await here.refresh()).status).toBe(200)
  expect((await there.user(other)).status).toBe(401)
  expect((await there.refresh()).status).toBe(401)
  expect((await openJar(stage).signIn(email, PASSWORD)).status).toBe(401)
  expect((await openJar(stage).signIn(email, NEW)).status).toBe(200)
  await stage.runJobs()
  const own = stage.mails.filter(({ to }) => to === email)
  expect(own.at(-1)).toMatchObject({ subject: 'Your Lango password was changed' })
})

test('a change of the password leaves the sessions of other accounts open', async () => {
  const stranger = openJar(stage, '192.0.2.251')
  const theirs = await joinAs(stage, stranger, { email: `x-${email}`, password: PASSWORD })
  expect((await change(PASSWORD, NEW)).status).toBe(200)
  expect((await stranger.user(theirs)).status).toBe(200)
})

test('a change of the password ends a mailed link that resets it', async () => {
  await here.call('POST', '/api/auth/forgot', { body: { email } })
  await stage.runJobs()
  const mail = stage.mails.findLast(({ to, text }) => to === email && /reset#/.test(text))
  const token = /reset#([\w-]{43})/.exec(mail?.text ?? '')?.[1]
  expect((await here.call('POST', '/api/auth/link', { body: { token } })).status).toBe(200)
  expect((await change(PASSWORD, NEW)).status).toBe(200)
  expect((await here.call('POST', '/api/auth/link', { body: { token } })).status).toBe(410)
})

test('a wrong old password changes nothing, and guesses are counted', async () => {
  for (let i = 0; i < 5; i++) {
    expect(await change(`guess-${i}`, NEW)).toMatchObject({
      status: 422,
      body: { field: 'old_password', error: 'This is not your current password' },
    })
  }
  expect((await change(PASSWORD, NEW)).status).toBe(429)
  expect((await here.user(bearer)).status).toBe(200)
  expect((await openJar(stage, '198.51.100.7').signIn(email, PASSWORD)).status).toBe(200)
})

test('the new password follows the rules of sign-up', async () => {
  for (const password of ['', 'abc12', 'password', email]) {
    expect(await change(PASSWORD, password)).toMatchObject({
      status: 422,
      body: { field: 'password' },
    })
  }
})

test('a caller without a session cannot change a password', async () => {
  const url = '/api/auth/password'
  const body = { old_password: PASSWORD, password: NEW }
  expect((await here.call('POST', url, { body })).status).toBe(401)
  await here.call('POST', '/api/auth/logout')
  expect((await change(PASSWORD, NEW)).status).toBe(401)
})
