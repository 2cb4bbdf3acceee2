import { ticketType, type WrittenEvent } from './sample-event.ts'

export const comedy: WrittenEvent[] = [
  {
    key: 'bora-uhai',
    title: 'Bora Uhai Open Mic',
    description:
      'Twelve comedians, five minutes each, one bell. Half of them are famous and trying something new; half drew their place from a hat at the door. The bell has no favourites.',
    location: 'The Basement, Westlands, Nairobi',
    when: { kind: 'tonight' },
    time: '20:00',
    attendees: 180,
    types: [
      ticketType('Standing', 500, 120, { max: 6 }),
      ticketType('Table Seat', 900, 56, { max: 4, gates: ['Stage Door'] }),
    ],
  },
  {
    key: 'shags',
    title: 'Shags: An Evening of Upcountry Stories',
    description:
      'Four comedians go home for Christmas and come back with evidence. Expect goats with opinions, uncles with microphones and a bus to Busia that never quite leaves. Each story is true except the one that you believe.',
    location: 'Acacia Hall, Milimani, Kisumu',
    when: { kind: 'month', place: 0.05, on: 5 },
    time: '19:30',
    attendees: 400,
    types: [
      ticketType('Regular', 800, 320, { max: 6, gates: ['Gate A', 'Lakeside Gate'] }),
      ticketType('Front Row', 1500, 40, {
        description: 'You may be spoken to.',
        max: 2,
        gates: ['Gate A'],
      }),
    ],
  },
  {
    key: 'number-you-have-dialled',
    title: 'The Number You Have Dialled: Ninety Minutes of Stand-Up About Phones',
    description:
      'Wairimu Otuoma reads out the family group chat. That is the show, and her family has bought a row. Please leave your phone on; she has asked specially.',
    location: 'Charter Hall, Nairobi',
    when: { kind: 'later', months: 1, nth: 2, on: 4 },
    time: '19:30',
    attendees: 700,
    flags: ['featured'],
    types: [
      ticketType('Regular', 1000, 560, { max: 6, gates: ['Gate A', 'Gate B'] }),
      ticketType('VIP', 2500, 60, { max: 4, gates: ['VIP Gate'] }),
    ],
  },
  {
    key: 'laugh-till-nyanya-calls',
    title: 'Laugh Till Nyanya Calls',
    description:
      'A beachside bill of coast comedians in Swahili, Giriama and hand gestures. Show starts when it is cool enough, ends when somebody’s grandmother rings. Plastic chairs, real sea.',
    location: 'Mama Ngina Waterfront, Mombasa',
    when: { kind: 'later', months: 1, nth: 3, on: 6 },
    time: '20:30',
    attendees: 1000,
    flags: ['fees-on-top'],
    types: [
      ticketType('Chair', 600, 850, {
        max: 8,
        gates: ['Gate A'],
        steps: [{ name: 'Early bird', price: 500, quantity: 100 }],
      }),
      ticketType('Sofa for Two', 2600, 30, { max: 2, gates: ['VIP Gate'] }),
    ],
  },
  {
    key: 'parliament-of-fools',
    title: 'Parliament of Fools: Improv for a Divided House',
    description:
      'The audience is split down the aisle, the motion comes out of a hat, and a Speaker with a squeaky mace keeps what order there is. Every law passed tonight is void by morning. Thirty performers in three chambers, and one recess with mandazi.',
    location: 'KICC Amphitheatre, Nairobi',
    when: { kind: 'later', months: 2, nth: 4, on: 6 },
    time: '18:00',
    attendees: 780,
    flags: ['featured'],
    types: [
      ticketType('Government Side', 1200, 330, { max: 6, gates: ['Gate A'] }),
      ticketType('Opposition Side', 1200, 330, { max: 6, gates: ['Gate B'] }),
      ticketType('Public Gallery', 500, 100, { max: 4, gates: ['Gate C', 'Gate D'] }),
    ],
  },
]
