import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { Badge } from '../../ui/office/badge.tsx'
import { type Column, DataTable, Panel } from '../../ui/office/data-table.tsx'
import { formatCount, formatDay } from '../../ui/office/formats.rules.ts'
import { Instant } from '../../ui/office/instant.tsx'
import { unitsText } from '../../ui/office/units.rules.ts'
import type { Allotment, ComplimentaryBatch } from '../complimentary.contract.ts'

/** The batch or allotment whose guests are shown. */
export type Opened = { id: string; title: string }

type Counts = Pick<ComplimentaryBatch, 'given' | 'add_ons' | 'inside' | 'revoked' | 'failed'>

/** '100', or '100 + 5 add-ons'. */
const givenText = ({ given, add_ons }: Counts) =>
  add_ons === 0
    ? formatCount(given)
    : `${formatCount(given)} + ${formatCount(add_ons)} add-${add_ons === 1 ? 'on' : 'ons'}`

function countColumns<Row extends Counts>(): Column<Row>[] {
  const count = (name: string, of: (row: Row) => number): Column<Row> => ({
    name,
    numeric: true,
    cell: (row) => formatCount(of(row)),
  })
  return [
    { name: 'Complimentary', numeric: true, cell: givenText },
    count('Inside', ({ inside }) => inside),
    {
      name: 'Not delivered',
      numeric: true,
      cell: ({ failed }) => (
        <span className={failed > 0 ? 'font-semibold text-bad' : ''}>{formatCount(failed)}</span>
      ),
    },
    count('Revoked', ({ revoked }) => revoked),
  ]
}

/** The batches sent so far, newest first. */
export function BatchTable({
  batches,
  onOpen,
}: {
  batches: readonly ComplimentaryBatch[]
  onOpen: (of: Opened) => void
}) {
  if (batches.length === 0) return null
  const columns: Column<ComplimentaryBatch>[] = [
    { name: 'Sent', wide: true, cell: ({ made_at }) => <Instant at={made_at} /> },
    { name: 'By', cell: ({ made_by }) => made_by },
    ...countColumns<ComplimentaryBatch>(),
    {
      name: 'Actions',
      wide: true,
      cell: ({ id }) => (
        <span className="flex">
          <Button look="quiet" onClick={() => onOpen({ id, title: 'Complimentary tickets' })}>
            Guests
          </Button>
        </span>
      ),
    },
  ]
  return (
    <section>
      <h2 className="mb-3 text-lead font-bold tracking-tight">Complimentary</h2>
      <Panel>
        <DataTable
          caption="Complimentary tickets"
          columns={columns}
          rows={batches}
          keyOf={({ id }) => id}
        />
      </Panel>
    </section>
  )
}

const STATES = {
  open: ['good', 'Open'],
  ended: ['plain', 'Ended'],
  withdrawn: ['plain', 'Ended early'],
} as const

type Actions = {
  onOpen: (of: Opened) => void
  onEnd: (allotment: Allotment) => void
  onSaid: (text: string) => void
}

/** The sponsors' links. `children` is the button for a new link. */
export function AllotmentTable({
  allotments,
  children,
  ...actions
}: { allotments: readonly Allotment[]; children: ReactNode } & Actions) {
  return (
    <section>
      <div className="mb-3 flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <h2 className="py-2 text-lead font-bold tracking-tight">Sponsor links</h2>
        {children}
      </div>
      <Panel>
        {allotments.length === 0 ? (
          <p className="px-4 py-6 text-quiet">
            No sponsor links yet. Share a link; each phone number can claim one ticket.
          </p>
        ) : (
          <DataTable
            caption="Sponsor links"
            columns={allotmentColumns(actions)}
            rows={allotments}
            keyOf={({ id }) => id}
          />
        )}
      </Panel>
    </section>
  )
}

const allotmentColumns = (actions: Actions): Column<Allotment>[] => [
  {
    name: 'Sponsor',
    wide: true,
    cell: ({ name, ticket_type, quantity, sold_in = 1, kind }) => (
      <>
        <b className="block">{name}</b>
        <span className="text-small text-quiet">
          {sold_in === 1
            ? ticket_type
            : unitsText({ quantity: quantity * sold_in, ticket_type, sold_in, kind })}
        </span>
      </>
    ),
  },
  {
    name: 'State',
    cell: ({ state }) => <Badge look={STATES[state][0]}>{STATES[state][1]}</Badge>,
  },
  { name: 'Until', cell: ({ ends_on }) => formatDay(ends_on) },
  {
    name: 'Claimed',
    numeric: true,
    cell: ({ claimed, quantity }) => `${formatCount(claimed)} of ${formatCount(quantity)}`,
  },
  ...countColumns<Allotment>().slice(1),
  { name: 'Actions', wide: true, cell: (row) => <AllotmentActions allotment={row} {...actions} /> },
]

function AllotmentActions({
  allotment,
  onOpen,
  onEnd,
  onSaid,
}: { allotment: Allotment } & Actions) {
  const { id, name, state, url, claimed } = allotment
  const copy = async () =>
    onSaid((await copyText(url)) ? 'Link copied' : `Copy this address: ${url}`)
  const of = <span className="sr-only"> of {name}</span>
  return (
    <span className="flex flex-wrap gap-2">
      {state === 'open' && (
        <>
          <Button look="quiet" onClick={() => void copy()}>
            Copy link{of}
          </Button>
          <Button look="quiet" onClick={() => onEnd(allotment)}>
            End{of}
          </Button>
        </>
      )}
      {claimed > 0 && (
        <Button look="quiet" onClick={() => onOpen({ id, title: name })}>
          Guests{of}
        </Button>
      )}
    </span>
  )
}
