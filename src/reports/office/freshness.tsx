import { formatInstant } from '../../ui/office/formats.rules.ts'
import type { QueryState } from '../../ui/office/use-query.ts'

/**
 * A line that shows the age of the figures if the last refresh failed. Its height is always
 * reserved, so that nothing moves when the text appears.
 */
export function Freshness({ query }: { query: Pick<QueryState<unknown>, 'at' | 'problem'> }) {
  const { at, problem } = query
  return (
    <p role="status" className="min-h-5 text-small text-used">
      {problem &&
        at > 0 &&
        `Not refreshed: figures from ${formatInstant(new Date(at).toISOString()).time}. Trying again…`}
    </p>
  )
}
