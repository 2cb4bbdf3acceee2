import { useState } from 'react'
import { Link } from 'react-router'
import { sessionFetch } from '../../accounts/office/session.ts'
import { firstHeld } from '../../events/calendar.rules.ts'
import { formatSpan } from '../../events/days/day-span.rules.ts'
import type { EventReply } from '../../events/events.contract.ts'
import { lastDate } from '../../events/sales.rules.ts'
import { formatTicketNumber } from '../../tickets/number.rules.ts'
import { callApi } from '../../ui/api.ts'
import { Button } from '../../ui/button.tsx'
import {
  formatAxisDay,
  formatDateTime,
  formatFullDate,
  formatShortWeekday,
} from '../../ui/dates.rules.ts'
import { Notice } from '../../ui/notice.tsx'
import { formatCount, formatInstant } from '../../ui/office/formats.rules.ts'
import { PRINTED_CELL, PrintedPart } from '../../ui/office/printed-part.tsx'
import { TryAgain } from '../../ui/office/try-again.tsx'
import { useQuery } from '../../ui/office/use-query.ts'
import { SelectField } from '../../ui/select-field.tsx'
import type { DoorList, DoorTicket } from '../exports/door-list.contract.ts'
import { ExportButton } from './export-button.tsx'

/** The list of an event's tickets for a door without phones, to be printed or exported. */
export function DoorListPage({ event }: { event: EventReply }) {
  const { id, title, days = [] } = event
  const held = days.filter((day) => !day.cancelled_at)
  const [n, setN] = useState<number | null>(null)
  const day = held.find((one) => one.n === n) ?? null
  const query = day ? `?day=${day.n}` : ''
  const { data, at, problem, reload } = useQuery(`door list ${id}${query}`, (signal) =>
    callApi<DoorList>(sessionFetch, `/api/events/${encodeURIComponent(id)}/door_list${query}`, {
      signal,
    }),
  )
  return (
    <div className="flex flex-col gap-4">
      <PrintedPart name="door-list" />
      <p>
        <Link
          to={`/organizer/events/${id}/gate`}
          className="inline-flex min-h-11 items-center font-semibold text-accent hover:underline"
        >
          {title}
        </Link>
      </p>
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div>
          <h1 className="text-title font-bold tracking-tight">Door list</h1>
          <p className="mt-1 max-w-[560px] text-quiet">
            For a door without gate phones. Up to date when printed: people who have checked in by
            then are under 'In'. Check-ins, sales, transfers and refunds after that are not on the
            paper.
          </p>
        </div>
        <div className="flex flex-wrap items-start gap-3">
          <ExportButton key={n} kind="door_list" eventId={id} day={n} />
          <Button aria-disabled={!data} onClick={() => data && window.print()}>
            Print
          </Button>
        </div>
      </div>
      {held.length > 1 && (
        <div className="max-w-96 print:hidden">
          <SelectField
            label="Day"
            value={n ?? ''}
            onChange={({ target }) => setN(target.value === '' ? null : Number(target.value))}
            options={[
              ['', 'All days'],
              ...held.map((one) => [String(one.n), formatFullDate(one.date)] as const),
            ]}
          />
        </div>
      )}
      {problem && <TryAgain onAgain={reload}>{problem.error || 'No connection.'}</TryAgain>}
      {!problem && !data && <p role="status">Loading the list...</p>}
      {data?.tickets.length === 0 && <Notice>No tickets yet.</Notice>}
      {data && data.tickets.length > 0 && (
        <section
          aria-label="Door list"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls takes the focus
          tabIndex={0}
          className="door-list flex flex-col gap-6 overflow-x-auto"
        >
          {[...new Set(data.tickets.map(({ gate }) => gate))].sort().map((gate) => (
            <GateTable
              key={gate}
              event={event}
              day={day}
              at={at}
              gate={gate}
              question={data.question}
              tickets={data.tickets.filter((ticket) => ticket.gate === gate)}
            />
          ))}
        </section>
      )}
    </div>
  )
}

type Start = { date: string; time: string }

function GateTable({
  event: { title, date, time, days = [], location },
  day,
  at: madeAt,
  gate,
  question,
  tickets,
}: {
  event: EventReply
  /** The day of the list; null for all days, and for an event of one day. */
  day: Start | null
  /** When the list was read, in ms since 1970. */
  at: number
  gate: string
  question: string | null
  tickets: readonly DoorTicket[]
}) {
  const made = formatInstant(new Date(madeAt).toISOString())
  const people = tickets.reduce((sum, { admits }) => sum + admits, 0)
  const first = day ?? firstHeld({ date, time, days })
  const hasGuests = tickets.some(({ guest }) => guest !== '')
  const haveDays = days.length > 0 && !day
  const haveAddOns = tickets.some(({ add_ons }) => add_ons !== '')
  const columns = [
    ...['In', 'Ticket number', 'Type'],
    ...(haveDays ? ['Days'] : []),
    ...['Admits', 'Gate', 'Phone'],
    ...(hasGuests ? ['Guest'] : []),
    ...(haveAddOns ? ['Add-ons'] : []),
    ...(question === null ? [] : [question]),
  ]
  return (
    <table
      aria-label={`Door list, ${gate}`}
      className="w-full border-collapse bg-paper tabular-nums print:text-small"
    >
      <thead>
        <tr>
          <td colSpan={columns.length} className={PRINTED_CELL}>
            <b className="block wrap-anywhere">{title}</b>
            {haveDays && `${formatSpan(first.date, lastDate({ date, days }))} · `}
            {!haveDays && date && `${formatDateTime(first.date, first.time)} · `}
            {location} · {gate}: {countsOf(tickets.length, people)}, as of {made.day}, {made.time}
          </td>
        </tr>
        <tr>
          {columns.map((name) => (
            <th key={name} scope="col" className={PRINTED_CELL}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {tickets.map(
          ({
            number,
            ticket_type,
            dates = [],
            admits,
            inside,
            gate: at,
            phone_end,
            guest,
            add_ons,
            answer,
          }) => (
            <tr key={number}>
              <td className={`${PRINTED_CELL} w-12 font-semibold`}>{inside}</td>
              <td className={`${PRINTED_CELL} whitespace-nowrap font-semibold`}>
                {formatTicketNumber(number)}
              </td>
              <td className={PRINTED_CELL}>{ticket_type}</td>
              {haveDays && <td className={PRINTED_CELL}>{dates.map(dayOf).join(', ')}</td>}
              <td className={PRINTED_CELL}>{admits}</td>
              <td className={PRINTED_CELL}>{at}</td>
              <td className={`${PRINTED_CELL} whitespace-nowrap`}>
                {phone_end && `… ${phone_end}`}
              </td>
              {hasGuests && <td className={`${PRINTED_CELL} wrap-anywhere`}>{guest}</td>}
              {haveAddOns && <td className={PRINTED_CELL}>{add_ons}</td>}
              {question !== null && <td className={`${PRINTED_CELL} wrap-anywhere`}>{answer}</td>}
            </tr>
          ),
        )}
      </tbody>
    </table>
  )
}

/** 'Fri Dec 11' */
const dayOf = (date: string): string => `${formatShortWeekday(date)} ${formatAxisDay(date)}`

/** '1 ticket, 1 person' or '12 tickets, 30 people' */
export function countsOf(tickets: number, people: number): string {
  return `${formatCount(tickets)} ${tickets === 1 ? 'ticket' : 'tickets'}, ${formatCount(people)} ${people === 1 ? 'person' : 'people'}`
}
