import { formatMoment } from '../../ui/dates.rules.ts'
import { Question } from '../../ui/office/question.tsx'
import { WholeWords } from '../../ui/whole-words.tsx'
import type { EventReply } from '../events.contract.ts'

/** Asks before an event or its changes are published, and says what happens then. */
export function PublishQuestion({
  event,
  missing,
  warnings,
  onYes,
  onNo,
}: {
  event: EventReply
  missing: readonly string[]
  warnings: readonly string[]
  onYes: () => void
  onNo: () => void
}) {
  const isMissing = missing.length > 0
  const [title, yes] = event.is_published
    ? ['Approve these changes?', 'Apply changes']
    : isMissing
      ? ['Publish with something missing?', 'Publish anyway']
      : ['Publish this event?', 'Publish event']
  return (
    <Question title={title} yes={yes} no="Go back" onYes={onYes} onNo={onNo}>
      {warnings.map((warning) => (
        <p key={warning} className="font-semibold text-bad">
          {warning}
        </p>
      ))}
      {isMissing && <Lines lines={missing} />}
      <p className="wrap-anywhere font-semibold">{event.title}</p>
      <Lines lines={effectsOf(event)} />
    </Question>
  )
}

function Lines({ lines }: { lines: readonly string[] }) {
  return (
    <ul className="list-disc pl-6">
      {lines.map((line) => (
        <li key={line}>
          <WholeWords text={line} />
        </li>
      ))}
    </ul>
  )
}

function effectsOf(event: EventReply): string[] {
  const notified = event.review?.state === 'sent' ? ['Its organizer is notified.'] : []
  if (event.is_published) {
    const sold = event.has_orders ? ['Tickets that were sold stay valid.'] : []
    return ['The changes apply at once, and everyone sees them.', ...sold, ...notified]
  }
  return ['Everyone can find and open it at once.', saleText(event), ...notified]
}

/** When tickets can be bought after the event is published. */
function saleText({ is_sold_out, ticket_types: types }: EventReply): string {
  if (is_sold_out) return 'It is marked as sold out, so no tickets are on sale.'
  if (types.length === 0) return 'It has no tickets to sell.'
  const isLater = types.every(({ sale_window }) => sale_window === 'not_yet')
  const [first] = types.flatMap(({ sale_from }) => sale_from ?? []).sort()
  return isLater && first
    ? `Tickets are on sale from ${formatMoment(first, new Date())}.`
    : 'Tickets are on sale right away.'
}
