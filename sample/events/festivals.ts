import { ticketType, type WrittenEvent } from './sample-event.ts'

export const festivals: WrittenEvent[] = [
  {
    key: 'smoke-and-ember',
    title: 'Smoke & Ember: The Nairobi Nyama Choma Weekend',
    description:
      'Thirty grills, from Kiamaiko goat to Kajiado mutton to a fisherman from Homa Bay who says fire is fire. Judges walk round with knives; you walk round with kachumbari. A ticket includes five tasting tokens, and vegetarians have a corner that outsold the goat last year.',
    location: 'Ngong Racecourse, Nairobi',
    when: { kind: 'week', place: 0.95 },
    time: '11:00',
    attendees: 5500,
    flags: ['featured'],
    types: [
      ticketType('Day', 1200, 4500, { max: 8, gates: ['Gate A', 'Gate B'] }),
      ticketType('Weekend', 2000, 900, { max: 8, gates: ['Gate A'] }),
      ticketType('Pit Master', 9500, 24, {
        description: 'An apron, a grill, a mentor and half a goat.',
        max: 1,
        gates: ['VIP Gate'],
      }),
    ],
  },
  {
    key: 'ngong-kite-day',
    title: 'Ngong Hills Kite Day',
    description:
      'The wind that turns the turbines is lent to children for a day. Build a kite in the morning tent, fly it from the second hill, and trade it at the end for a better one. Rangers walk with every group; bring a jacket even if Nairobi is hot.',
    location: 'Ngong Hills Gate, Kajiado',
    when: { kind: 'month', place: 0.15, on: 0 },
    time: '10:00',
    attendees: 2500,
    flags: ['new'],
    types: [
      ticketType('Under 6', 0, 600, { description: 'Free beside a paid ticket.', max: 4 }),
      ticketType('Child', 300, 900, { max: 6, gates: ['Family Gate'] }),
      ticketType('Adult', 650, 1200, { max: 6, gates: ['Family Gate', 'Gate A'] }),
      ticketType('Kite Kit', 950, 400, {
        description: 'Entry with frame, paper, string and a seat at the building table.',
        gates: ['Family Gate'],
      }),
    ],
  },
  {
    key: 'menengai-sunrise',
    title: 'Menengai Sunrise Festival',
    description:
      'Arrive in the dark with a blanket; leave at noon with a new favourite band. Drums call the sun over the crater at half past six, breakfast comes from forty kitchens, and the main stage runs through the morning with dance companies from eight counties. Camping on the rim opens the evening before.',
    location: 'Menengai Crater Viewpoint, Nakuru',
    when: { kind: 'later', months: 1, nth: 4, on: 6 },
    time: '05:30',
    attendees: 8000,
    flags: ['hero'],
    types: [
      ticketType('Sunrise', 1500, 6000, { max: 8, gates: ['Gate A', 'Gate B'] }),
      ticketType('Camping', 3200, 700, {
        description: 'One tent place for two people, from the evening before.',
        gates: ['Gate C'],
      }),
      ticketType('Child', 400, 1000, { max: 6, gates: ['Family Gate'] }),
    ],
  },
  {
    key: 'pwani-story-fair',
    title: 'Pwani Book and Story Fair',
    description:
      'Eighty publishers, a tent for Swahili poetry, and a printing press that children may crank. In the evening storytellers from Kilifi to Kismayu take turns on a moored dhow until the tide turns it round. Second-hand books are sold by the kilo.',
    location: 'Swahili Cultural Centre, Mombasa',
    when: { kind: 'later', months: 1, nth: 1, on: 4 },
    time: '09:30',
    attendees: 3000,
    types: [
      ticketType('Day', 200, 2400, { max: 10, gates: ['Gate A'] }),
      ticketType('Dhow Evening', 850, 150, { gates: ['Lakeside Gate'] }),
    ],
  },
  {
    key: 'night-of-lanterns',
    title: 'Night of Lanterns in the Old Town',
    description:
      'For one night the electric lights of the waterfront go out and four thousand brass lanterns come on. Walk the lanes behind the drummers of Shela, watch the dhow race by firelight, and eat with whichever house has its door open. Numbers are kept low for the sake of the lanes and the donkeys.',
    location: 'Lamu Old Town, Lamu',
    when: { kind: 'later', months: 2, nth: 3, on: 5 },
    time: '18:45',
    attendees: 2000,
    flags: ['featured', 'limited'],
    types: [
      ticketType('Lantern Walk', 2200, 90, { max: 4, gates: ['Gate A', 'Gate B'] }),
      ticketType('Dhow Place', 6500, 16, {
        description: 'A cushion on a racing dhow. You may be asked to bail.',
        max: 2,
        gates: ['Lakeside Gate'],
      }),
    ],
  },
  {
    key: 'nyeri-first-crop',
    title: 'Nyeri First Crop: A Festival of Coffee',
    description:
      'The red cherries come in, the drying tables fill, and for two days the growers pour the coffee themselves. Cup with the graders at nine, walk the terraces at eleven, and hear the women’s cooperative choir at dusk with the mountain behind them, if the mountain is in the mood.',
    location: 'Gatuyaini Cooperative, Nyeri',
    when: { kind: 'later', months: 5, nth: 2, on: 6 },
    time: '08:30',
    attendees: 1500,
    types: [
      ticketType('Festival', 950, 1200, { max: 6, gates: ['Gate A'] }),
      ticketType('Cupping Table', 3000, 48, {
        description: 'Twelve coffees with a grader. No perfume, please.',
        max: 2,
        gates: ['Gate B'],
      }),
    ],
  },
]
