import type { Weekday } from './sample-dates.ts'
import { type CategoryName, type SampleTicketType, sampleId, ticketType } from './sample-event.ts'

type SampleOwner = 'organizer' | 'other'

/**
 * A past event and its sales. Public pages list no past events, so this event appears only in the
 * back office.
 */
export type PastEvent = {
  key: string
  id: string
  title: string
  description: string
  location: string
  /** The start of the event, HH:MM in Nairobi. */
  time: string
  attendees: number | null
  category: CategoryName
  /** The key of the sample event whose picture this event uses. */
  pictureOf: string
  /** The event took place on the first weekday `on` at or after the date `daysAgo` days ago. */
  daysAgo: number
  on: Weekday
  /** The organizer; null if the event has none. */
  owner: SampleOwner | null
  types: SampleTicketType[]
  /** The maximum number of orders. An event that sells out has fewer orders. */
  orders: number
  /** The number of weeks on sale. */
  weeks: number
  /** The share of tickets that were checked in, or 0 if the event did not use the gate app. */
  cameIn: number
  isCancelled?: true
  flag?: 'sold-out' | 'limited'
}

/** The keys of each organizer's upcoming events. All other upcoming events have no organizer. */
export const SAMPLE_OWNED: Record<SampleOwner, string[]> = {
  organizer: [
    'nairobi-derby',
    'lake-derby',
    'ziwa-sessions',
    'bora-uhai',
    'kaptagat-open-day',
    'working-title',
  ],
  other: ['fete-creole', 'laugh-till-nyanya-calls', 'trial-of-hyena'],
}

function past(event: Omit<PastEvent, 'id'>): PastEvent {
  return { ...event, id: sampleId(event.key) }
}

