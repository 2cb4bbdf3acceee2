import { useSession } from '../../accounts/office/session.ts'
import { RadioFields } from '../../ui/office/form-parts.tsx'
import type { PayoutRelease } from '../pending-change.contract.ts'
import type { EventForm } from './use-event-form.ts'

/**
 * Chooses when the event's money may be paid out. After the first order, 'After the event' is
 * final: buyers may have read that their money is held.
 */
export function PayoutChoice({ form }: { form: EventForm }) {
  const { draft, event, change } = form
  const isAdmin = useSession().user?.role === 'admin'
  const isFixed = event?.payout_release === 'after_event' && event.has_orders === true
  return (
    <div className="border-t border-line pt-4 sm:max-w-120">
      {isFixed ? (
        <>
          <p className="font-semibold">Payouts</p>
          <p>After the event</p>
          <p className="text-small text-quiet">
            Tickets are sold on these terms; payouts stay after the event.
          </p>
        </>
      ) : (
        <RadioFields<PayoutRelease>
          legend="Payouts"
          name="payout_release"
          value={draft.payout_release}
          onChange={(payout_release) => change({ payout_release })}
          options={[
            {
              value: 'after_event',
              label: 'After the event',
              hint: 'The money stays with us until 6:00 AM on the morning after it. No one can pay it out before.',
            },
            {
              value: 'any_time',
              label: 'Any time',
              hint: `${isAdmin ? 'The organizer' : 'You'} can request payouts before the event. We check each one.`,
            },
          ]}
        />
      )}
      {event?.is_published && !isAdmin && event.payout_release === 'after_event' && !isFixed && (
        <p className="text-small text-quiet">
          On a published event we review a change to ‘Any time’ first.
        </p>
      )}
    </div>
  )
}
