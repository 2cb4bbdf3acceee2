import type { Difference } from '../editing/event-diff.rules.ts'

/** The differences between two versions of an event, each with the old and the new value. */
export function Differences({ changes }: { changes: readonly Difference[] }) {
  return (
    <ul className="mt-2 flex flex-col gap-1">
      {changes.map(({ what, before, after }) => (
        <li key={what + before + after} className="wrap-anywhere">
          <b className="font-semibold">{what}</b>{' '}
          {before === after ? (
            'changed'
          ) : (
            <>
              {before && <del className="text-quiet">{before}</del>}
              {before && after && ' → '}
              {after ? <ins className="no-underline">{after}</ins> : ' removed'}
            </>
          )}
        </li>
      ))}
    </ul>
  )
}
