// spec: team-invitations
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { buildAccount } from '../../../test/accounts.ts'
import { behind } from '../../../test/behind.ts'
import { buildEvent, newPhone } from '../../../test/build.ts'
import { keepStage } from '../../../test/stage.ts'
import { teamDeps } from '../../../test/team.ts'
import { withoutGuards } from '../../../test/unguarded.ts'
import type { Db } from '../../platform/database/db.ts'
import { acceptInvitation } from './accept.ts'
import { invite } from './invitations.ts'

const stage = keepStage()

const UNUSED = / and ended_at is null(?= and expires_at > \$\d returning id$)/

describe('two accounts that open the link of one SMS at once', () => {
  async function acceptTwice(db: Db) {
    const owner = await buildAccount(stage)
    const phone = newPhone()
    const { id } = await buildEvent(stage.db)
    const owned = { organizer_id: owner.id }
    await stage.db.updateTable('event').set(owned).where('id', '=', id).execute()
    await invite(teamDeps(stage), owner.viewer, owner.id, { phone, role: 'money' })
    await stage.runJobs()
    const token = /join#([\w-]{43})/.exec(stage.textsTo(phone)[0]!)![1]!
    const guests = [await buildAccount(stage), await buildAccount(stage)]
    const ends = await behind(
      stage.db,
      (tx) => sql`lock table invitation in share mode`.execute(tx),
      () =>
        Promise.allSettled(
          guests.map(({ viewer }) => acceptInvitation({ ...teamDeps(stage), db }, viewer, token)),
        ),
      { waiters: 2 },
    )
    const members = await stage.db
      .selectFrom('member')
      .select('id')
      .where('organizer_id', '=', owner.id)
      .execute()
    const codes = ends.map((end) => (end.status === 'fulfilled' ? 'done' : end.reason.code))
    return { ends: codes.sort(), members: members.length }
  }

  test('both become members without the guard', async () => {
    expect(await withoutGuards(stage, [UNUSED], acceptTwice)).toEqual({
      ends: ['done', 'done'],
      members: 2,
    })
  })

  test('make one member with the guard, and the other reads that the link was used', async () => {
    expect(await acceptTwice(stage.db)).toEqual({ ends: ['done', 'link_ended'], members: 1 })
  })
})
