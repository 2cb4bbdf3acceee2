import { useState } from 'react'
import { Link } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { Badge } from '../../ui/office/badge.tsx'
import { type Column, DataTable, Panel } from '../../ui/office/data-table.tsx'
import { formatCount, formatInstant, NO_FIGURE } from '../../ui/office/formats.rules.ts'
import type { GatePhone } from '../command-view.contract.ts'
import { clockLabel, contactLabel, isSilent, PHONE_STATES } from '../gate-text.rules.ts'

/** If the battery level is below this percentage, the phone may not last the evening. */
const LOW_BATTERY = 15

/** The number of phones shown at first. Phones with problems come first. */
const SHOWN = 8

type Row = GatePhone & { now: number }

/** The time at which a phone signed off: 'August 10, 2026, 4:05 PM'. */
function signedOffLabel(at: string): string {
  const { day, time } = formatInstant(at)
  return `${day}, ${time}`
}

/** The table shows states as words, because colours alone are hard to distinguish at night. */
export const PHONE_COLUMNS: Column<Row>[] = [
  {
    name: 'Phone',
    wide: true,
    cell: ({ name, gate, may_sell }) => (
      <>
        <b className="block">{name}</b>
        <span className="text-quiet">
          {gate ?? 'All gates'}
          {may_sell && ' · may sell'}
        </span>
      </>
    ),
  },
  {
    name: 'State',
    cell: ({ state, signed_off_at: at }) => (
      <>
        <Badge look={PHONE_STATES[state].look}>{PHONE_STATES[state].label}</Badge>
        {at && <span className="block text-quiet">{signedOffLabel(at)}</span>}
      </>
    ),
  },
  {
    name: 'Last contact',
    cell: ({ seen_at, state, now }) => {
      const label = contactLabel(seen_at, now)
      const isMissed = state === 'paired' && isSilent(seen_at, now)
      return isMissed ? <Badge look="used">{label}</Badge> : label
    },
  },
  {
    name: 'To sync',
    numeric: true,
    cell: ({ unsent }) => {
      if (unsent === null) return NO_FIGURE
      return unsent > 0 ? <Badge look="used">{formatCount(unsent)}</Badge> : '0'
    },
  },
  {
    name: 'Battery',
    numeric: true,
    cell: ({ battery }) => {
      if (battery === null) return NO_FIGURE
      return battery <= LOW_BATTERY ? <Badge look="bad">{battery}% low</Badge> : `${battery}%`
    },
  },
  {
    name: 'Clock',
    cell: ({ clock_ms }) => {
      const label = clockLabel(clock_ms)
      return /^(–|OK)$/.test(label) ? label : <Badge look="used">{label}</Badge>
    },
  },
  {
    name: 'Version',
    cell: ({ app, is_old_app }) =>
      is_old_app ? <Badge look="bad">Old app: reload it</Badge> : (app ?? NO_FIGURE),
  },
]

/** The phones at the gates, starting with the phones that have problems. */
export function LivePhones({
  eventId,
  phones,
  now,
}: {
  eventId: string
  phones: GatePhone[]
  now: number
}) {
  const [isAll, setIsAll] = useState(false)
  const used = phones.filter(({ state }) => state === 'paired').map((phone) => ({ ...phone, now }))
  const sorted = [...used].sort((a, b) => needOf(b) - needOf(a) || byName.compare(a.name, b.name))
  const needy = sorted.filter((row) => needOf(row) > 0).length
  const rows = isAll ? sorted : sorted.slice(0, Math.max(SHOWN, needy))
  return (
    <section aria-labelledby="live-phones">
      <h3 id="live-phones" className="mb-2 font-semibold">
        Phones
      </h3>
      <Panel>
        {rows.length === 0 ? (
          <p className="px-4 py-6 text-quiet">
            No phones paired.{' '}
            <Link
              to={`/organizer/events/${eventId}/gate/phones`}
              className="inline-flex min-h-11 items-center font-semibold text-accent underline underline-offset-4"
            >
              Add gate phones
            </Link>
          </p>
        ) : (
          <>
            <DataTable
              caption="Phones"
              columns={PHONE_COLUMNS}
              rows={rows}
              keyOf={({ id }) => id}
            />
            {rows.length < sorted.length && (
              <p className="border-t border-line p-4">
                <Button look="quiet" onClick={() => setIsAll(true)}>
                  Show all {sorted.length} phones
                </Button>
              </p>
            )}
          </>
        )}
      </Panel>
    </section>
  )
}

/** Sorts 'Gate 2' before 'Gate 10'. */
const byName = new Intl.Collator('en', { numeric: true })

function needOf({ seen_at, unsent, battery, is_old_app = false, now }: Row): number {
  const isLow = battery !== null && battery <= LOW_BATTERY
  return (
    Number(is_old_app) * 8 +
    Number(isSilent(seen_at, now)) * 4 +
    Number((unsent ?? 0) > 0) * 2 +
    Number(isLow)
  )
}
