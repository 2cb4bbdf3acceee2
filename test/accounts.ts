import { randomUUID } from 'node:crypto'
import { signAccessToken } from '../src/accounts/sign-access-token.ts'
import type { Viewer } from '../src/platform/viewer.ts'
import type { Stage } from './stage.ts'

/** An account with a confirmed address, and the header that its calls carry. */
export async function buildAccount(
  stage: Pick<Stage, 'db' | 'env' | 'clock'>,
  role: Viewer['role'] = 'organizer',
) {
  const id = randomUUID()
  const email = `${id}@lango.test`
  await stage.db
    .insertInto('account')
    .values({
      id,
      email,
      full_name: 'Amina Odhiambo',
      // No password matches this.
      password_hash: '!',
      role,
      confirmed_at: stage.clock.now(),
    })
    .execute()
  const headers = { authorization: `Bearer ${await signAccessToken(stage, id)}` }
  return { id, email, role, viewer: { accountId: id, role } satisfies Viewer, headers }
}
