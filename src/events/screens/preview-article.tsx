import type { ReactNode } from 'react'
import { formatKes } from '../../platform/values/money.rules.ts'
import { chargedKes, formatPrice } from '../event-words.rules.ts'
import type { EventReply, TicketTypeReply } from '../events.contract.ts'
import { entriesOf } from '../price.rules.ts'
import { showDays, TypeDays } from './event-days.tsx'
import { EventAbout, EventHeader } from './event-header.tsx'

showDays()

function priceText({ lowest, price, price_now = price }: TicketTypeReply): string {
  if (lowest !== undefined) return `From ${formatKes(lowest)}, you choose`
  return formatPrice(chargedKes(price_now))
}

/** Fills the time, date and location that a public event always has but a draft may lack. */
const complete = (event: EventReply): EventReply => ({
  ...event,
  date: event.time && event.date,
  // A copied event has no date yet. Its days still have the dates of the original event.
  days: event.date === '' ? [] : (event.days ?? []),
  location: event.location || 'No location yet',
})

/** An event as its public page will show it, but without buttons to buy tickets. */
export function PreviewArticle({
  event,
  types = event.ticket_types,
  notice,
  notesOf,
}: {
  event: EventReply
  types?: readonly TicketTypeReply[] | undefined
  /** A notice that says when the sale begins. */
  notice?: ReactNode
  /** The lines below the price of a type. */
  notesOf?: ((type: TicketTypeReply) => ReactNode) | undefined
}) {
  const addOns = types.filter(({ kind }) => kind === 'add_on')
  return (
    <article className="mt-6 flex flex-col gap-8">
      <EventHeader event={complete(event)} />
      <section aria-labelledby="tickets">
        <h2 id="tickets" className="mb-3 text-lead font-bold tracking-tight">
          Tickets
        </h2>
        {notice}
        <Types event={event} types={entriesOf(types)} notesOf={notesOf} />
        {addOns.length > 0 && (
          <>
            <h3 className="mt-6 mb-3 font-bold">Add-ons</h3>
            <Types event={event} types={addOns} notesOf={notesOf} />
          </>
        )}
      </section>
      <EventAbout description={event.description} />
    </article>
  )
}

type TypesProps = {
  event: EventReply
  types: readonly TicketTypeReply[]
  notesOf: ((type: TicketTypeReply) => ReactNode) | undefined
}

function Types({ event, types, notesOf }: TypesProps) {
  return (
    <ul className="rounded-card border border-line bg-paper px-4">
      {types.map((type) => (
        <li
          key={type.id}
          className="flex flex-wrap justify-between gap-x-4 gap-y-3 border-b border-line py-3 last:border-0"
        >
          <span className="min-w-0">
            <b className="block font-semibold">{type.name}</b>
            {type.is_hidden && <span className="block text-small text-quiet">Hidden</span>}
            <span className="text-quiet">{type.description}</span>
            <span className="block text-small text-quiet">
              <TypeDays type={type} event={event} />
            </span>
          </span>
          <span className="tabular-nums">{priceText(type)}</span>
          {notesOf?.(type)}
        </li>
      ))}
    </ul>
  )
}
