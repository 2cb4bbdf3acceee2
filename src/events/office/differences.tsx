import { Folded, isLong } from '../../ui/office/folded.tsx'
import type { Difference } from '../editing/event-diff.rules.ts'

/** The differences between two versions of an event, each with the old and the new value. */
export function Differences({ changes }: { changes: readonly Difference[] }) {
  return (
    <ul className="mt-2 flex flex-col gap-1">
      {changes.map((change) => (
        <li key={change.what + change.before + change.after} className="wrap-anywhere">
          <b className="font-semibold">{change.what}</b> <Values {...change} />
        </li>
      ))}
    </ul>
  )
}

function Values({ before, after }: Difference) {
  if (before === after) return 'changed'
  if (isLong(before) || isLong(after)) {
    return (
      <>
        {before && (
          <del className="block text-quiet">
            <Folded text={before} />
          </del>
        )}
        {after ? (
          <ins className="block no-underline">
            <Folded text={after} />
          </ins>
        ) : (
          'removed'
        )}
      </>
    )
  }
  return (
    <>
      {before && <del className="text-quiet">{before}</del>}
      {before && after && ' → '}
      {after ? <ins className="no-underline">{after}</ins> : ' removed'}
    </>
  )
}
