import { createContext, type ReactNode, useContext } from 'react'
import { toGsm } from '../../messages/sms.rules.ts'
import { FITS, smsHint } from '../../messages/sms-count.rules.ts'
import { useSite } from '../../ui/site.tsx'
import { whenFor } from '../calendar.rules.ts'
import type { EventDraft, TypeDraft } from '../editing/event-draft.rules.ts'
import type { Entrance } from '../entrances/entrance.rules.ts'
import { DEFAULT_GATE } from '../event.rules.ts'
import { typedSoldIn } from '../types/unit-draft.rules.ts'

type Sample = {
  language: 'en'
  eventTitle: string
  date: string
  time: string
  until?: string
  location: string
  ticketType: string
  quantity: number
  soldIn: number
  kind: string
  gate: string
  ticketNumber: string
  link: string
}

/** Writes the SMS of a ticket. A context, because this room may not import the SMS's room. */
export const TicketSmsContext = createContext<((sample: Sample) => string) | null>(null)

type Hint = (text: string, instead?: string, shown?: string) => string | undefined

/** A text in the ticket SMS that a field of the form sets. */
type Part = 'title' | 'location' | 'type' | 'gate'

const HintContext = createContext<(part: Part) => Hint>(() => smsHint)

/**
 * Writes the hint below a field whose text is part of a ticket's SMS. `shown` is the part of the
 * text that the SMS contains.
 */
export const useSmsHint = (part: Part): Hint => useContext(HintContext)(part)

type Sent = Sample & { sms: string }

/**
 * Writes hints about the texts of a draft: whether they fit into the ticket SMS, in which they
 * share one SMS part. A text is only said to fit if no ticket SMS with this text is cut.
 */
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
  const sent = write
    ? samplesOf(draft, common, origin).map((one) => ({ ...one, sms: write(one) }))
    : []
  const venue = venueOf(draft.location)
  const isTitleCut = sent.some(lacks(draft.title))
  const isCut = (one: Sent) =>
    [one.eventTitle, venue, one.ticketType, one.gate].some((text) => lacks(text)(one))
  const hintOf =
    (part: Part): Hint =>
    (text, instead, shown = text) => {
      const alone = smsHint(text, instead)
      if (!write || alone !== FITS) return alone
      const own = sent.filter((one) => isAbout(part, text, one))
      const cut = own.filter(lacks(shown))
      if (cut.length > 0) {
        if (part !== 'location') return cutHint(write, part, shown, cut)
        // A shorter title makes room for the location, too.
        return isTitleCut ? undefined : LOCATION_CUT
      }
      if (shown !== text) return `The ticket SMS says: ${shown}`
      return own.some(isCut) ? undefined : alone
    }
  return <HintContext value={hintOf}>{children}</HintContext>
}

const LOCATION_CUT = 'The location is cut in the ticket SMS, or left out.'

/** The field of a sample that has the part's text, and the part's name in a hint. */
const PARTS = {
  title: ['eventTitle', 'title'],
  type: ['ticketType', 'name'],
  gate: ['gate', 'name'],
} as const

/** The hint of a text that is cut: the shortest form that is sent, and the most that would fit. */
function cutHint(
  write: (sample: Sample) => string,
  part: keyof typeof PARTS,
  shown: string,
  cut: readonly Sent[],
): string {
  const [field, name] = PARTS[part]
  const text = toGsm(shown)
  const lettersOf = ({ sms }: Sent): number => {
    let letters = text.length
    while (letters > 0 && !sms.includes(text.slice(0, letters))) letters--
    return letters
  }
  const fits = (letters: number) => {
    const short = shown.slice(0, letters).trim()
    return cut.every((one) => write({ ...one, [field]: short }).includes(toGsm(short)))
  }
  const left = Math.min(...cut.map(lettersOf))
  let most = shown.length - 1
  while (most > left && !fits(most)) most--
  const { length } = shown.slice(0, most).trim()
  return `The ${name} is cut in the ticket SMS: "${text.slice(0, left).trim()}..". At most ${length} characters fit.`
}

/** The part of a location that the SMS contains: 'Nyayo Stadium' of 'Nyayo Stadium, Nairobi'. */
export const venueOf = (location: string): string => location.split(',')[0]!.trim()

const lacks = (text: string) => (sent: Sent) => !sent.sms.includes(toGsm(text))

/** Whether the SMS contains the type or entrance whose field has this text. */
function isAbout(part: Part, text: string, { ticketType, gate }: Sample): boolean {
  if (part === 'type') return ticketType === text
  return part !== 'gate' || gate === text.trim()
}

const NUMBER = '1234567890ABCDEF'
/** A date and a time with long words, for a draft without them. */
const LONG = { date: '2027-11-28', time: '16:30' }

const isSet = ({ date, time }: { date: string; time: string }) => date !== '' && time !== ''

/** Date and time of the event for a type of the draft; LONG if they are not set. */
function whenOf({ days, date, time }: EventDraft, type: TypeDraft) {
  const set = days.filter(isSet).sort((one, other) => (one.date < other.date ? -1 : 1))
  const otherwise = days.length === 0 ? { date, time } : { date: '', time: '' }
  const when = whenFor({ ...otherwise, days: set }, type)
  return isSet(when) ? when : LONG
}

/** Samples for the ticket SMS: a ticket for each type and entrance of the draft. */
function samplesOf(draft: EventDraft, common: readonly Entrance[], origin: string) {
  const names = new Map([...common, ...draft.gates].map(({ id, name }) => [id, name.trim()]))
  return draft.types.flatMap((type) => {
    const gates = type.gate_ids.map((id) => names.get(id) || DEFAULT_GATE)
    // The SMS of an add-on without a gate names no gate.
    const without = type.kind === 'add_on' ? '' : DEFAULT_GATE
    const soldIn = typedSoldIn(type)
    return (gates.length > 0 ? gates : [without]).map((gate) => ({
      language: 'en' as const,
      eventTitle: draft.title,
      ...whenOf(draft, type),
      location: draft.location,
      ticketType: type.name,
      quantity: soldIn,
      soldIn,
      kind: type.kind,
      gate,
      ticketNumber: NUMBER,
      link: `${origin}/t/${NUMBER}`,
    }))
  })
}
