import { WholeWords } from '../../ui/whole-words.tsx'
import { lastDateOf } from '../days/day-draft.rules.ts'
import type { PricingDraft } from '../editing/price-draft.rules.ts'
import { toOrganizersDraft } from '../editing/waiting-draft.rules.ts'
import type { EventReply } from '../events.contract.ts'
import { type FeeTerms, feeOfUnit } from '../price.rules.ts'
import { salesEndOf } from '../sales.rules.ts'
import { feeTermsOf } from '../types/ticket-sums.rules.ts'
import { typedSoldIn, type UnitDraft } from '../types/unit-draft.rules.ts'
import { type PlanTimes, plannedType, pricePlan } from './price-plan.ts'

/**
 * The prices of a ticket type over time, as buyers pay them, with warnings. Shows nothing if the
 * type has neither sale dates nor early prices.
 */
export function PriceTimeline({
  type,
  title = 'Buyers pay',
  fee,
  times,
}: {
  title?: string
  type: PricingDraft & UnitDraft & { name: string; price: string }
  fee: FeeTerms
  times: PlanTimes
}) {
  const planned = plannedType(type)
  if (planned === null) return null
  const { rows, warnings } = pricePlan(planned, feeOfUnit(fee, typedSoldIn(type)), times)
  return (
    <div className="text-small">
      <p className="mb-1 font-semibold wrap-anywhere">{title}</p>
      <ol aria-label={`Prices of ${type.name.trim() || 'this type'} over time`}>
        {rows.map(({ when, name, price, limit }) => (
          <li
            key={[when, name, price].join()}
            className="border-l-2 border-line py-1 pl-3 wrap-anywhere"
          >
            <WholeWords text={when} />
            {when === 'then' ? ' ' : ' · '}
            {name !== null && `${name} · `}
            <b className="whitespace-nowrap font-semibold tabular-nums">{price}</b>
            {limit && ` · ${limit}`}
          </li>
        ))}
      </ol>
      {warnings.map((warning) => (
        <p key={warning} className="mt-1 text-used wrap-anywhere">
          <WholeWords text={warning} />
        </p>
      ))}
    </div>
  )
}

/**
 * The timelines of all ticket types of an event with sale dates or early prices, and with the change
 * that is waiting for approval.
 */
export function EventTimelines({ event }: { event: EventReply }) {
  const draft = toOrganizersDraft(event)
  const types = draft.types.filter((type) => plannedType(type) !== null)
  if (types.length === 0 || event.copied_date) return null
  // Without the fee, which some team members may not see, the prices would be too low.
  if (draft.fees_on_top && !event.service_fee) return null
  const fee = feeTermsOf(event.service_fee, draft.fees_on_top)
  return (
    <section aria-label="Sale dates and prices" className="mt-4 flex flex-col gap-3">
      {types.map((type) => (
        <PriceTimeline
          key={type.key}
          title={`${type.name}: buyers pay`}
          type={type}
          fee={fee}
          times={{ now: Date.now(), salesEnd: salesEndOf(lastDateOf(draft, type)) }}
        />
      ))}
    </section>
  )
}
