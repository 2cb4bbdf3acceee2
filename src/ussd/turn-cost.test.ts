// spec: ussd-turn-cost
// Counts statements per turn. The counts do not depend on the machine.
import { beforeAll, expect, test } from 'vitest'
import { buildEvent } from '../../test/build.ts'
import { countStatements } from '../../test/count-statements.ts'
import { type Dialled, makeDialler } from '../../test/dialler.ts'
import { keepStage } from '../../test/stage.ts'

const stage = keepStage()
let code: string
beforeAll(async () => {
  const { id } = await buildEvent(stage.db, { types: [{ name: 'Low' }, { name: 'Top' }] })
  const event = stage.db.selectFrom('event').select('dial_code').where('id', '=', id)
  code = String((await event.executeTakeFirstOrThrow()).dial_code)
})

/** Counts the statements of a turn and checks the screen that it led to. */
async function costOf(turn: () => Promise<Dialled>, screen: RegExp) {
  let shown: Dialled | undefined
  const cost = await countStatements(async () => {
    shown = await turn()
  })
  expect(shown?.screen).toMatch(screen)
  return cost
}

// Two statements are for the session: reading it, and writing it with the turn in one commit.
test('a turn reads its session and the data of its screen, and commits once', async () => {
  const phone = makeDialler(stage)
  expect([
    await costOf(() => phone.dial(), /^Lango tickets/),
    await costOf(() => phone.type(code), /1 Low 100/),
    await costOf(() => phone.type('1'), /How many/),
    await costOf(() => phone.type('2'), /Total KES 200/),
    await costOf(() => phone.type('1'), /enter your PIN/),
    await costOf(phone.again, /enter your PIN/),
  ]).toEqual([
    { statements: 2, commits: 1 },
    { statements: 4, commits: 1 },
    { statements: 3, commits: 1 },
    { statements: 3, commits: 1 },
    // Placing the order has its own commit: it reads, locks, reads again and writes.
    { statements: 8, commits: 2 },
    { statements: 1, commits: 0 },
  ])
})

test('a chain of dialled inputs reads its event once', async () => {
  const phone = makeDialler(stage)
  const cost = await costOf(() => phone.dial(`${code}*2*3`), /Total KES 300/)
  expect(cost).toEqual({ statements: 4, commits: 1 })
})
