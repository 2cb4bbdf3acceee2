import { Button } from '../button.tsx'
import { formatCount } from './words.rules.ts'

/** Under a list: how much of it is shown, and the way to more. */
export function ListFoot({
  count,
  hasMore,
  isFull,
  isBusy,
  onMore,
}: {
  count: number
  hasMore: boolean
  /** As much as one page will hold. */
  isFull: boolean
  isBusy: boolean
  onMore: () => void
}) {
  return (
    <div className="flex min-h-16 flex-wrap items-center justify-between gap-3 border-t border-line px-4 py-2 text-small text-quiet">
      <p role="status">
        {hasMore ? `The first ${formatCount(count)} are shown` : `${formatCount(count)} in all`}
        {hasMore && isFull && '. Search or filter to see others.'}
      </p>
      {hasMore && !isFull && (
        <Button look="quiet" disabled={isBusy} onClick={onMore}>
          {isBusy ? 'Loading...' : 'Load more'}
        </Button>
      )}
    </div>
  )
}
