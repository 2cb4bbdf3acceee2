import type { EventReply } from '../events.contract.ts'

type Marked = NonNullable<NonNullable<EventReply['review']>['words_to_check']>

/** Words that SMS to strangers would contain and that only an admin may allow. */
export function MarkedWords({ marked, isAdmin }: { marked: Marked; isAdmin: boolean }) {
  if (marked.length === 0) return null
  return (
    <p className="mt-2 wrap-anywhere">
      {isAdmin
        ? 'Check these words. They go out in SMS and may seem to come from someone else: '
        : 'An admin checks these words, because they go out in SMS: '}
      {marked.map(({ what, words }, index) => (
        <span key={what + words}>
          {index > 0 && ', '}
          {what} <mark className="font-semibold">{words}</mark>
        </span>
      ))}
      .
    </p>
  )
}
