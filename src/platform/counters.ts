import { declareCounters } from './metrics.ts'

export const platformCounters = declareCounters((counter) => ({
  overloaded: counter('overloaded', 'Requests that were refused since too many came', ['line']),
  lateTurns: counter('event_loop_late', 'Seconds in which the event loop was late by over 200 ms'),
}))
