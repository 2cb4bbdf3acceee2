import { formatKes } from '../../platform/values/money.rules.ts'
import { LONE_LINK, QUIET } from '../../ui/button.tsx'
import { Link } from '../../ui/link.tsx'
import { countTickets, type Offer, totalKes } from '../choice.rules.ts'

export const totalOf = (offer: Offer): number => totalKes(offer.lines)

/** 'Take 1 · KES 1,000': the text of the button that takes the tickets that are left. */
export function TakeLabel({ offer }: { offer: Offer }) {
  return (
    <span>
      Take {countTickets(offer.lines)} ·{' '}
      <span className="whitespace-nowrap" translate="no">
        {formatKes(totalOf(offer))}
      </span>
    </span>
  )
}

/** The reasons why the chosen tickets cannot be bought as they are. */
export function ShortageReasons({ offer }: { offer: Offer }) {
  return offer.reasons.map((reason) => <p key={reason}>{reason}</p>)
}

/**
 * The link to the buyer's own open order. While this order is being paid, the server refuses
 * another order of the buyer.
 */
export function ContinueOrder({ orderId }: { orderId: string }) {
  return (
    <Link to={`/pay/${orderId}`} className={LONE_LINK}>
      Continue your order
    </Link>
  )
}

const TICKETS = '#tickets'

/**
 * The link back to the ticket choice. Without scripts, it jumps to the choice on the same page.
 */
export function OtherTickets({ onOther }: { onOther: () => void }) {
  return (
    <a
      href={TICKETS}
      className={QUIET}
      onClick={(click) => {
        click.preventDefault()
        onOther()
        document.getElementById('tickets')?.scrollIntoView()
      }}
    >
      Choose other tickets
    </a>
  )
}
