import { randomUUID } from 'node:crypto'
import { teamEvents } from '../src/events/organizers/team-events.sql.ts'
import type { Deps } from '../src/platform/database/deps.ts'
import type { TeamRole } from '../src/platform/http/platform.contract.ts'
import { buildAccount } from './accounts.ts'
import { buildEvent } from './build.ts'
import { makeEditor } from './event-form.ts'
import { newReceipt, pay, prompted } from './purchase.ts'
import type { Stage } from './stage.ts'

type Part = {
  organizerId: string
  /** The events of the membership; absent for all events of the organizer. */
  eventIds?: string[]
  role: TeamRole
}

/** The dependencies of the team's use cases. */
export const teamDeps = ({ deps }: Stage) => ({ ...deps, ...teamEvents })

/** Makes an account a member of an organizer's team. Returns the ids of the memberships. */
export async function addMember(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  accountId: string,
  { organizerId, eventIds, role }: Part,
): Promise<string[]> {
  const rows = (eventIds ?? [null]).map((event_id) => ({
    ...{ id: randomUUID(), organizer_id: organizerId, account_id: accountId, event_id, role },
    created_at: clock.now(),
  }))
  await db.insertInto('member').values(rows).execute()
  return rows.map(({ id }) => id)
}

/** Inserts an editor and a promoter of an organizer, who can call the API. */
export async function buildTeam(stage: Stage, organizerId: string) {
  const editor = await makeEditor(stage, 'organizer')
  const promoter = await makeEditor(stage, 'organizer')
  await addMember(stage, editor.id, { organizerId, role: 'editor' })
  await addMember(stage, promoter.id, { organizerId, role: 'promoter' })
  return { editor, promoter }
}

/** Inserts an account that is a member of an organizer's team. */
export async function buildMember(stage: Stage, part: Part) {
  const account = await buildAccount(stage)
  await addMember(stage, account.id, part)
  return account
}

/** Builds an event of the organizer with one paid order of this phone number and an email address. */
export async function soldTo(
  stage: Stage,
  { id: organizer_id }: { id: string },
  { phoneNumber, price = 1000 }: { phoneNumber: string; price?: number },
) {
  const event = await buildEvent(stage.db, { types: [{ price }] })
  await stage.db.updateTable('event').set({ organizer_id }).where('id', '=', event.id).execute()
  const email = `buyer-${randomUUID()}@lango.test`
  const order = await prompted(stage, event, [1], { phoneNumber, email })
  await pay(stage, order, newReceipt())
  return { ...event, orderId: order.orderId, email, phoneNumber }
}
