import { type ComponentType, Fragment, useRef } from 'react'
import { goodFor } from '../../events/days/uses.rules.ts'
import { chargedKes } from '../../events/event-words.rules.ts'
import type { TicketTypeReply } from '../../events/events.contract.ts'
import { entriesOf } from '../../events/price.rules.ts'
import { formatKes } from '../../platform/values/money.rules.ts'
import type { SaleTerms } from './sale-terms.tsx'
import { atLeast, isAddOnsOnly, stepFrom, unitTypes, unitWords, withUnits } from './unit-lines.ts'
import type { RowsProps, Sale } from './use-purchase.ts'

/** Adds tables, minimum quantities and add-ons to the other terms of an event. */
export const unitTermsOver = (Terms: typeof SaleTerms): typeof SaleTerms =>
  function UnitTerms({ event, children }) {
    return <Terms event={event}>{(sale) => sale && children(withUnitTerms(sale))}</Terms>
  }

function withUnitTerms(sale: Sale): Sale {
  return {
    ...sale,
    typesOf: (all, own) => unitTypes(sale.typesOf(all, own)),
    linesOf: (types, choice, order) => withUnits(types, sale.linesOf(types, choice, order)),
    offerOf: (types, lines, order) => {
      const offer = sale.offerOf(types, lines, order)
      return atLeast(types, lines, offer && { ...offer, lines: withUnits(types, offer.lines) })
    },
    notesOf: (type, line) => (
      <>
        <UnitNotes type={type} />
        {sale.notesOf(type, line)}
      </>
    ),
    rowsOf: (Rows, rows) => <UnitRows Rows={Rows} {...rows} />,
    wordsOf: (lines) => {
      const words = unitWords(lines)
      return words && <Unbroken words={words} />
    },
  }
}

/** '20 people, 1 add-on'. A line never breaks inside one of the parts. */
function Unbroken({ words }: { words: readonly string[] }) {
  return words.map((part, index) => (
    <Fragment key={part}>
      {index > 0 && ', '}
      <span className="whitespace-nowrap">{part}</span>
    </Fragment>
  ))
}

/** The line below the price of a type: its unit, and the minimum per order. */
function UnitNotes({ type }: { type: TicketTypeReply }) {
  const { sold_in: soldIn = 1, min_per_order: least = 1, kind } = type
  if (soldIn === 1 && least === 1) return null
  return (
    <div className="-mt-2 flex basis-full flex-wrap gap-x-3 text-small text-quiet">
      {soldIn > 1 &&
        (kind === 'add_on' ? (
          <p>{goodFor(soldIn, type.once_in_all)}</p>
        ) : (
          <p>
            <span>Admits {soldIn}</span>
            {type.price > 0 && ' · '}
            {type.price > 0 && (
              <span className="whitespace-nowrap">{perPerson(type.price, soldIn)}</span>
            )}
          </p>
        ))}
      {least > 1 && <p>At least {least} per order</p>}
    </div>
  )
}

function perPerson(price: number, people: number): string {
  const kes = chargedKes(price) / people
  return Number.isInteger(kes)
    ? `${formatKes(kes)} per person`
    : `about ${formatKes(Math.ceil(kes))} per person`
}

/** The tickets, and below them the add-ons, which admit no one. */
function UnitRows({
  Rows,
  types,
  onChange,
  ...props
}: RowsProps & { Rows: ComponentType<RowsProps> }) {
  const isPressed = useRef(false)
  const entries = entriesOf(types)
  const addOns = types.filter((type) => !entries.includes(type))
  const rows = {
    ...props,
    onChange: (id: string, quantity: number) => {
      const before = props.lines.find(({ ticketTypeId }) => ticketTypeId === id)?.quantity ?? 0
      const type = types.find((one) => one.id === id)
      onChange(id, isPressed.current ? stepFrom(before, quantity, type) : quantity)
    },
  }
  return (
    // A button skips quantities below the minimum per order. Typing may pass through them.
    <div
      onClickCapture={({ target }) => {
        isPressed.current = target instanceof Element && target.closest('button') !== null
      }}
      onInputCapture={() => {
        isPressed.current = false
      }}
    >
      <Rows {...rows} types={entries} />
      {addOns.length > 0 && (
        <div className="mt-6">
          <h2 id="add-ons" className="text-lead font-bold tracking-tight">
            Add-ons
          </h2>
          <p className="mb-3 text-small text-quiet">
            An add-on opens no entrance. Buy it with a ticket, or with the number that has one.
          </p>
          <Rows {...rows} title="Add-ons" types={addOns} />
          <p role="status" className="mt-2 text-small font-semibold text-accent empty:hidden">
            {isAddOnsOnly(props.lines) && 'No ticket chosen: pay with the number that has one.'}
          </p>
        </div>
      )}
    </div>
  )
}
