import { Button } from '../../ui/button.tsx'
import { Choice } from '../../ui/office/choice.tsx'
import type { Column } from '../../ui/office/data-table.tsx'
import { Empty, ListPanel } from '../../ui/office/list-panel.tsx'
import { SearchField, useDebounced } from '../../ui/office/search-field.tsx'
import { type Choices, useChoices } from '../../ui/office/use-choices.ts'
import { useRestoredText } from '../../ui/office/use-restored-text.ts'
import { listPath, useRows } from '../../ui/office/use-rows.ts'
import { capitalise } from '../../ui/office/words.rules.ts'
import type { TransactionReply } from '../lists/transactions.contract.ts'
import { TransactionsTable } from './transactions-table.tsx'

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
   * Limits the list to one event. If absent, the panel lists all transactions that the viewer may
   * see.
   */
  eventId?: string
  empty: string
  actions?: Column<TransactionReply>['cell']
}

/** Transactions, searched, filtered and sorted by the server. */
export function TransactionsPanel({ caption, eventId, empty, actions }: Props) {
  const choices = useChoices()
  // A phone number is personal data, so the search text does not go into the page address.
  const [phone, setPhone] = useRestoredText()
  const searched = useDebounced(phone.trim())
  const status = choices.of('status', STATUSES)
  const list = useRows<TransactionReply>(
    listPath('/api/transactions', {
      event_id: eventId ?? '',
      phone: searched,
      status,
      sort: choices.of('sort', SORTS),
    }),
    choices.pages,
  )
  const isNarrowed = searched !== '' || status !== ''
  return (
    <ListPanel
      list={list}
      paging={choices}
      tools={
        <div className="flex flex-wrap gap-3 border-b border-line p-4">
          <SearchField
            placeholder="Search by phone number..."
            inputMode="tel"
            maxLength={40}
            value={phone}
            onChange={(typed) => {
              setPhone(typed)
              // Sorting goes back to the first page, like every change of a filter.
              if (choices.pages > 1) choices.choose('pages', '')
            }}
          />
          <Filters choices={choices} />
        </div>
      }
      loading="Loading transactions..."
      skeletonRows={5}
      empty={
        <Empty text={empty}>
          {isNarrowed && (
            <Button
              look="quiet"
              onClick={() => {
                setPhone('')
                choices.choose('status', '')
              }}
            >
              Show all transactions
            </Button>
          )}
        </Empty>
      }
    >
      {(rows) => <TransactionsTable {...{ caption, rows, actions }} isBusy={list.isStale} />}
    </ListPanel>
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
