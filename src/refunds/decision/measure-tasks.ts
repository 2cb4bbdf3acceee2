import { requestUntil } from '../../events/reschedule.rules.ts'
import { smsShortDate } from '../../messages/sms.rules.ts'
import type { TaskFact } from '../../platform/tasks/tasks.contract.ts'
import { declareTask, type Task } from '../../platform/tasks/tasks.rules.ts'
import { declareTasks } from '../../platform/tasks/tasks.ts'
import { nairobiDate } from '../../platform/values/nairobi.rules.ts'
import { countOf } from '../../ui/office/formats.rules.ts'
import { dueBy } from '../business-days.rules.ts'
import {
  type FirstRefund,
  firstRefundSms,
  type KeptPasses,
  keptGroups,
  keptPassSms,
  keptText,
} from '../cancellation/announcement.rules.ts'
import { fact } from '../refund-money.rules.ts'
import type { ReadBesides } from '../refund-money.sql.ts'
import { type Measure, measureTaskKinds } from './measure-tasks.rules.ts'
import { waitingCancellations, waitingMeasures } from './measure-tasks.sql.ts'

type Cancellation = Measure & {
  title: string
  /** The day on which the request would be approved, YYYY-MM-DD. */
  today: string
  first_refund: FirstRefund | null
  kept: KeptPasses | null
}

/** The SMS that buyers get once the cancellation is approved. */
function announcedFacts({ facts }: { facts: Cancellation }, origin: string): TaskFact[] {
  const { title: eventTitle, day, today, first_refund: refund, kept, frees_passes: frees } = facts
  const announced: TaskFact[] = []
  if (refund) {
    const by = smsShortDate(dueBy(today), 'en')
    announced.push(fact('SMS about refunds', firstRefundSms(refund, { eventTitle, day, by })))
  }
  if (kept && day !== null) {
    const last = nairobiDate(requestUntil(new Date(`${today}T12:00:00Z`)))
    for (const group of keptGroups(kept, frees)) {
      if (group.passes > 0) announced.push(fact('Passes', keptText(group)))
      if (group.buyers === 0) continue
      const until = group.may_ask ? last : null
      const sms = keptPassSms({ eventTitle, day, origin, until })
      announced.push(fact(`SMS to ${countOf(group.buyers, 'buyer')} of passes`, sms))
    }
  }
  return announced
}

/** The SMS texts are added here, so that the browser does not load them with the other texts. */
export function measureTasks(besides: ReadBesides, origin: string) {
  const { cancel_asked: asked } = measureTaskKinds
  const decideOn = (row: Task<Cancellation>) => [
    ...(asked.decideOn?.(row) ?? []),
    ...announcedFacts(row, origin),
  ]
  const kinds = { ...measureTaskKinds, cancel_asked: declareTask({ ...asked, decideOn }) }
  return declareTasks(kinds, {
    cancel_asked: ({ now }) => waitingCancellations(besides(now), now),
    reschedule_asked: ({ now }) => waitingMeasures('reschedule', besides(now)),
  })
}
