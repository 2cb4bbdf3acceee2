import { Part } from '../../ui/office/fact-list.tsx'
import { Folded } from '../../ui/office/folded.tsx'
import { Instant } from '../../ui/office/instant.tsx'
import type { EventReply } from '../events.contract.ts'
import { Differences } from './differences.tsx'

type Returned = NonNullable<NonNullable<EventReply['review']>['returned']>

/** The last return of a draft or a change that was sent again, and the changes since the return. */
export function LastReturn({
  returned: { at, by, words, times, changes },
}: {
  returned: Returned
}) {
  return (
    <section
      aria-label="Last return"
      className="flex flex-col gap-3 rounded-soft border border-used bg-used-soft p-4"
    >
      <div>
        <p className="font-semibold wrap-anywhere">
          Returned on <Instant at={at} /> by {by}:
        </p>
        <Folded text={`“${words}”`} />
        {times > 1 && <p className="mt-1 text-quiet">{beforeText(times - 1)}</p>}
      </div>
      {changes && <Since changes={changes} />}
    </section>
  )
}

function Since({ changes }: { changes: NonNullable<Returned['changes']> }) {
  if (changes.length === 0) return <p className="font-semibold">Nothing has changed since.</p>
  return (
    <Part title="Changed since">
      <Differences changes={changes} />
    </Part>
  )
}

const beforeText = (times: number) =>
  times === 1 ? 'Returned once before that.' : `Returned ${times} times before that.`
