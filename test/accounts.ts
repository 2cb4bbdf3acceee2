import { randomUUID } from 'node:crypto'
import { signBearer } from '../src/accounts/tokens.ts'
import type { Viewer } from '../src/platform/viewer.ts'
import type { Stage } from './stage.ts'

/** An account with a confirmed address, and the header that its calls carry. */
export async function buildAccount(
  stage: Pick<Stage['deps'], 'db' | 'env' | 'clock'>,
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
  const sessionId = randomUUID()
  const created_at = stage.clock.now()
  await stage.db
    .insertInto('session')
    .values({ id: sessionId, account_id: id, created_at, expires_at: new Date('2099-01-01') })
    .execute()
  const token = await signBearer(stage, { id: sessionId, accountId: id })
  const headers = { authorization: `Bearer ${token}` }
  const viewer = { accountId: id, role } satisfies Viewer
  return { id, email, role, viewer, sessionId, headers }
}
