// spec: ussd-turn-cost
// What each turn asks of the database: these counts depend on no machine.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildEvent } from '../../test/build.ts'
import { countStatements } from '../../test/count-statements.ts'
import { type Dialled, makeDialler } from '../../test/dialler.ts'
import { makeStage, type Stage } from '../../test/stage.ts'

let stage: Stage
let code: string
beforeAll(async () => {
  stage = await makeStage()
  const { id } = await buildEvent(stage.db, { types: [{ name: 'Low' }, { name: 'Top' }] })
  const event = stage.db.selectFrom('event').select('dial_code').where('id', '=', id)
  code = String((await event.executeTakeFirstOrThrow()).dial_code)
})
afterAll(() => stage.close())

/** What it cost, and that it led to where it is said to. */
async function costOf(turn: () => Promise<Dialled>, screen: RegExp) {
  let shown: Dialled | undefined
  const cost = await countStatements(async () => {
    shown = await turn()
  })
  expect(shown?.screen).toMatch(screen)
  return cost
}

// Two of each are the session, as it was left and as it is now, with the turn: one commit.
test('a turn asks for its session, what its screen shows, and one commit', async () => {
  const phone = makeDialler(stage)
  expect([
    await costOf(() => phone.dial(), /^Lango tickets/),
    await costOf(() => phone.type(code), /1 Low 100/),
    await costOf(() => phone.type('1'), /How many/),
    await costOf(() => phone.type('2'), /Total KES 200/),
    await costOf(() => phone.type('1'), /type your PIN/),
    await costOf(phone.again, /type your PIN/),
  ]).toEqual([
    { statements: 2, commits: 1 },
    { statements: 4, commits: 1 },
    { statements: 3, commits: 1 },
    { statements: 3, commits: 1 },
    // The order, too.
    { statements: 3, commits: 2 },
    { statements: 1, commits: 0 },
  ])
})

test('what is dialled at once reads its event once', async () => {
  const phone = makeDialler(stage)
  const cost = await costOf(() => phone.dial(`${code}*2*3`), /Total KES 300/)
  expect(cost).toEqual({ statements: 4, commits: 1 })
})
