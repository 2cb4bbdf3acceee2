import { useState } from 'react'
import type { EventReply, TicketTypeReply } from '../../events/events.contract.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useCountdown } from '../../ui/use-countdown.ts'
import { PROVEN_MS } from '../free.rules.ts'
import type { PaymentTyped } from '../purchase.rules.ts'
import { checkProof } from './free-code.ts'
import { Code, Known, NumberField, OtherWays } from './free-order.tsx'
import { provenPhone } from './proven-phone.ts'
import { useProving } from './use-proving.ts'
import type { SaleClock } from './use-sale-clock.ts'

type ConfirmProps = { event: EventReply; type: TicketTypeReply }

/**
 * Offers to prove the phone before the sale of a free ticket type begins at `from`. A browser keeps
 * a proven phone for PROVEN_MS, so the offer appears PROVEN_MS before the sale begins.
 */
export function ConfirmNumber({
  from,
  clock,
  ...props
}: ConfirmProps & { from: string; clock: SaleClock }) {
  const seconds = Math.max(0, Math.round((Date.parse(from) - clock.now) / 1000))
  const left = useCountdown(clock, seconds) ?? 0
  const [isOpen, setOpen] = useState(() => provenPhone(props.event.id) !== null)
  if (left * 1000 > PROVEN_MS) return null
  if (isOpen) return <Confirming {...props} />
  return (
    <Button look="quiet" className="mt-2" onClick={() => setOpen(true)}>
      Confirm your number now
    </Button>
  )
}

function Confirming({ event, type }: ConfirmProps) {
  const [isChecking, setChecking] = useState(false)
  const [wrong, setWrong] = useState<string | null>(null)
  const line = { ticketTypeId: type.id, name: type.name, quantity: 1, amountKes: 0, priceKes: 0 }
  async function confirm(typed: PaymentTyped) {
    setWrong(null)
    setChecking(true)
    const problem = await checkProof({ event, lines: [line], typed })
    setChecking(false)
    setWrong(problem)
    if (problem === null) proving.recall()
  }
  const proving = useProving({
    ...{ event, lines: [line], busy: isChecking, problem: wrong },
    typed: { phoneNumber: '', email: '' },
    refused: wrong === null ? undefined : WRONG_PROOF,
    onPay: (typed) => void confirm(typed),
  })
  const { stage, to, isBusy, faults } = proving
  if (stage === 'known') {
    return (
      <div className="mt-2">
        <Known phone={to.phoneNumber} onChange={proving.changeNumber} />
        <p>Your number is confirmed. When the sale begins, one tap is enough.</p>
      </div>
    )
  }
  return (
    <form {...proving.formProps} aria-label="Your number" className="mt-2 flex flex-col gap-4">
      {faults[''] && (
        <Notice look="bad" role="alert">
          {faults['']}
        </Notice>
      )}
      {stage === 'number' ? (
        <NumberField typed={to.phoneNumber} error={faults.phoneNumber} />
      ) : (
        <Code proving={proving} />
      )}
      <Button type="submit" disabled={isBusy}>
        {isBusy ? 'Please wait…' : stage === 'number' ? 'Send code' : 'Confirm'}
      </Button>
      {stage === 'code' && <OtherWays proving={proving} />}
    </form>
  )
}

const WRONG_PROOF = { isShort: false, ownOrder: null, isWrongProof: true } as const
