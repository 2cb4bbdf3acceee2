// spec: team-invitations
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { buildAccount } from '../../../test/accounts.ts'
import { behind } from '../../../test/behind.ts'
import { keepStage } from '../../../test/stage.ts'
import { addMember, teamDeps } from '../../../test/team.ts'
import { withoutGuards } from '../../../test/unguarded.ts'
import type { Db } from '../../platform/database/db.ts'
import { invite } from './invitations.ts'
import { changeMember, removeMember } from './members.ts'

const stage = keepStage()

const LOCK = /(?<=^select "id" from "account" where "id" = \$1) for no key update$/

/** Runs both calls until they write to the audit log, or until one call waits for the other. */
const atOnce = (calls: () => Promise<unknown>[]) =>
  behind(
    stage.db,
    (tx) => sql`lock table audit_log in share mode`.execute(tx),
    () => Promise.allSettled(calls()),
    { waiters: 2 },
  )

async function openInvitations(organizerId: string): Promise<number> {
  const rows = await stage.db
    .selectFrom('invitation')
    .select('id')
    .where('organizer_id', '=', organizerId)
    .where('ended_at', 'is', null)
    .execute()
  return rows.length
}

describe('a co-owner who invites while their role ends', () => {
  async function endRole(db: Db, end: 'remove' | 'change') {
    const owner = await buildAccount(stage)
    const second = await buildAccount(stage)
    const membership = { organizerId: owner.id, eventId: null, role: 'owner' } as const
    const [member = ''] = await addMember(stage, second.id, membership)
    const viewer = { ...second.viewer, memberships: [membership] }
    const request = { email: `${second.id}@club.test`, role: 'owner' } as const
    const deps = { ...teamDeps(stage), db }
    const ref = { organizer: owner.id, member }
    await atOnce(() => [
      invite(deps, viewer, owner.id, request),
      end === 'remove'
        ? removeMember(deps, owner.viewer, ref)
        : changeMember(deps, owner.viewer, { ...ref, role: 'editor' }),
    ])
    return await openInvitations(owner.id)
  }

  test.each(['remove', 'change'] as const)(
    'leaves an open invitation without the guard (%s)',
    async (end) => {
      expect(await withoutGuards(stage, [LOCK], (db) => endRole(db, end))).toBe(1)
    },
  )

  test.each(['remove', 'change'] as const)(
    'leaves no open invitation with the guard (%s)',
    async (end) => {
      expect(await endRole(stage.db, end)).toBe(0)
    },
  )

  test('is refused if the role ended after the sign-in was checked', async () => {
    const owner = await buildAccount(stage)
    const membership = { organizerId: owner.id, eventId: null, role: 'owner' } as const
    const { viewer } = await buildAccount(stage)
    const stale = { ...viewer, memberships: [membership] }
    const request = { email: `${viewer.accountId}@club.test`, role: 'owner' } as const
    await expect(invite(teamDeps(stage), stale, owner.id, request)).rejects.toMatchObject({
      code: 'organization_not_found',
    })
    const guest = await buildAccount(stage)
    const [member = ''] = await addMember(stage, guest.id, {
      organizerId: owner.id,
      role: 'editor',
    })
    const ref = { organizer: owner.id, member }
    await expect(removeMember(stage.deps, stale, ref)).rejects.toMatchObject({
      code: 'organization_not_found',
    })
    await expect(
      changeMember(teamDeps(stage), stale, { ...ref, role: 'owner' }),
    ).rejects.toMatchObject({
      code: 'organization_not_found',
    })
  })
})

describe('two invitations of one person at once', () => {
  async function inviteTwice(db: Db) {
    const owner = await buildAccount(stage)
    const request = { email: `${owner.id}@club.test`, role: 'editor' } as const
    await atOnce(() =>
      [1, 2].map(() => invite({ ...teamDeps(stage), db }, owner.viewer, owner.id, request)),
    )
    return await openInvitations(owner.id)
  }

  test('both work without the guard', async () => {
    expect(await withoutGuards(stage, [LOCK], inviteTwice)).toBe(2)
  })

  test('leave one that works with the guard', async () => {
    expect(await inviteTwice(stage.db)).toBe(1)
  })
})
