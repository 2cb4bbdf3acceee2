import { useSession } from '../../accounts/office/session.ts'
import type { ServiceFee } from '../../platform/http/platform.contract.ts'
import { formatKesAndCents, toKes } from '../../platform/values/money.rules.ts'
import { RadioFields } from '../../ui/office/form-parts.tsx'
import { WholeWords } from '../../ui/whole-words.tsx'
import { sumsOf, type TypedPrice } from '../editing/price-draft.rules.ts'
import type { FeeTerms } from '../price.rules.ts'
import { feeTermsOf } from '../types/ticket-sums.rules.ts'
import { typedSoldIn } from '../types/unit-draft.rules.ts'
import type { EventForm } from './use-event-form.ts'
import type { FormLists } from './use-form-lists.ts'

/**
 * The service fee of the organizer that the form has chosen. Null if it is not known: the event has
 * no organizer, or the organizer is not in the list.
 */
export function serviceFeeOf(
  { event, draft }: Pick<EventForm, 'event' | 'draft'>,
  payers: FormLists['payers'],
): ServiceFee | null {
  if (event && (event.organizer_id ?? '') === draft.organizer_id) return event.service_fee ?? null
  // A new draft without a choice belongs to the first organizer in the list that the user may edit.
  const chosen = payers.find(({ id, may_edit }) =>
    draft.organizer_id === '' ? may_edit : id === draft.organizer_id,
  )
  return chosen?.service_fee ?? null
}

/** Chooses who pays the service fee. Shows a ticket's price and the organizer's share. */
export function FeeChoice({ form, service }: { form: EventForm; service: ServiceFee | null }) {
  const { draft, event, change } = form
  const isAdmin = useSession().user?.role === 'admin'
  if (isAdmin && draft.organizer_id === '') return null
  if (service?.basis_points === 0 && service.fixed === 0) {
    return (
      <p className="border-t border-line pt-4 text-small text-quiet sm:max-w-120">
        {isAdmin ? 'The organizer pays no service fee.' : 'You pay no service fee.'}
      </p>
    )
  }
  const type = draft.types.find(
    ({ price, price_kind }) => price_kind === 'price' && Number(price) > 0,
  )
  const sums = (onTop: boolean) => type && service && sumsOf(type, feeTermsOf(service, onTop))
  const [you, get] = isAdmin ? ['The organizer', 'the organizer gets'] : ['You', 'you get']
  const [inside, onTop] = [sums(false), sums(true)]
  return (
    <div className="border-t border-line pt-4 sm:max-w-120">
      <RadioFields
        legend="Service fee"
        name="fees_on_top"
        value={draft.fees_on_top ? 'buyers' : 'organizer'}
        onChange={(value) => change({ fees_on_top: value === 'buyers' })}
        options={[
          {
            value: 'organizer',
            label: isAdmin ? 'The organizer pays it' : 'You pay it',
            hint: inside
              ? `Buyers pay ${inside.pay}, ${get} ${inside.get}`
              : 'It is taken from the price.',
          },
          {
            value: 'buyers',
            label: 'Buyers pay it',
            hint: onTop
              ? `${you} ${isAdmin ? 'gets' : 'get'} ${onTop.get}, buyers pay ${onTop.pay}`
              : 'It is added to the price.',
          },
        ]}
      />
      {event?.is_published && !isAdmin && (
        <p className="text-small text-quiet">
          On a published event we review this change first, as we do with prices.
        </p>
      )}
    </div>
  )
}

/**
 * The organizer's part of one ticket, and the sum that buyers pay if they pay the fee. Shows
 * nothing if the fee is not known.
 */
export function PriceWithFee({ type, fee }: { type: TypedPrice; fee: FeeTerms | null }) {
  const isAdmin = useSession().user?.role === 'admin'
  const sums = fee && sumsOf(type, fee)
  if (!sums) return null
  const isFree = fee.basis_points + fee.fixed_cents === 0
  const receives = `${isAdmin ? 'The organizer receives' : 'You receive'} ${sums.get}`
  const paid = fee.fees_on_top && !isFree ? `. Buyers pay ${sums.pay}` : ''
  const perPerson =
    fee.fixed_cents > 0 && typedSoldIn(type) > 1
      ? `. The fee of ${formatKesAndCents(toKes(fee.fixed_cents))} is ${type.kind === 'add_on' ? 'for each use' : 'per person'}`
      : ''
  return (
    <p className="mt-1 text-small text-quiet">
      <WholeWords text={isFree ? `No fee. ${receives}` : receives + paid + perPerson} />
    </p>
  )
}