export const pastEvents: PastEvent[] = [
  past({
    key: 'derby-first-leg',
    title: 'Nairobi Derby, First Leg: Eastlands United vs Uhuru Rangers',
    description:
      'The first half of the argument. United scored early, Rangers scored late, and the brass band played through both.',
    location: 'Kasarani Stadium, Nairobi',
    time: '15:00',
    attendees: 3000,
    category: 'Sports',
    pictureOf: 'nairobi-derby',
    daysAgo: 24,
    on: 6,
    owner: 'organizer',
    types: [
      ticketType('Terrace', 300, 2600, { max: 6, gates: ['Gate A', 'Gate B', 'Gate C'] }),
      ticketType('Main Stand', 800, 500, { gates: ['Gate D'] }),
      ticketType('VIP', 2500, 120, { max: 2, gates: ['VIP Gate'] }),
    ],
    orders: 1300,
    weeks: 5,
    cameIn: 0.88,
  }),
  past({
    key: 'ziwa-rumba',
    title: 'Ziwa Sessions: Rumba by the Lake',
    description:
      'Slow guitars, fast feet, and fried tilapia until two in the morning. The second of three evenings at Dunga.',
    location: 'Dunga Beach, Kisumu',
    time: '17:30',
    attendees: 1800,
    category: 'Concerts',
    pictureOf: 'ziwa-sessions',
    daysAgo: 45,
    on: 6,
    owner: 'organizer',
    types: [
      ticketType('Standard', 700, 1400, { max: 6, gates: ['Lakeside Gate'] }),
      ticketType('Boat & Band', 2400, 80, { gates: ['Lakeside Gate', 'VIP Gate'] }),
    ],
    orders: 640,
    weeks: 6,
    cameIn: 0.91,
    flag: 'limited',
  }),
  past({
    key: 'fish-and-fire',
    title: 'Fish & Fire: The Kisumu Food Weekend, with a Very Long Table under the Fig Trees',
    description:
      'Forty cooks, one fire each. Children ate free beside a grown-up, and schools came by the busload.',
    location: 'Impala Park, Kisumu',
    time: '11:00',
    attendees: 1500,
    category: 'Festivals',
    pictureOf: 'lake-derby',
    daysAgo: 73,
    on: 0,
    owner: 'organizer',
    types: [
      ticketType('Grown-up', 500, 1200, { max: 8, gates: ['Gate A', 'Gate B'] }),
      ticketType('Under 12', 0, 500, { max: 4, gates: ['Family Gate'] }),
      ticketType('Student', 149.5, 300, { max: 2, gates: ['Gate B'] }),
      ticketType('School', 100, 400, { max: 60 }),
    ],
    orders: 430,
    weeks: 7,
    cameIn: 0.84,
  }),
  past({
    key: 'open-mic-bell',
    title: 'Bora Uhai Open Mic: The Bell Returns',
    description: 'Twelve comedians, five minutes each, one bell. Full to the stairs.',
    location: 'The Basement, Westlands, Nairobi',
    time: '20:00',
    attendees: 176,
    category: 'Comedy',
    pictureOf: 'bora-uhai',
    daysAgo: 12,
    on: 4,
    owner: 'organizer',
    types: [
      ticketType('Standing', 500, 120, { max: 6 }),
      ticketType('Table Seat', 900, 56, { max: 4, gates: ['Stage Door'] }),
    ],
    orders: 400,
    weeks: 3,
    cameIn: 0.97,
    flag: 'sold-out',
  }),
  past({
    key: 'ridge-walk',
    title: 'Ngong Ridge Sunrise Walk',
    description: 'Eleven hills before breakfast. Tickets were torn by hand at the car park.',
    location: 'Ngong Hills Gate, Kajiado',
    time: '05:30',
    // The organizer did not state how many people were expected.
    attendees: null,
    category: 'Sports',
    pictureOf: 'kaptagat-open-day',
    daysAgo: 58,
    on: 0,
    owner: 'organizer',
    types: [ticketType('Walker', 350, 300, { max: 10 })],
    orders: 90,
    weeks: 4,
    cameIn: 0,
  }),
  past({
    key: 'vinyl-rained-off',
    title: 'Vinyl Sunday: The One that Was Rained Off',
    description: 'The garden was under water by nine. Everybody gets their money back.',
    location: 'Garden House, Loresho, Nairobi',
    time: '11:00',
    attendees: 60,
    category: 'Concerts',
    pictureOf: 'vinyl-sunday',
    daysAgo: 17,
    on: 0,
    owner: 'organizer',
    types: [ticketType('Seat in the Garden', 1200, 60, { max: 2 })],
    orders: 24,
    weeks: 3,
    cameIn: 0,
    isCancelled: true,
  }),
  past({
    key: 'school-drama',
    title: 'Nyanza Schools Drama Night',
    description: 'Nine plays of eleven minutes each. Every school brought its own audience.',
    location: 'Acacia Hall, Milimani, Kisumu',
    time: '16:00',
    attendees: 350,
    category: 'Theater',
    pictureOf: 'shags',
    daysAgo: 38,
    on: 5,
    owner: 'organizer',
    types: [
      ticketType('Parent', 250, 200, { max: 6, gates: ['Gate A'] }),
      ticketType('School', 80, 240, { max: 40, gates: ['Gate B'] }),
    ],
    orders: 70,
    weeks: 3,
    cameIn: 0.93,
  }),
  past({
    key: 'poetry-park',
    title: 'Poetry in the Park',
    description: 'Twelve poets and, as it turned out, their families.',
    location: 'Jeevanjee Gardens, Nairobi',
    time: '14:00',
    attendees: 100,
    category: 'Theater',
    pictureOf: 'working-title',
    daysAgo: 31,
    on: 6,
    owner: 'organizer',
    // No ticket of this type was sold.
    types: [ticketType('Bench', 200, 100)],
    orders: 0,
    weeks: 2,
    cameIn: 0,
  }),
  past({
    key: 'taarab-full-moon',
    title: 'Taarab under a Full Moon',
    description: 'Two orchestras on one wall, and the tide in between.',
    location: 'Fort Jesus, Mombasa',
    time: '20:00',
    attendees: 900,
    category: 'Concerts',
    pictureOf: 'fete-creole',
    daysAgo: 33,
    on: 5,
    owner: 'other',
    types: [
      ticketType('Courtyard', 1500, 800, { max: 6, gates: ['Gate A', 'Gate B'] }),
      ticketType('Rampart', 3500, 100, { gates: ['VIP Gate'] }),
    ],
    orders: 310,
    weeks: 5,
    cameIn: 0.9,
  }),
  past({
    key: 'creek-comedy',
    title: 'Laugh Across the Creek',
    description: 'One stage on a ferry that did not leave.',
    location: 'Mama Ngina Waterfront, Mombasa',
    time: '19:00',
    attendees: 400,
    category: 'Comedy',
    pictureOf: 'laugh-till-nyanya-calls',
    daysAgo: 66,
    on: 5,
    owner: 'other',
    types: [ticketType('Chair', 600, 380, { max: 8, gates: ['Gate A'] })],
    orders: 120,
    weeks: 4,
    cameIn: 0.82,
  }),
  past({
    key: 'second-class-preview',
    title: 'The Last Train to Kisumu: Preview Nights',
    description: 'Three nights with the lights half on and the whistle borrowed.',
    location: 'Kenya National Theatre, Nairobi',
    time: '19:00',
    attendees: 450,
    category: 'Theater',
    pictureOf: 'last-train-to-kisumu',
    daysAgo: 87,
    on: 5,
    owner: null,
    types: [
      ticketType('Third Class', 400, 150, { gates: ['Gate B'] }),
      ticketType('Second Class', 800, 220, { gates: ['Gate A'] }),
    ],
    orders: 140,
    weeks: 4,
    cameIn: 0.86,
  }),
]
