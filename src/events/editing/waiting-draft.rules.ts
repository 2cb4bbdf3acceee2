import { listWords } from '../../platform/values/list-words.rules.ts'
import { toTypeDays, waitingDayDrafts } from '../days/day-draft.rules.ts'
import { wasPublished } from '../event.rules.ts'
import type { EventReply } from '../events.contract.ts'
import type { PendingChange } from '../pending-change.contract.ts'
import { waitingPools, waitingUnits } from '../pools/pending-pools.rules.ts'
import { waitingChoice } from '../types/type-draft.rules.ts'
import { type PoolDraft, toUnitDraft } from '../types/unit-draft.rules.ts'
import { type EventDraft, isScheduleFixed, type TypeDraft, toDraft } from './event-draft.rules.ts'
import { ADDED_TYPE } from './event-form.rules.ts'
import { toPricingDraft, waitingSteps } from './price-draft.rules.ts'

const text = (value: string | number | undefined, stored: string) =>
  value === undefined ? stored : String(value)

/** The event as its organizer's form shows it: with the change that is waiting for approval. */
export function toOrganizersDraft(event: EventReply): EventDraft {
  const stored = toDraft(event)
  // A draft without a starting price stores 0.
  const isUnpriced = stored.price === '0' && !wasPublished(event)
  const draft = isUnpriced ? { ...stored, price: '' } : stored
  const change = event.review?.state === 'sent' ? event.review.change : undefined
  if (!change) return draft
  const { title, image, price, fees_on_top, payout_release } = change
  const { date, time, location } = isScheduleFixed(event) ? {} : change
  const { ticket_types = [], removed_types = [] } = change
  const pools = waitingPools(draft.pools, change)
  const types = draft.types.filter(({ id }) => !removed_types.includes(id!))
  return {
    ...draft,
    title: text(title, draft.title),
    image: text(image, draft.image),
    date: text(date, draft.date),
    time: text(time, draft.time),
    location: text(location, draft.location),
    price: text(price, draft.price),
    fees_on_top: fees_on_top ?? draft.fees_on_top,
    payout_release: payout_release ?? draft.payout_release,
    days: waitingDayDrafts(draft.days, change),
    pools,
    types: [
      ...types.map((type) => {
        const sent = ticket_types.find(({ id }) => id === type.id)
        return {
          ...type,
          name: text(sent?.name, type.name),
          price: text(sent?.price, type.price),
          quantity: text(sent?.quantity, type.quantity),
          type_offset: text(sent?.type_offset, type.type_offset),
          price_steps: waitingSteps(sent, type.price_steps),
          gate_ids: sent?.gate_ids ?? type.gate_ids,
          ...waitingUnits(sent, type, pools),
          ...toTypeDays({ ...type, ...sent }),
          ...waitingChoice(
            sent,
            event.ticket_types.find(({ id }) => id === type.id),
          ),
        }
      }),
      ...ticket_types
        .filter(({ id }) => id === undefined)
        .map((type, index) => waitingType(type, { key: `waiting-${index}`, pools })),
    ],
  }
}

type WaitingType = NonNullable<PendingChange['ticket_types']>[number]

/** A ticket type that the waiting change adds. */
function waitingType(
  type: WaitingType,
  { key, pools }: { key: string; pools: readonly PoolDraft[] },
): TypeDraft {
  return {
    key,
    id: null,
    name: type.name ?? '',
    description: type.description ?? '',
    price: text(type.price, ''),
    max_per_order: text(type.max_per_order, String(ADDED_TYPE.max_per_order)),
    quantity: text(type.quantity, ''),
    type_offset: text(type.type_offset, ''),
    gate_ids: type.gate_ids ?? [],
    ...toPricingDraft(type),
    ...waitingUnits(type, toUnitDraft(type), pools),
    ...toTypeDays(type),
  }
}

const SCHEDULE = ['date', 'time', 'place']

/**
 * Says which changes of the published event an admin reviews. The reschedule dialog says whether an
 * admin reviews the reschedule (`needsApproval`).
 */
export function reviewedText(event: EventReply): string {
  const isFixed = isScheduleFixed(event)
  const reviewed = event.publishes_alone
    ? []
    : ['price', 'fees', 'payouts', ...(isFixed ? [] : SCHEDULE), 'tickets']
  const words = 'title and picture'
  const others = isFixed
    ? listWords([...reviewed, 'title', 'picture'])
    : [listWords(reviewed), `${words} once tickets are ordered`].filter(Boolean).join(', and of ')
  const moved = isFixed
    ? ' A new date, time or place needs Reschedule, which notifies your buyers and says whether we review it first.'
    : ''
  return `We review changes of ${others}.${moved} Other changes go live at once, unless we must check a name in them.`
}
