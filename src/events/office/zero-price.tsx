import { useNavigate } from 'react-router'
import type { Problem } from '../../ui/api.ts'
import { Question } from '../../ui/office/question.tsx'
import type { ZeroPrices } from '../editing/event-edit.contract.ts'

/** The refusal of a call that would put types at KES 0 on sale. `field`: the first such price. */
export type ZeroPrice = { text: string; field: string | undefined }

/** Null if the call was refused for another reason. */
export function zeroPriceOf({ code, error, field }: Problem): ZeroPrice | null {
  return code === 'price_zero' ? { text: error, field } : null
}

/** The name of the price's input in the form: 'price-0' for 'ticket_types.0.price'. */
export const priceInput = ({ field = '' }: ZeroPrice) => `price-${field.split('.')[1] ?? 0}`

/** Asks whether types at KES 0 are free or their price was forgotten. */
export function ZeroPriceQuestion({
  zero,
  form,
  onAnswer,
  onBack,
}: {
  zero: ZeroPrice
  /**
   * The address of the form in which the price can be changed. Undefined if the form is open, null
   * if there is no form to link to.
   */
  form?: string | null
  onAnswer: (answer: ZeroPrices) => void
  onBack: () => void
}) {
  const navigate = useNavigate()
  return (
    <Question
      title={zero.text}
      no={form === null ? 'Go back' : 'Back to the price'}
      onNo={() => {
        onBack()
        if (form) void navigate(`${form}#${priceInput(zero)}`)
      }}
      other={{ text: 'Only with a paid ticket', onClick: () => onAnswer('kept') }}
      yes="It is free"
      onYes={() => onAnswer('free')}
    >
      <p>
        People get a free ticket on its own, with a code to their phone. A ticket at KES 0 that is
        not free sells only with a paid ticket.
      </p>
    </Question>
  )
}
