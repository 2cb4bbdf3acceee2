import { useState } from 'react'
import { sessionFetch } from '../../accounts/office/session.ts'
import type { EventReply } from '../../events/events.contract.ts'
import type { Seller } from '../../events/sellers/sellers.contract.ts'
import { callApi, problemText } from '../../ui/api.ts'
import { Button } from '../../ui/button.tsx'
import { Panel, SkeletonRows } from '../../ui/office/data-table.tsx'
import { formatExactKes } from '../../ui/office/formats.rules.ts'
import { Question } from '../../ui/office/question.tsx'
import { Toast } from '../../ui/office/toast.tsx'
import { TryAgain } from '../../ui/office/try-again.tsx'
import { useQuery } from '../../ui/office/use-query.ts'
import type { SellerList, SellerWithFigures } from '../sellers/seller-figures.contract.ts'
import { ExportButton } from './export-button.tsx'
import { SellerForm } from './seller-form.tsx'
import { owedText, SellerLink } from './seller-link.tsx'
import { SellersTable } from './sellers-table.tsx'
import { TabHeading } from './tab-heading.tsx'

type Open = { what: 'form' } | { what: 'link' | 'end'; seller: SellerWithFigures }

/** The sellers of the event, with their figures, links and commission. */
export function SellersSection({ event }: { event: EventReply }) {
  const path = `/api/events/${event.id}/sellers`
  const { data, problem, reload } = useQuery<SellerList>(path, (signal) =>
    callApi<SellerList>(sessionFetch, path, { signal }),
  )
  const [open, setOpen] = useState<Open | null>(null)
  const [said, setSaid] = useState<{ look: 'good' | 'bad'; text: string } | null>(null)
  const mayEdit = event.rights?.includes('edit') ?? false
  const done = (text: string) => {
    setOpen(null)
    setSaid({ look: 'good', text })
    reload()
  }

  async function end({ id, name }: SellerWithFigures) {
    const answer = await callApi<Seller>(sessionFetch, `${path}/${id}/end`, { method: 'POST' })
    if (answer.ok) return done(`${name} no longer sells for this event.`)
    setOpen(null)
    setSaid({ look: 'bad', text: problemText(answer, 'No connection. Nothing was changed.') })
  }

  return (
    <section>
      <TabHeading title="Sellers">
        <div className="flex flex-wrap items-start gap-3">
          {data && data.data.length > 0 && (
            <ExportButton kind="sellers" eventId={event.id} label="Download CSV" />
          )}
          {mayEdit && data && <Button onClick={() => setOpen({ what: 'form' })}>Add seller</Button>}
        </div>
      </TabHeading>
      {problem && <TryAgain onAgain={reload}>{problem.error || 'An error occurred'}</TryAgain>}
      {!data && !problem && <SkeletonRows rows={3} label="Loading sellers..." />}
      {data && <Owed sellers={data.data} />}
      {data && (
        <Panel>
          {data.data.length === 0 ? (
            <p className="px-4 py-6 text-quiet">
              No sellers yet. A seller gets a link, a QR code and a number to dial; you see who sold
              what.
            </p>
          ) : (
            <SellersTable
              sellers={data.data}
              mayEdit={mayEdit}
              onLink={(seller) => setOpen({ what: 'link', seller })}
              onEnd={(seller) => setOpen({ what: 'end', seller })}
            />
          )}
        </Panel>
      )}
      {open?.what === 'form' && (
        <SellerForm
          eventId={event.id}
          number={data?.next_number ?? null}
          onClose={() => setOpen(null)}
          onAdded={done}
        />
      )}
      {open?.what === 'link' && (
        <SellerLink event={event} seller={open.seller} onClose={() => setOpen(null)} />
      )}
      {open?.what === 'end' && (
        <AskToEnd
          seller={open.seller}
          onYes={() => void end(open.seller)}
          onNo={() => setOpen(null)}
        />
      )}
      {said && (
        <Toast look={said.look} onClose={() => setSaid(null)}>
          {said.text}
        </Toast>
      )}
    </section>
  )
}

/** A sentence with the total owed to all sellers. The table has the amount of each seller. */
function Owed({ sellers }: { sellers: readonly SellerWithFigures[] }) {
  const owed = sellers.filter((seller) => seller.owed > 0)
  if (owed.length === 0) return null
  // Sums in cents, because sums of fractions are not exact.
  const cents = owed.reduce((sum, seller) => sum + Math.round(seller.owed * 100), 0)
  const whom = owed.length === 1 ? owed[0]!.name : `${owed.length} sellers`
  return <p className="mb-3 wrap-anywhere">{owedText(whom, cents / 100)}</p>
}

function AskToEnd({
  seller: { name, number, owed },
  ...rest
}: {
  seller: SellerWithFigures
  onYes: () => void
  onNo: () => void
}) {
  return (
    <Question title={`End ${name}?`} yes="End seller" isLoss {...rest}>
      <p>
        The link and the number {number} still open the event, but new orders earn no commission.
        {owed > 0 && ` You still owe ${formatExactKes(owed)}.`}
      </p>
    </Question>
  )
}
