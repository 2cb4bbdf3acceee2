import { createContext, type ReactNode, useContext } from 'react'
import { smsWhen, toGsm } from '../../messages/sms.rules.ts'
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
 * share one SMS part.
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
  const sent = write ? samplesOf(draft, common, origin).map(withSms(write)) : []
  const venue = venueOf(draft.location)
  const noted = withLeastTitle(sent.filter(lacks(draft.title))) ?? sent.find(lacks(venue))
  const hintOf =
    (part: Part): Hint =>
    (text, instead, shown = text) => {
      const alone = smsHint(text, instead)
      if (alone !== FITS) return alone
      const cut = sent.filter((one) => isAbout(part, text, one)).filter(lacks(shown))
      if (!cut[0] && part === 'type') return typeHint(sent, text, { venue, noted }) ?? alone
      if (!cut[0]) return shown === text ? alone : `The ticket SMS says: ${shown}`
      const isNotedAbove = noted && part !== 'title' && cut.includes(noted)
      // The note above is about the title or, if the title fits, about the location.
      if (isNotedAbove && (part !== 'location' || lacks(draft.title)(noted))) {
        return 'Shortened or left out in the ticket SMS above.'
      }
      if (part === 'title' && noted && draft.types.length > 1 && noted.ticketType.trim()) {
        return `Too long for the ticket SMS. The shortest title is for ${noted.ticketType.trim()}: ${noted.sms}`
      }
      return `Too long for the ticket SMS, so we send: ${cut[0].sms}`
    }
  return <HintContext value={hintOf}>{children}</HintContext>
}

/** The part of a location that the SMS contains: 'Nyayo Stadium' of 'Nyayo Stadium, Nairobi'. */
export const venueOf = (location: string): string => location.split(',')[0]!.trim()

/**
 * The hint of a type whose name fits into the SMS. Undefined if the SMS contains title, location
 * and gate in full, too.
 */
function typeHint(
  sent: readonly Sent[],
  name: string,
  { venue, noted }: { venue: string; noted: Sent | undefined },
): string | undefined {
  const textsOf = ({ eventTitle, gate }: Sent) => ({ title: eventTitle, location: venue, gate })
  const lostOf = (one: Sent) =>
    Object.entries(textsOf(one)).flatMap(([part, text]) =>
      lacks(text)(one) ? [`the ${part}`] : [],
    )
  const own = sent.filter((one) => isAbout('type', name, one) && lostOf(one).length > 0)
  const worst = own.find((one) => one === noted) ?? withLeastTitle(own)
  if (!worst) return undefined
  return `Its ticket SMS cuts ${lostOf(worst).join(' and ')}: ${worst === noted ? 'see above.' : worst.sms}`
}

/** The SMS that begins with the fewest letters of the title. */
function withLeastTitle(sent: readonly Sent[]): Sent | undefined {
  return [...sent].sort((one, other) => lettersOfTitle(one) - lettersOfTitle(other))[0]
}

function lettersOfTitle({ sms, eventTitle }: Sent): number {
  const title = toGsm(eventTitle)
  let letters = 0
  while (letters < title.length && sms[letters] === title[letters]) letters++
  return letters
}

const lacks = (text: string) => (sent: Sent) => !sent.sms.includes(toGsm(text))

/** Whether the SMS contains the type or entrance whose field has this text. */
function isAbout(part: Part, text: string, { ticketType, gate }: Sample): boolean {
  if (part === 'type') return ticketType === text
  return part !== 'gate' || gate === text.trim()
}

const NUMBER = '1234567890ABCDEF'
/** A date and a time with long words, for a draft without them. */
const LONG = { date: '2027-11-28', time: '16:30' }

/** Adds the SMS to a sample. Shows no day if the draft has no date. */
function withSms(write: (sample: Sample) => string) {
  return ({ isDated, ...sample }: Sample & { isDated: boolean }): Sent => {
    const sms = write(sample)
    const when = smsWhen(sample, sample.language)
    return { ...sample, sms: isDated ? sms : sms.replace(when, '(day and hour)') }
  }
}

const isSet = ({ date, time }: { date: string; time: string }) => date !== '' && time !== ''

/** Date and time of the event for a type of the draft, as far as they are set. */
function whenOf({ days, date, time }: EventDraft, type: TypeDraft) {
  const set = days.filter(isSet).sort((one, other) => (one.date < other.date ? -1 : 1))
  const otherwise = days.length === 0 ? { date, time } : { date: '', time: '' }
  const when = whenFor({ ...otherwise, days: set }, type)
  return isSet(when) ? { ...when, isDated: true } : { ...LONG, isDated: false }
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
