import { ticketType, type WrittenEvent } from './sample-event.ts'

export const concerts: WrittenEvent[] = [
  {
    key: 'ziwa-sessions',
    title: 'Ziwa Sessions: Benga by the Lake',
    description:
      'Three generations of benga guitar on one wooden stage at the water’s edge. Okech and the Papyrus Boys open at sunset, the Winam Sisters take the middle hours, and nobody has ever announced who closes. Bring a lesso to sit on; the grass is cool after nine.',
    location: 'Dunga Beach, Kisumu',
    when: { kind: 'week', place: 0.7 },
    time: '17:30',
    attendees: 1800,
    flags: ['featured'],
    types: [
      ticketType('Standard', 700, 1400, { max: 6, gates: ['Lakeside Gate'] }),
      ticketType('Boat & Band', 2400, 80, {
        description: 'Arrive by boat from Kisumu pier and hear the first set from the water.',
        gates: ['Lakeside Gate', 'VIP Gate'],
      }),
    ],
  },
  {
    key: 'midnight-at-kicc',
    title: 'Midnight at KICC: Mawimbi Saba Live',
    description:
      'The seven-piece that made coastal funk a Nairobi habit plays its whole new record in the courtyard under the tower, once, and then records it again with the crowd as the choir. Lights by the Kariokor Collective. The courtyard closes at two; the last bus to Rongai waits.',
    location: 'KICC Courtyard, Nairobi',
    when: { kind: 'later', months: 1, nth: 2, on: 6 },
    time: '21:00',
    attendees: 6000,
    flags: ['hero'],
    types: [
      ticketType('Advance', 2500, 3800, { max: 6, gates: ['Gate A', 'Gate B'] }),
      ticketType('Golden Circle', 7500, 600, { gates: ['Gate C'] }),
      ticketType('Table for Six', 45_000, 40, {
        description: 'A raised table, a waiter of its own, and six places.',
        max: 2,
        gates: ['VIP Gate'],
      }),
    ],
  },
  {
    key: 'vinyl-sunday',
    title: 'Vinyl Sunday: Eight Hours of Records, No Requests',
    description:
      'Four collectors, two turntables, and crates that have not left Parklands since 1979. Zilizopendwa before lunch, Afro-funk after it, slow rumba when the shade reaches the wall. There is room for sixty people and one very large pilau.',
    location: 'Garden House, Loresho, Nairobi',
    when: { kind: 'days', days: 3, on: 0 },
    time: '11:00',
    attendees: 60,
    flags: ['limited'],
    types: [ticketType('Seat in the Garden', 1200, 14, { max: 2 })],
  },
  {
    key: 'a-hundred-voices',
    title: 'A Hundred Voices: The Kisima Choir Sings New Kenyan Works',
    description:
      'Six first performances in nine languages, from a Kamba rain song for double choir to a setting of the Nairobi bus timetable that the composer insists is serious. The cathedral is unheated and the music is not short: bring a shawl.',
    location: 'All Saints’ Cathedral, Nairobi',
    when: { kind: 'month', place: 0.5, on: 5 },
    time: '18:30',
    attendees: 900,
    types: [
      ticketType('Nave', 1000, 600, { max: 6, gates: ['Gate A'] }),
      ticketType('Student', 149.5, 200, {
        description: 'With a school or university card.',
        max: 2,
        gates: ['Gate B'],
      }),
      ticketType('Choir Stalls', 2500, 60, { description: 'Behind the singers.', max: 2 }),
    ],
  },
  {
    key: 'fete-creole',
    title: 'Fête Créole – Taarab, Séga and Late-Night Chakacha',
    description:
      'Musicians from Lamu, Zanzibar and Réunion meet inside the walls of the fort for one warm night. The taarab orchestra plays seated, the séga drummers do not, and after eleven the courtyard belongs to chakacha. Kahawa chungu and halwa are served from the old well.',
    location: 'Fort Jesus, Mombasa',
    when: { kind: 'month', place: 0.9, on: 6 },
    time: '20:00',
    attendees: 1200,
    flags: ['new'],
    types: [
      ticketType('Courtyard', 1500, 900, { max: 6, gates: ['Gate A', 'Gate B'] }),
      ticketType('Rampart', 3500, 120, {
        description: 'Cushions on the seaward wall.',
        gates: ['VIP Gate'],
      }),
    ],
  },
  {
    key: 'route-46-sound-clash',
    title: 'Route 46 Sound Clash',
    description:
      'Four matatus park nose to nose, open every door and settle by volume what the stage could not. Judges are whoever is dancing. Graffiti artists repaint the losing bus overnight, and it goes back to work on Monday.',
    location: 'Uhuru Gardens, Nairobi',
    when: { kind: 'later', months: 2, nth: 1, on: 6 },
    time: '14:00',
    attendees: 7500,
    flags: ['new'],
    types: [
      ticketType('Under 12', 0, 800, {
        description: 'Free with an adult ticket.',
        max: 4,
        gates: ['Family Gate'],
      }),
      ticketType('Day', 600, 5500, { max: 8, gates: ['Gate A', 'Gate B'] }),
      ticketType('Deck', 1800, 300, {
        description: 'On the roof rack. Really.',
        gates: ['Gate C'],
      }),
    ],
  },
  {
    key: 'highland-praise-night',
    title: 'Highland Praise Night',
    description:
      'Eleven choirs from Iten to Kapsabet, one long piano, and a field that faces the sunset. Families are welcome from four; singing begins at six and everyone is expected to join by seven.',
    location: 'Eldoret Sports Club, Eldoret',
    when: { kind: 'later', months: 4, nth: 3, on: 5 },
    time: '18:00',
    attendees: 3500,
    types: [
      ticketType('Field', 400, 2800, {
        max: 10,
        gates: ['Gate A', 'Family Gate'],
        steps: [
          { name: 'First 300', price: 250, quantity: 300, days: 20 },
          { name: 'Advance', price: 320, days: 45 },
        ],
      }),
      ticketType('Covered Stand', 1000, 500, { max: 6, gates: ['Gate B'] }),
    ],
  },
]
