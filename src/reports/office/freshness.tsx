import type { Asked } from '../../ui/office/use-answer.ts'
import { formatInstant } from '../../ui/office/words.rules.ts'

/** Said where old figures stay because newer ones did not come. Its place is always there. */
export function Freshness({ asked }: { asked: Pick<Asked<unknown>, 'at' | 'problem'> }) {
  const { at, problem } = asked
  return (
    <p role="status" className="min-h-5 text-small text-used">
      {problem &&
        at > 0 &&
        `Not refreshed: these are the figures of ${formatInstant(new Date(at).toISOString()).time}. Trying again…`}
    </p>
  )
}
