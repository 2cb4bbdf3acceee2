import { unitFields } from '../events/event.rules.ts'
import { isOpen } from '../events/sales.rules.ts'
import type { Deps } from '../platform/database/deps.ts'
import type { Viewer } from '../platform/http/viewer.ts'
import { isUuid } from '../platform/ids.ts'
import { nairobiDate } from '../platform/values/nairobi.rules.ts'
import { type AllotmentFacts, selectAllotmentFacts } from './allotment.sql.ts'
import type {
  Allotment,
  AllotmentPage,
  AllotmentState,
  Complimentary,
  ComplimentaryBatch,
  GuestList,
  GuestState,
} from './complimentary.contract.ts'
import {
  type AllotmentRow,
  type BatchRow,
  type GuestRow,
  selectAllotments,
  selectBatches,
  selectComplimentaryCounts,
  selectEventOfGuests,
  selectGuests,
} from './complimentary.sql.ts'
import { ComplimentaryError } from './errors.ts'
import { findGivingEvent } from './give-tickets.ts'

type ReadDeps = Pick<Deps, 'db' | 'clock' | 'env'>

/** All complimentary tickets of an event, for its organizer. Throws event_not_found. */
export async function readComplimentary(
  deps: ReadDeps,
  viewer: Viewer,
  eventId: string,
): Promise<Complimentary> {
  const event = await findGivingEvent(deps, viewer, eventId)
  const { licensed_capacity, places } = event
  const [counts, batches, allotments] = await Promise.all([
    selectComplimentaryCounts(deps.db, event.id),
    selectBatches(deps.db, event.id),
    selectAllotments(deps.db, event.id),
  ])
  return {
    ...counts,
    batches: batches.map(toBatch),
    allotments: allotments.map((row) => toAllotment(deps, row)),
    licensed_capacity,
    taken: places[0]?.taken ?? 0,
    ...(places[0]?.date && { taken_day: places[0].date }),
  }
}

export async function readBatch(
  { db }: Pick<Deps, 'db'>,
  eventId: string,
  id: string,
): Promise<ComplimentaryBatch> {
  const [row] = await selectBatches(db, eventId, id)
  if (!row) throw new ComplimentaryError('given_not_found')
  return toBatch(row)
}

export async function readAllotment(
  deps: ReadDeps,
  eventId: string,
  id: string,
): Promise<Allotment> {
  const [row] = await selectAllotments(deps.db, eventId, id)
  if (!row) throw new ComplimentaryError('allotment_not_found')
  return toAllotment(deps, row)
}

const toBatch = ({ made_at, ...row }: BatchRow): ComplimentaryBatch => ({
  ...row,
  made_at: made_at.toISOString(),
})

function toAllotment({ env, clock }: Pick<Deps, 'env' | 'clock'>, row: AllotmentRow): Allotment {
  const { token, ends_at, ended_at, is_withdrawn, sold_in, kind, ...rest } = row
  return {
    ...rest,
    ...unitFields({ sold_in, kind }),
    state: stateOf(row, clock.now()),
    ends_on: lastDay(ends_at),
    url: `${env.publicOrigin}/given/${token}`,
  }
}

type Ends = Pick<AllotmentRow, 'ends_at' | 'ended_at' | 'is_withdrawn'>

function stateOf({ ends_at, ended_at, is_withdrawn }: Ends, now: Date): AllotmentState {
  if (is_withdrawn) return 'withdrawn'
  return ended_at !== null || ends_at <= now ? 'ended' : 'open'
}

/** The day in Nairobi that ends at this instant. */
const lastDay = (endsAt: Date) => nairobiDate(new Date(endsAt.getTime() - 1))

/** The guests of a batch or allotment. Throws given_not_found. */
export async function readGuests(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  viewer: Viewer,
  id: string,
): Promise<GuestList> {
  const event = isUuid(id) ? await selectEventOfGuests(db, viewer, id, clock.now()) : undefined
  if (!event) throw new ComplimentaryError('given_not_found')
  const rows = await selectGuests(db, id)
  return {
    data: rows.map(({ state, admitted, sms, sold_in, kind, ...guest }) => ({
      ...guest,
      ...unitFields({ sold_in, kind }),
      state: guestState({ state, admitted, sms }),
    })),
  }
}

function guestState({ state, admitted, sms }: Pick<GuestRow, 'state' | 'admitted' | 'sms'>) {
  const isLeft = state === 'paid' || state === 'issued'
  const states: Record<string, GuestState> = {
    sent: 'sent',
    delivered: 'delivered',
    failed: 'failed',
  }
  if (!isLeft) return 'revoked'
  return admitted > 0 ? 'inside' : (states[sms ?? ''] ?? 'sending')
}

/**
 * The page behind an allotment's link. Reading the page claims no ticket, because messengers open
 * the link for a preview.
 */
export async function readAllotmentPage(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  token: string,
): Promise<AllotmentPage> {
  const now = clock.now()
  const facts = await selectAllotmentFacts(db, token, now)
  if (!facts) throw new ComplimentaryError('allotment_not_found')
  const { claimed, ends_at, ended_at, is_withdrawn, stop, sold_in, kind, until, ...page } = facts
  const state = pageState(facts, now)
  const left = state === 'open' ? facts.quantity - claimed : 0
  return {
    ...page,
    ...(until !== page.date && { until }),
    ...unitFields({ sold_in, kind }),
    ...{ left, state, ends_on: lastDay(ends_at) },
  }
}

function pageState(facts: AllotmentFacts, now: Date): AllotmentState {
  const state = stateOf(facts, now)
  return state === 'open' && !isOpen(facts.stop) ? 'ended' : state
}
