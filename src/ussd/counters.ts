import { declareCounters } from '../platform/metrics.ts'

export const ussdCounters = declareCounters((counter) => ({
  turns: counter('ussd_turns', 'Turns of the USSD gateway, by what they were answered', ['answer']),
  unknownCalls: counter('ussd_unknown_calls', 'Calls to a USSD address that we gave to nobody'),
}))
