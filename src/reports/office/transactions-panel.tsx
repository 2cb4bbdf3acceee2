import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation } from 'react-router'
import { EMAIL_MAX } from '../../platform/values/email-address.rules.ts'
import { Button } from '../../ui/button.tsx'
import { Choice } from '../../ui/office/choice.tsx'
import { capitalise, NO_FIGURE } from '../../ui/office/formats.rules.ts'
import { Empty, ListPanel } from '../../ui/office/list-panel.tsx'
import { SearchField, useDebounced } from '../../ui/office/search-field.tsx'
import { Toast } from '../../ui/office/toast.tsx'
import { type Choices, useChoices } from '../../ui/office/use-choices.ts'
import { useRestoredText } from '../../ui/office/use-restored-text.ts'
import { listPath, useRows } from '../../ui/office/use-rows.ts'
import type { TransactionReply } from '../lists/transactions.contract.ts'
import { OrderPanel } from './order-panel.tsx'
import { TransactionsTable } from './transactions-table.tsx'
import { type Resend, useResend } from './use-resend.ts'

const STATUSES = [
  ['', 'All statuses'],
  ['paid', capitalise('paid')],
  ['refund_due', capitalise('refund_due')],
  ['refunded', capitalise('refunded')],
] as const
const SORTS = [
  ['', 'Newest first'],
  ['created_at', 'Oldest first'],
  ['-amount', 'Largest first'],
  ['amount', 'Smallest first'],
] as const

type Props = {
  caption: string
  /**
   * Limits the list to one event, and adds the column with the actions. If absent, the panel lists
   * all transactions that the viewer may see.
   */
  eventId?: string
  empty: string
  /** A change of this number loads the list again, for example after a refund. */
  changes?: number
}

/** Transactions, searched, filtered and sorted by the server. */
export function TransactionsPanel({ caption, eventId, empty, changes = 0 }: Props) {
  const choices = useChoices()
  const resend = useResend()
  const [opened, setOpened] = useState<TransactionReply | null>(null)
  // A link from a task searches for an order and opens it.
  const [isOpening, setIsOpening] = useState(useLocation().state?.opensOrder === true)
  const [revoked, setRevoked] = useState('')
  // The search text is personal data, so it does not go into the page address.
  const [search, setSearch] = useRestoredText()
  const searched = useDebounced(search.trim())
  const status = choices.of('status', STATUSES)
  const list = useRows<TransactionReply>(
    listPath('/api/transactions', {
      event_id: eventId ?? '',
      search: searched,
      status,
      sort: choices.of('sort', SORTS),
    }),
    choices.pages,
  )
  const again = useEffectEvent(list.again)
  useEffect(() => {
    if (changes > 0) again()
  }, [changes])
  const onRevoked = (text: string) => {
    close()
    setRevoked(text)
    list.again()
  }
  const open = (row: TransactionReply) => {
    resend.dismiss()
    setRevoked('')
    setOpened(row)
  }
  const close = () => {
    setOpened(null)
    setIsOpening(false)
  }
  const shown = opened ?? (isOpening && searched !== '' ? list.rows?.[0] : null)
  const isNarrowed = searched !== '' || status !== ''
  return (
    <ListPanel
      list={list}
      paging={choices}
      tools={
        <div className="flex flex-wrap gap-3 border-b border-line p-4">
          <SearchField
            placeholder="Search by phone number..."
            maxLength={EMAIL_MAX}
            value={search}
            onChange={(typed) => {
              setSearch(typed)
              setIsOpening(false)
              // A new search text goes back to the first page, like every change of a filter.
              if (choices.pages > 1) choices.choose('pages', '')
            }}
          />
          <Filters choices={choices} />
        </div>
      }
      loading="Loading transactions..."
      skeletonRows={5}
      after={
        shown ? (
          <OrderPanel
            // Shows the reloaded row, because a refund may change it while the panel is open.
            row={list.rows?.find(({ id }) => id === shown.id) ?? shown}
            resend={resend}
            onClose={close}
            onRefunded={list.again}
            onRevoked={onRevoked}
          />
        ) : revoked ? (
          <Toast look="good" onClose={() => setRevoked('')}>
            {revoked}
          </Toast>
        ) : (
          resend.outcome && (
            <Toast look={resend.outcome.look} onClose={resend.dismiss}>
              {resend.outcome.text}
            </Toast>
          )
        )
      }
      empty={
        <Empty text={empty}>
          {isNarrowed && (
            <Button
              look="quiet"
              onClick={() => {
                setSearch('')
                choices.choose('status', '')
              }}
            >
              Show all transactions
            </Button>
          )}
        </Empty>
      }
    >
      {(rows) => (
        <TransactionsTable
          caption={caption}
          rows={rows}
          isBusy={list.isStale}
          onOpen={open}
          actions={eventId ? (row) => <ResendButton row={row} resend={resend} /> : undefined}
        />
      )}
    </ListPanel>
  )
}

function ResendButton({ row, resend }: { row: TransactionReply; resend: Resend }) {
  // Without a valid ticket there is nothing to send.
  if (!row.has_tickets) return <span className="text-quiet">{NO_FIGURE}</span>
  const { text, label, isWaiting } = resend.stateOf(row)
  return (
    <button
      type="button"
      disabled={isWaiting}
      aria-label={label}
      onClick={() => void resend.send(row)}
      className="relative z-1 -my-3 inline-flex min-h-11 min-w-16 items-center text-left font-semibold text-accent hover:underline disabled:text-quiet disabled:no-underline"
    >
      {text}
    </button>
  )
}

function Filters({ choices }: { choices: Choices }) {
  return (
    <div className="flex min-w-0 flex-wrap gap-3 max-sm:w-full">
      <Choice
        name="Status"
        options={STATUSES}
        value={choices.of('status', STATUSES)}
        onChange={(status) => choices.choose('status', status)}
      />
      <Choice
        name="Sort by"
        options={SORTS}
        value={choices.of('sort', SORTS)}
        onChange={(sort) => choices.choose('sort', sort)}
      />
    </div>
  )
}
