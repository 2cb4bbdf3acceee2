// spec: ussd-repeated-turn
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { behind } from '../../test/behind.ts'
import { buildEvent, newPhone } from '../../test/build.ts'
import { keepStage } from '../../test/stage.ts'
import { openUnguarded } from '../../test/unguarded.ts'
import type { Db } from '../platform/database/db.ts'
import { answerTurn } from './answer-turn.ts'

const stage = keepStage()
let code: string
beforeAll(async () => {
  const { id } = await buildEvent(stage.db, { types: [{ name: 'Low' }, { name: 'Top' }] })
  const event = stage.db.selectFrom('event').select('dial_code').where('id', '=', id)
  code = String((await event.executeTakeFirstOrThrow()).dial_code)
})

const TURNS = / where s\.turns = excluded\.turns - 1 and s\.phone = excluded\.phone/

let sessions = 0
/** Sends two different inputs to one screen. Both replies are computed before either is stored. */
async function answerTwice(on: Db): Promise<string[]> {
  const session = { sessionId: `ATUid_${++sessions}`, phone: newPhone() }
  await answerTurn(stage.deps, { ...session, typed: code })
  return await behind(
    stage.db,
    (tx) => sql`lock table ussd_session in share mode`.execute(tx),
    () =>
      Promise.all(
        ['1', '2'].map((input) =>
          answerTurn({ ...stage.deps, db: on }, { ...session, typed: `${code}*${input}` }),
        ),
      ),
    { waiters: 2 },
  )
}

describe('two turns of one session at the same time', () => {
  test('with the guard off, each turn moves the session elsewhere, and the digits of one screen mean the other’s', async () => {
    const unguarded = openUnguarded(stage.env.databaseUrl, [TURNS])
    const answers = await answerTwice(unguarded)
    expect(answers[0]).toMatch(/^CON Low KES 100\nHow many/)
    expect(answers[1]).toMatch(/^CON Top KES 100\nHow many/)
    await unguarded.close()
  })

  test('with the guard on, one turn is taken, and the other is shown the screen that it led to', async () => {
    const answers = (await answerTwice(stage.db)).sort((a, b) => a.length - b.length)
    expect(answers[0]).toMatch(/^CON (Low|Top) KES 100\nHow many/)
    expect(answers[1]).toBe(answers[0]!.replace('CON ', 'CON Invalid choice.\n'))
  })
})
