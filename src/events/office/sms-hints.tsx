import { createContext, type ReactNode, useContext } from 'react'
import { toGsm } from '../../messages/sms.rules.ts'
import { FITS, smsHint } from '../../messages/sms-count.rules.ts'
import { useSite } from '../../ui/site.tsx'
import type { EventDraft } from '../editing/event-draft.rules.ts'
import type { Entrance } from '../entrances/entrance.rules.ts'
import { DEFAULT_GATE } from '../event.rules.ts'

type Sample = {
  language: 'en'
  eventTitle: string
  date: string
  time: string
  location: string
  ticketType: string
  quantity: number
  gate: string
  ticketNumber: string
  link: string
}

/** Writes the SMS of a ticket, which belongs to a room to the right of this room. */
export const TicketSmsContext = createContext<((sample: Sample) => string) | null>(null)

type Hint = (text: string, instead?: string, shown?: string) => string | undefined

const HintContext = createContext<Hint>(smsHint)

/**
 * Writes the hint below a field that a ticket's SMS names. `shown` is the part of the text that the
 * SMS names.
 */
export const useSmsHint = (): Hint => useContext(HintContext)

/** Judges the texts of a draft by the SMS that its buyers get, in which they share one part. */
export function SmsHints({
  draft,
  common,
  children,
}: {
  draft: EventDraft
  common: readonly Entrance[]
  children: ReactNode
}) {
  const write = useContext(TicketSmsContext)
  const { origin } = useSite()
  const sent = write ? samplesOf(draft, common, origin).map(write) : []
  const hint: Hint = (text, instead, shown = text) => {
    const alone = smsHint(text, instead)
    if (alone !== FITS) return alone
    const isNamed = (sms: string) => sms.includes(toGsm(shown))
    const short = sent.filter((sms) => !isNamed(sms))
    return short.length === 0 ? alone : `Too long for the ticket SMS, so we send: ${short[0]}`
  }
  return <HintContext value={hint}>{children}</HintContext>
}

const NUMBER = '1234567890ABCDEF'

/** The facts of a ticket for each type and entrance. Without a day, those of a long one. */
function samplesOf(draft: EventDraft, common: readonly Entrance[], origin: string): Sample[] {
  const names = new Map([...common, ...draft.gates].map(({ id, name }) => [id, name.trim()]))
  return draft.types.flatMap((type) => {
    const gates = type.gate_ids.map((id) => names.get(id) || DEFAULT_GATE)
    return (gates.length > 0 ? gates : [DEFAULT_GATE]).map((gate) => ({
      language: 'en' as const,
      eventTitle: draft.title,
      date: draft.date || '2027-11-28',
      time: draft.time || '16:30',
      location: draft.location,
      ticketType: type.name,
      quantity: 1,
      gate,
      ticketNumber: NUMBER,
      link: `${origin}/t/${NUMBER}`,
    }))
  })
}
