import type { ReactNode } from 'react'
import type { EventReply } from '../events.contract.ts'

type Part = (props: { event: EventReply }) => ReactNode

/**
 * The parts of a page that are needed only for events of several days. `event-days.tsx` adds them.
 * The event page loads that file before it shows an event of several days.
 */
export const dayParts: { Span?: Part; List?: Part } = {}
