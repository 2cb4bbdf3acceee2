import type { ReactNode } from 'react'
import type { EventReply } from '../events.contract.ts'

type Part = (props: { event: EventReply }) => ReactNode

/**
 * The parts of a page that only events of several days have. `event-days.tsx` adds them; the event
 * page loads that file before it shows such an event.
 */
export const dayParts: { Span?: Part; List?: Part } = {}
