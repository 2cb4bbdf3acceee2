import { isPlainPhone, localPhone } from '../../platform/values/phone.rules.ts'
import { Button } from '../../ui/button.tsx'
import { Badge } from '../../ui/office/badge.tsx'
import { type Column, DataTable } from '../../ui/office/data-table.tsx'
import { formatCount, formatExactKes } from '../../ui/office/formats.rules.ts'
import type { SellerWithFigures } from '../sellers/seller-figures.contract.ts'

type Actions = {
  mayEdit: boolean
  onLink: (seller: SellerWithFigures) => void
  onEnd: (seller: SellerWithFigures) => void
}

/** An event's sellers, by number. */
export function SellersTable({
  sellers,
  ...actions
}: { sellers: readonly SellerWithFigures[] } & Actions) {
  return (
    <DataTable
      caption="Sellers"
      columns={columnsOf(actions)}
      rows={sellers}
      keyOf={({ id }) => id}
    />
  )
}

const columnsOf = (actions: Actions): Column<SellerWithFigures>[] => [
  { name: 'Seller', wide: true, cell: (seller) => <Person seller={seller} /> },
  { name: 'Visits', numeric: true, cell: ({ visits }) => formatCount(visits) },
  { name: 'Orders', numeric: true, cell: ({ orders }) => formatCount(orders) },
  { name: 'Tickets', numeric: true, cell: ({ tickets }) => formatCount(tickets) },
  { name: 'Paid', numeric: true, cell: ({ paid }) => formatExactKes(paid) },
  { name: 'Inside', numeric: true, cell: ({ inside }) => formatCount(inside) },
  { name: 'Refunded', numeric: true, cell: ({ refunded }) => formatExactKes(refunded) },
  { name: 'Owed', numeric: true, cell: ({ owed }) => <b>{formatExactKes(owed)}</b> },
  { name: 'Actions', wide: true, cell: (seller) => <SellerActions seller={seller} {...actions} /> },
]

function Person({ seller }: { seller: SellerWithFigures }) {
  const { name, phone, number, ended_at } = seller
  return (
    <>
      <b className="block wrap-anywhere">{name}</b>
      <span className="block text-small text-quiet">
        Number {number} · {commissionWords(seller)}
      </span>
      <span className="block text-small text-quiet">{phoneWords(phone)}</span>
      {ended_at !== null && <Badge look="plain">Ended</Badge>}
    </>
  )
}

/** '0712 345 678', or the server's short form if the viewer may not see the number. */
function phoneWords(phone: string | null): string {
  if (phone === null) return 'Erased'
  return isPlainPhone(phone) ? localPhone(phone) : phone
}

function commissionWords({ kind, value }: SellerWithFigures): string {
  return kind === 'percent' ? `${value}%` : `${formatExactKes(value)} a ticket`
}

function SellerActions({
  seller,
  mayEdit,
  onLink,
  onEnd,
}: { seller: SellerWithFigures } & Actions) {
  const of = <span className="sr-only"> of {seller.name}</span>
  if (seller.ended_at !== null) return null
  return (
    <span className="flex flex-wrap gap-2">
      <Button look="quiet" onClick={() => onLink(seller)}>
        Link and QR{of}
      </Button>
      {mayEdit && (
        <Button look="quiet" onClick={() => onEnd(seller)}>
          End<span className="sr-only"> {seller.name}</span>
        </Button>
      )}
    </span>
  )
}
