import { ticketType, type WrittenEvent } from './sample-event.ts'

export const theater: WrittenEvent[] = [
  {
    key: 'second-wedding',
    title: `Mama Njeri's "Second Wedding" & Other Lies`,
    description:
      'She has announced a husband, hired the tents and invited the bishop. There is no husband. Nairobi’s favourite farce returns for a last short run with its original cast, a live band in the choir loft and a cake that must survive eleven doors. In English, Kikuyu and rising panic.',
    location: 'Kenya National Theatre, Nairobi',
    when: { kind: 'days', days: 1 },
    time: '19:30',
    attendees: 450,
    flags: ['sold-out'],
    types: [
      ticketType('Stalls', 1500, 300, { max: 6, gates: ['Gate A'] }),
      ticketType('Balcony', 900, 150, { max: 6, gates: ['Gate B'] }),
    ],
  },
  {
    key: 'kivuli',
    title: 'Kivuli: A Shadow Play for Children and Those Who Were',
    description:
      'A hare steals the moon and has to put it back before the tide notices. Told with leather puppets, one lamp and a nyatiti, without a word, in fifty minutes. Children may come up and hold the puppets afterwards; adults may too, if they wait their turn.',
    location: 'Braeburn Theatre, Gitanga Road, Nairobi',
    when: { kind: 'month', place: 0.35, on: 0 },
    time: '14:00',
    attendees: 300,
    types: [
      ticketType('Child', 500, 180, { max: 6, gates: ['Family Gate'] }),
      ticketType('Grown-up', 800, 120, { max: 4, gates: ['Family Gate'] }),
    ],
  },
  {
    key: 'stima',
    title: 'Stima: A Play in the Dark',
    description:
      'The power goes at 7.04. Five neighbours who have never spoken share one candle, one charged phone and a landing in a Nakuru flat. Half of this play happens with the lights off, and you will be surprised which half you remember.',
    location: 'Nakuru Players Theatre, Nakuru',
    when: { kind: 'month', place: 0.6, on: 4 },
    time: '19:00',
    attendees: 180,
    flags: ['limited'],
    types: [
      ticketType('Seat', 700, 22, { max: 4, gates: ['Stage Door'] }),
      ticketType('On the Landing', 1100, 6, {
        description: 'Sit in the set. Phones stay outside.',
        max: 2,
        gates: ['Stage Door'],
      }),
    ],
  },
  {
    key: 'last-train-to-kisumu',
    title: 'The Last Train to Kisumu',
    description:
      'Nine passengers, one carriage, and a night in 1963 that none of them will tell the same way. With a set that really moves and a score for steam whistle and string quartet, the Ngong Road Players cross the country in two hours and ten minutes. The dining car serves during the interval.',
    location: 'Kenya National Theatre, Nairobi',
    when: { kind: 'later', months: 1, nth: 1, on: 5 },
    time: '19:00',
    attendees: 450,
    flags: ['hero'],
    types: [
      ticketType('Third Class', 800, 150, { description: 'Balcony.', gates: ['Gate B'] }),
      ticketType('Second Class', 1500, 220, { description: 'Stalls.', gates: ['Gate A'] }),
      ticketType('First Class', 3000, 40, {
        description: 'Front rows, a programme, a hot towel.',
        max: 2,
        gates: ['VIP Gate'],
      }),
    ],
  },
  {
    key: 'governors-tailor',
    title: 'The Governor’s Tailor',
    description:
      'Everyone in the county wants something from the Governor, and only one man sees him without his jacket. A sly new comedy of cloth and power, performed inside a working tailor’s shop of forty bolts of kitenge. Alterations are done free during the second act.',
    location: 'Zion Mall Playhouse, Eldoret',
    when: { kind: 'later', months: 1, nth: 4, on: 3 },
    time: '18:30',
    attendees: 120,
    types: [ticketType('Standard', 650, 110, { max: 6 })],
  },
  {
    key: 'trial-of-hyena',
    title: 'The Trial of Brother Hyena',
    description:
      'The animals sit in judgment under the baobab, and tonight the jury is row C. A courtroom fable in Swahili and English with drums for evidence; the verdict, and so the ending, changes with the audience. Suitable from ten years, or for lawyers.',
    location: 'Little Theatre Club, Mombasa',
    when: { kind: 'later', months: 3, nth: 4, on: 5 },
    time: '19:00',
    attendees: 220,
    types: [
      ticketType('Gallery', 600, 120, { max: 6, gates: ['Gate A'] }),
      ticketType('Jury, Row C', 1400, 12, { description: 'You will be asked.', max: 2 }),
      ticketType('School', 250, 88, { max: 20, gates: ['Gate B'] }),
    ],
  },
  {
    key: 'working-title',
    title: 'Working Title: A New Play by the Ngong Road Players',
    description:
      'The company opens its rehearsal room. Nothing is finished, everything may change, and the author would like to know when you got bored.',
    location: 'Kenya Cultural Centre, Nairobi',
    when: { kind: 'later', months: 2, nth: 2, on: 2 },
    time: '18:00',
    attendees: 80,
    flags: ['draft'],
    types: [ticketType('Rehearsal Seat', 300, 80, { max: 4, gates: ['Stage Door'] })],
  },
]
