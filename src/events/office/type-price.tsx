import { useState } from 'react'
import { useSession } from '../../accounts/office/session.ts'
import { formatKes } from '../../platform/values/money.rules.ts'
import { Field } from '../../ui/field.tsx'
import { CheckField, RadioFields } from '../../ui/office/form-parts.tsx'
import { WholeWords } from '../../ui/whole-words.tsx'
import type { TypeDraft } from '../editing/event-draft.rules.ts'
import { sumsOf } from '../editing/price-draft.rules.ts'
import type { FeeTerms } from '../price.rules.ts'
import { CHOSEN_PRICE_MAX } from '../price.rules.ts'
import { hiding } from '../types/type-draft.rules.ts'
import { perUnit } from '../types/unit-words.rules.ts'
import { ZeroWarning } from './event-basics.tsx'
import { PriceWithFee } from './fee-choice.tsx'
import type { EventForm } from './use-event-form.ts'

type Parts = { form: EventForm; type: TypeDraft; index: number; fee: FeeTerms | null }

/** The choice between a price, free and a price that buyers choose, with the fields of the choice. */
export function TypePrice({ form, type, index, fee }: Parts) {
  const { types, findings } = form
  // Shows no warning about the 0 of a new type, which the user has not chosen. A warning that
  // appears when the user leaves the field would move a button that the user is pressing.
  const [isTouched, setIsTouched] = useState(type.id !== null)
  const amount = (name: 'price' | 'lowest' | 'suggested' | 'highest') => ({
    name: `${name}-${index}`,
    type: 'number',
    min: 0,
    value: type[name],
    'aria-invalid': findings.isTypeMarked(type.key, name) || undefined,
    onChange: (typed: { target: { value: string } }) =>
      types.change(type.key, { [name]: typed.target.value }),
  })
  const hint = perUnit(type)
  const hinted = hint === undefined ? {} : { hint }
  const whole = { inputMode: 'numeric', step: 1, max: CHOSEN_PRICE_MAX } as const
  return (
    <div className="mt-4 flex flex-col gap-2">
      <RadioFields
        legend="Price"
        name={`price_kind-${type.key}`}
        isRow
        value={type.price_kind}
        onChange={(price_kind) => types.change(type.key, { price_kind })}
        options={[
          { value: 'price', label: 'A price' },
          { value: 'free', label: 'This ticket is free' },
          { value: 'chosen', label: 'Buyers choose the price' },
        ]}
      />
      {type.price_kind === 'price' && (
        <div className="sm:max-w-60">
          <Field
            label="Price (KES)"
            inputMode="decimal"
            step={0.01}
            required
            {...hinted}
            {...amount('price')}
            onFocus={() => setIsTouched(true)}
          />
          <ZeroWarning price={isTouched ? type.price : ''}>
            At KES 0 it sells only with a paid ticket. If it is free, choose 'This ticket is free'.
          </ZeroWarning>
          <PriceWithFee type={type} fee={fee} />
        </div>
      )}
      {type.price_kind === 'chosen' && (
        <>
          <div className="grid grid-cols-1 gap-3 sm:grid-cols-3 sm:gap-4">
            <Field
              label="Lowest price (KES)"
              required
              {...hinted}
              {...whole}
              {...amount('lowest')}
            />
            <Field
              label="Suggested price (KES)"
              placeholder="None"
              {...whole}
              {...amount('suggested')}
            />
            <Field
              label="Highest price (KES)"
              placeholder={formatKes(CHOSEN_PRICE_MAX)}
              {...whole}
              {...amount('highest')}
            />
          </div>
          <ChosenFee type={type} fee={fee} />
        </>
      )}
    </div>
  )
}

/** The organizer's part of a price that buyers choose. This price always includes the fee. */
function ChosenFee({ type, fee }: { type: TypeDraft; fee: FeeTerms | null }) {
  const isAdmin = useSession().user?.role === 'admin'
  const sums = fee && sumsOf(type, fee)
  if (!sums) return null
  if (fee.basis_points + fee.fixed_cents === 0) {
    return <p className="text-small text-quiet">No fee</p>
  }
  const gets = isAdmin ? 'the organizer gets' : 'you get'
  const also = fee.fees_on_top ? ' Buyers pay exactly what they choose.' : ''
  return (
    <p className="text-small text-quiet">
      <WholeWords text={`Of ${sums.pay} ${gets} ${sums.get}.${also}`} />
    </p>
  )
}

/** Chooses whether only a code sells the type, and whether the type is sold at the door, too. */
export function TypeSight({ form: { types }, type }: Pick<Parts, 'form' | 'type'>) {
  const { is_hidden, sold_at_door, key, id } = type
  return (
    <div className="mt-2 flex flex-wrap gap-x-6">
      <CheckField
        label="Hidden: only with a code"
        checked={is_hidden}
        onChange={(hidden) => types.change(key, hiding(hidden, id === null))}
      />
      {is_hidden && (
        <CheckField
          label="Also sold at the door"
          checked={sold_at_door}
          onChange={(sold) => types.change(key, { sold_at_door: sold })}
        />
      )}
    </div>
  )
}
