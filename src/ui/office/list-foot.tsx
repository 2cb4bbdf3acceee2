import { useEffect, useRef } from 'react'
import { Button } from '../button.tsx'
import { formatCount } from './formats.rules.ts'

export function ListFoot({
  count,
  hasMore,
  isFull,
  isBusy,
  onMore,
}: {
  count: number
  hasMore: boolean
  /** True if the list shows the largest number of rows that a page may show. */
  isFull: boolean
  isBusy: boolean
  onMore: () => void
}) {
  const isMore = hasMore && !isFull
  const said = useRef<HTMLParagraphElement>(null)
  const wasPressed = useRef(false)
  // The button disappears after the last page. Then move the focus to the text, because keyboard
  // users would lose the focus with the button.
  useEffect(() => {
    if (wasPressed.current && !isMore) said.current?.focus()
    wasPressed.current = false
  }, [isMore])
  return (
    <div className="flex min-h-16 flex-wrap items-center justify-between gap-3 border-t border-line px-4 py-2 text-small text-quiet">
      <p ref={said} tabIndex={-1} role="status" className="outline-none">
        {hasMore ? `Showing the first ${formatCount(count)}` : `${formatCount(count)} in total`}
        {hasMore && isFull && '. Search or filter to see more.'}
      </p>
      {isMore && (
        // aria-disabled while rows are loading: a disabled button would lose the keyboard focus.
        <Button
          look="quiet"
          aria-disabled={isBusy}
          className="aria-disabled:cursor-default aria-disabled:text-quiet"
          onClick={() => {
            wasPressed.current = true
            if (!isBusy) onMore()
          }}
        >
          {isBusy ? 'Loading...' : 'Load more'}
        </Button>
      )}
    </div>
  )
}
