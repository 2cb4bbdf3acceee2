import { declareTasks } from '../../platform/tasks/tasks.ts'
import type { ReadBesides } from '../approval/measure-requests.sql.ts'
import { measureTaskKinds } from './measure-tasks.rules.ts'
import { waitingMeasures } from './measure-tasks.sql.ts'

export const measureTasks = (besides: ReadBesides) =>
  declareTasks(measureTaskKinds, {
    cancel_asked: ({ now }) => waitingMeasures('cancel', besides(now), now),
    reschedule_asked: ({ now }) => waitingMeasures('reschedule', besides(now), now),
  })
