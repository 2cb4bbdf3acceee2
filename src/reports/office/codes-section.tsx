import { useState } from 'react'
import { sessionFetch } from '../../accounts/office/session.ts'
import type { CodeId, PromoCode, PromoCodes } from '../../events/codes/promo-codes.contract.ts'
import type { EventReply } from '../../events/events.contract.ts'
import { callApi, problemText } from '../../ui/api.ts'
import { Button } from '../../ui/button.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { Panel, SkeletonRows } from '../../ui/office/data-table.tsx'
import { Question } from '../../ui/office/question.tsx'
import { Toast } from '../../ui/office/toast.tsx'
import { TryAgain } from '../../ui/office/try-again.tsx'
import { useQuery } from '../../ui/office/use-query.ts'
import { CodeChangeForm } from './code-change.tsx'
import { CodeForm } from './code-form.tsx'
import { isBatch, type ListedCode, nameOf } from './code-state.ts'
import { CodesTable } from './codes-table.tsx'
import { ExportButton } from './export-button.tsx'
import { TabHeading } from './tab-heading.tsx'

type Open =
  | { what: 'one' | 'many' }
  | { what: 'change'; code: PromoCode }
  | { what: 'end'; row: ListedCode }

type Said = { look: 'good' | 'bad'; text: string }

/** The event's promo codes, each with its tickets sold and its revenue. */
export function CodesSection({ event }: { event: EventReply }) {
  const path = `/api/events/${event.id}/promo_codes`
  const { data, problem, reload } = useQuery<PromoCodes>(path, (signal) =>
    callApi<PromoCodes>(sessionFetch, path, { signal }),
  )
  const [open, setOpen] = useState<Open | null>(null)
  const [said, setSaid] = useState<Said | null>(null)
  const mayEdit = event.rights?.includes('edit') ?? false
  const close = () => setOpen(null)
  const done = (text: string) => {
    close()
    setSaid({ look: 'good', text })
    reload()
  }

  async function copy(link: string) {
    const text = (await copyText(link)) ? 'Link copied' : `Copy this address: ${link}`
    setSaid({ look: 'good', text })
  }

  async function end(row: ListedCode) {
    const answer = await callApi<CodeId>(sessionFetch, `${path}/${row.id}/end`, { method: 'POST' })
    if (answer.ok) return done(isBatch(row) ? 'The codes have ended.' : `${nameOf(row)} has ended.`)
    close()
    setSaid({ look: 'bad', text: problemText(answer, 'No connection. Nothing was changed.') })
  }

  return (
    <section className="mb-8">
      <TabHeading title="Codes">
        <Buttons
          event={event}
          codes={data}
          mayEdit={mayEdit}
          onOpen={(what) => setOpen({ what })}
        />
      </TabHeading>
      {problem && <TryAgain onAgain={reload}>{problem.error || 'An error occurred'}</TryAgain>}
      {!data && !problem && <SkeletonRows rows={3} label="Loading codes..." />}
      {data && (
        <Panel>
          {rowsOf(data).length === 0 ? (
            <p className="px-4 py-6 text-quiet">
              No codes yet. A code makes tickets cheaper or free, or shows hidden tickets to those
              who have it.
            </p>
          ) : (
            <CodesTable
              rows={rowsOf(data)}
              event={event}
              mayEdit={mayEdit}
              onCopy={(link) => void copy(link)}
              onChange={(code) => setOpen({ what: 'change', code })}
              onEnd={(row) => setOpen({ what: 'end', row })}
            />
          )}
        </Panel>
      )}
      {(open?.what === 'one' || open?.what === 'many') && (
        <CodeForm event={event} isMany={open.what === 'many'} onClose={close} onMade={done} />
      )}
      {open?.what === 'change' && (
        <CodeChangeForm event={event} code={open.code} onClose={close} onChanged={done} />
      )}
      {open?.what === 'end' && (
        <AskToEnd row={open.row} onYes={() => void end(open.row)} onNo={close} />
      )}
      {said && (
        <Toast look={said.look} onClose={() => setSaid(null)}>
          {said.text}
        </Toast>
      )}
    </section>
  )
}

/** The rows of the table, newest first. */
function rowsOf({ data, batches }: PromoCodes): ListedCode[] {
  const rows: ListedCode[] = [...data, ...batches]
  return rows.sort((one, other) => Date.parse(other.created_at) - Date.parse(one.created_at))
}

function Buttons({
  event,
  codes,
  mayEdit,
  onOpen,
}: {
  event: EventReply
  codes: PromoCodes | null
  mayEdit: boolean
  onOpen: (what: 'one' | 'many') => void
}) {
  if (!mayEdit || !codes) return null
  return (
    <div className="flex flex-wrap items-start gap-3">
      {rowsOf(codes).length > 0 && (
        <ExportButton kind="promo_codes" eventId={event.id} label="Download CSV" />
      )}
      <Button look="quiet" onClick={() => onOpen('many')}>
        Make many codes
      </Button>
      <Button onClick={() => onOpen('one')}>Add code</Button>
    </div>
  )
}

function AskToEnd({ row, ...rest }: { row: ListedCode; onYes: () => void; onNo: () => void }) {
  return (
    <Question title={`End ${nameOf(row)}?`} yes="End" isLoss {...rest}>
      <p>
        From now on {isBatch(row) ? 'the codes are' : 'the code is'} not valid. Tickets that were
        bought stay valid, and orders that wait for their payment keep their price.
      </p>
    </Question>
  )
}
