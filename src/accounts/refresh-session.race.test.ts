import { afterAll, beforeAll, expect, test } from 'vitest'
import { SAMPLE_ACCOUNTS, SAMPLE_PASSWORD } from '../../sample/accounts.ts'
import { loadSampleAccounts } from '../../sample/load-sample-accounts.ts'
import { openJar } from '../../test/cookie-jar.ts'
import { makeStage, type Stage } from '../../test/stage.ts'
import { GRACE_MS } from './session.rules.ts'

let stage: Stage
beforeAll(async () => {
  stage = await makeStage()
  await loadSampleAccounts(stage.deps)
})
afterAll(() => stage.close())

async function signedIn() {
  const jar = openJar(stage)
  await jar.signIn(SAMPLE_ACCOUNTS.organizer.email, SAMPLE_PASSWORD)
  return jar
}

function holdersOf(token: string, count: number) {
  return Array.from({ length: count }, () => {
    const jar = openJar(stage)
    jar.cookies.set('lango_session', token)
    return jar
  })
}

test('twelve tabs that refresh at once all go on, each with a token that is good', async () => {
  const jar = await signedIn()
  const tabs = holdersOf(jar.cookies.get('lango_session')!, 12)
  const answers = await Promise.all(tabs.map((tab) => tab.refresh()))
  expect(answers.map(({ status }) => status)).toEqual(tabs.map(() => 200))
  stage.pass(GRACE_MS + 1000)
  // Whichever answer came last to the browser's cookies.
  const later = await Promise.all(tabs.map((tab) => tab.refresh()))
  expect(later.map(({ status }) => status)).toEqual(tabs.map(() => 200))
})

test('an old token beside good ones: whoever comes first, the session is over', async () => {
  for (let round = 0; round < 8; round++) {
    const jar = await signedIn()
    const [thief] = holdersOf(jar.cookies.get('lango_session')!, 1)
    await jar.refresh()
    stage.pass(GRACE_MS + 1000)
    const tabs = holdersOf(jar.cookies.get('lango_session')!, 3)
    const [stolen, ...own] = await Promise.all([thief!, ...tabs].map((tab) => tab.refresh()))
    expect(stolen!.status).toBe(401)
    // Those that came before it were good; what they were given is good no longer.
    const rest = own.filter(({ status }) => status === 200)
    for (const { body } of rest) {
      expect((await openJar(stage).user(body.access_token)).status).toBe(401)
    }
    for (const tab of tabs) expect((await tab.refresh()).status).toBe(401)
  }
})
