import type { ReactNode } from 'react'
import { goodFor } from '../../events/days/uses.rules.ts'
import { imageVariant, ownPath } from '../../events/image.rules.ts'
import { accentStyle } from '../../events/screens/accent-style.ts'
import { formatShortDateTime } from '../../ui/dates.rules.ts'
import { QrCode } from '../../ui/qr-code.tsx'
import { useSite } from '../../ui/site.tsx'
import { foursOf } from '../number.rules.ts'
import { passDates, TicketEvent, type TicketedEvent } from './ticket-event.tsx'

type TicketPaperProps = {
  number: string
  type: string
  heading: 'h1' | 'h2'
  gate: string
  quantity: number
  isAddOn: boolean
  qrSize: number
  /** True if the ticket admits no more people. It is then shown paler. */
  isPale?: boolean
  /** Shown instead of code and gate if the ticket never admits anyone again. */
  ended?: string | null
  /** Absent if the event could not be loaded. */
  event?: TicketedEvent | undefined
  children: ReactNode
}

/**
 * The gate has the largest text. The code is at the top, so that a long name cannot push it off the
 * screen. On a phone in landscape the code is to the left of number and gate.
 */
export function TicketPaper(props: TicketPaperProps) {
  const { origin } = useSite()
  const { type, heading: Heading } = props
  return (
    <div
      style={accentStyle(props.event?.image)}
      className="break-inside-avoid text-center text-balance [filter:drop-shadow(0_4px_16px_rgb(29_24_20/0.12))] print:border-2 print:border-ink print:[filter:none]"
    >
      {props.event && <Band event={props.event} />}
      <div className="low:grid low:grid-cols-[2fr_1fr]">
        <div
          className={`bg-white px-4 py-3 sm:px-6 low:grid low:grid-cols-[auto_1fr] low:grid-rows-[1fr_auto_auto_1fr] low:gap-x-2 low:px-4 low:py-2 ${props.event ? '' : 'rounded-t-card'}`}
        >
          <Heading className={`self-end font-bold tracking-tight ${typeSize(type)}`}>
            {type}
          </Heading>
          {!props.ended && (
            <div
              className={`low:col-start-1 low:row-[1/5] low:self-center low:[&_svg]:size-36 ${props.isPale ? 'opacity-25' : ''}`}
            >
              <QrCode
                text={`${origin}/t/${props.number}`}
                size={props.qrSize}
                label={`QR code of ticket ${props.number}`}
              />
            </div>
          )}
          <TicketNumber number={props.number} />
          <div className="flex flex-wrap content-start justify-center gap-x-2 font-semibold">
            <Quantity {...props} />
          </div>
        </div>
        <div className="flex flex-col justify-center bg-ink px-4 py-3 text-ground sm:px-6 low:px-4 print:border-y-4 print:border-ink print:bg-white print:text-ink">
          {!props.ended && (
            <p className="text-small uppercase tracking-wider">
              {props.isAddOn ? 'Redeem At' : 'Enter Through'}
            </p>
          )}
          <p
            className={`mt-1 font-bold tracking-tight ${gateSize(props.ended ?? props.gate)}`}
            translate={props.ended ? undefined : 'no'}
          >
            {props.ended ?? (props.gate || 'The event')}
          </p>
        </div>
      </div>
      <div className="torn-edge bg-white">
        <Perforation />
        <div className="px-4 pt-2 pb-1 sm:px-6">
          {props.event && <TicketEvent event={props.event} isAddOn={props.isAddOn} />}
          {props.children}
        </div>
      </div>
    </div>
  )
}

/** How many people enter, or how often an add-on is redeemed. */
function Quantity({
  quantity,
  isAddOn,
  ended,
  event,
}: Pick<TicketPaperProps, 'quantity' | 'isAddOn' | 'ended' | 'event'>) {
  return (
    <>
      <p>{isAddOn ? 'Add-on' : `Quantity: ${quantity}`}</p>
      {(quantity > 1 || (isAddOn && event?.pass_days)) && !ended && (
        <p className="rounded-soft bg-accent px-2 text-white print:border print:bg-white print:text-ink">
          {isAddOn ? goodFor(quantity, event?.once_in_all) : `Admits ${quantity}`}
        </p>
      )}
    </>
  )
}

/** Shows the poster in one small size, so that the service worker can store it with the page. */
function Band({ event }: { event: TicketedEvent }) {
  const { origin } = useSite()
  return (
    <div className="flex min-h-14 overflow-hidden rounded-t-card bg-accent text-left text-white print:bg-white print:text-ink">
      {event.image && (
        <img
          src={ownPath(imageVariant(event.image, 400), origin)}
          alt=""
          width={400}
          height={225}
          className="h-auto w-20 shrink-0 self-stretch object-cover print:hidden"
        />
      )}
      <div className="my-1 self-center px-3 text-small">
        <p className="line-clamp-2 font-display font-bold">{event.title}</p>
        {/* The clock of a phone may be years away from the server's. */}
        <p suppressHydrationWarning>
          {event.last_date
            ? passDates(event, new Date())
            : formatShortDateTime(event.date, event.time, new Date())}
        </p>
      </div>
    </div>
  )
}

/**
 * The class for the text size. A long name gets small text, so that the code stays on the first
 * screen, even with the wider letters of the system font.
 */
function typeSize(type: string): string {
  return type.length > 30
    ? 'text-body sm:text-title low:text-body'
    : 'text-lead sm:text-title low:text-lead'
}

/** Words of up to five letters fit in the largest size, even if the user doubles the text size. */
function gateSize(gate: string): string {
  return gate.split(' ').some((word) => word.length > 5)
    ? 'text-title sm:text-hero low:text-heading'
    : 'text-hero'
}

/** Screen readers and copied text get the number without spaces. */
function TicketNumber({ number }: { number: string }) {
  return (
    <>
      <p className="text-small text-quiet">Ticket number</p>
      <p
        className="flex flex-wrap justify-center gap-x-3 font-mono text-lead font-bold"
        translate="no"
      >
        {foursOf(number).map((four, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: groups of one number may be alike
          <span key={index}>{four}</span>
        ))}
      </p>
    </>
  )
}

function Perforation() {
  return (
    <div
      aria-hidden="true"
      className="h-4 bg-[radial-gradient(circle_at_0_50%,var(--color-ground)_8px,#0000_8.5px),radial-gradient(circle_at_100%_50%,var(--color-ground)_8px,#0000_8.5px)] px-3 pt-[7px]"
    >
      <div className="border-t-2 border-dashed border-line" />
    </div>
  )
}
