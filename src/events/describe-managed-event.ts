import { describeEvent } from './describe-event.ts'
import { isStockLimited, isStockSold } from './event.rules.ts'
import type { EventReply, TicketTypeReply } from './events.contract.ts'
import type { selectAllTypes, selectManagedEvent } from './events.sql.ts'

type EventRow = NonNullable<Awaited<ReturnType<typeof selectManagedEvent>>>
type TypeRow = Awaited<ReturnType<typeof selectAllTypes>>[number]

/** An event for those who manage it: as everybody sees it, and what its form needs. */
export function describeManagedEvent(origin: string, row: EventRow, all: TypeRow[]): EventReply {
  const types = all.filter((type) => type.archived_at === null)
  const shown = describeEvent(origin, row, types)
  return {
    ...shown,
    // As ticked: what a save sends back must not make a tick of what the stock alone says.
    is_sold_out: row.is_sold_out,
    is_limited_tickets: row.is_limited_tickets,
    sale_state: saleState(row, types),
    organizer_id: row.organizer_id,
    organizer_email: row.organizer_email,
    created_at: row.created_at.toISOString(),
    ticket_types: shown.ticket_types.map((type, index) => withSales(type, types[index]!)),
    removed_ticket_types: all
      .filter((type) => type.archived_at !== null)
      .map(({ id, name, type_offset, sold, held, first_sold_at }) => {
        return { id, name, type_offset, sold, held, keeps_offset: !!first_sold_at || held > 0 }
      }),
  }
}

function withSales(type: TicketTypeReply, row: TypeRow): TicketTypeReply {
  const { gate_ids, sold, held, first_sold_at } = row
  return { ...type, gate_ids, sold, held, is_offset_fixed: first_sold_at !== null }
}

function saleState(row: EventRow, types: TypeRow[]): EventReply['sale_state'] {
  if (row.is_sold_out || isStockSold(types)) return 'sold_out'
  return row.is_limited_tickets || isStockLimited(types) ? 'limited' : 'on_sale'
}
