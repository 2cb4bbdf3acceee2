import { expect } from 'vitest'
import { buildAccount } from './accounts.ts'
import { callAs } from './cancelling.ts'
import type { Stage } from './stage.ts'

/** Sets the service fee of an organizer's sales, by default 5 % and KES 10 for each ticket. */
export async function setFee(
  stage: Stage,
  { id }: { id: string },
  fee = { basis_points: 500, fixed: 10 },
): Promise<void> {
  const admin = await buildAccount(stage, 'admin')
  const { status } = await callAs(stage, admin, `PUT /api/accounts/${id}/fee`, fee)
  expect(status).toBe(200)
}
