import { sessionFetch } from '../../accounts/office/session.ts'
import { callApi } from '../../ui/api.ts'
import { Button } from '../../ui/button.tsx'
import { TryAgain } from '../../ui/office/try-again.tsx'
import { useQuery } from '../../ui/office/use-query.ts'
import { WholeWords } from '../../ui/whole-words.tsx'
import type { LastReconciliation } from '../work-list/work-list.contract.ts'

const PATH = '/api/reconciliations/last'
/** Refresh interval in ms: short, because a comparison that an admin starts takes only seconds. */
const EVERY_MS = 5000

/** The result of the last comparison of the ledger with M-Pesa, with all differences. */
export function ReconciliationPanel({
  isLooking,
  onLook,
}: {
  isLooking: boolean
  onLook: () => void
}) {
  const { data, problem, reload } = useQuery(
    'last reconciliation',
    (signal) => callApi<LastReconciliation>(sessionFetch, PATH, { signal }),
    EVERY_MS,
  )
  if (!data && problem) {
    return <TryAgain onAgain={reload}>{problem.error || 'An error occurred'}</TryAgain>
  }
  const last = data?.last ?? null
  const look = !last ? 'border-line' : last.agrees ? 'border-good' : 'border-bad'
  return (
    <section
      aria-label="Books and M-PESA"
      className={`flex min-h-14 flex-col justify-center rounded-card border bg-paper px-4 py-1 text-small max-sm:min-h-18 ${look}`}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <p
          role="status"
          className={`min-w-0 flex-[1_1_9em] font-semibold ${last?.agrees ? 'text-good' : last ? 'text-bad' : 'text-quiet'}`}
        >
          <WholeWords
            text={
              last?.words ?? (data ? 'Books and M-PESA have not been compared yet.' : 'Loading...')
            }
          />
        </p>
        {/* aria-disabled: a disabled button would lose the keyboard focus. */}
        <Button
          look="quiet"
          className="shrink-0 px-3!"
          aria-disabled={isLooking}
          onClick={() => !isLooking && onLook()}
        >
          {isLooking ? 'Checking…' : 'Check again'}
        </Button>
      </div>
      {last && last.differences.length > 0 && (
        <ul className="mt-1 mb-2 flex list-disc flex-col gap-1 pl-5">
          {last.differences.slice(0, 20).map((text) => (
            <li key={text} className="break-words">
              <WholeWords text={text} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
