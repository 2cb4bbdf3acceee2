import { ticketType, type WrittenEvent } from './sample-event.ts'

/** The two fixtures of the specification's section 9. Documents and examples name these ids. */
export const FIRST_FIXTURE_ID = '5a17ca10-0001-4000-8000-000000000001'
export const SECOND_FIXTURE_ID = '5a17ca10-0002-4000-8000-000000000002'

const fixtures: WrittenEvent[] = [
  {
    key: 'nairobi-derby',
    id: FIRST_FIXTURE_ID,
    title: 'Nairobi Derby: Uhuru Rangers vs Eastlands United',
    description:
      'The match that empties every estate in the city. Rangers come unbeaten in nine; United have not lost at Nyayo since the rains. Gates open at noon with the under-17 derby, the brass band walks the track at half past two, and the kick-off is at three whatever the traffic on Mombasa Road. Bring your colours and your voice, leave the vuvuzelas of other cities at home.',
    location: 'Nyayo National Stadium, Nairobi',
    when: { kind: 'days', days: 24, on: 6 },
    time: '15:00',
    attendees: 10_000,
    flags: ['hero'],
    types: [
      ticketType('Standard', 5, 8500, {
        description: 'Terraces on the Langata Road side. Free seating.',
        max: 4,
        gates: ['Gate A', 'Gate B'],
      }),
      ticketType('VIP', 1000, 1500, {
        description: 'Covered main stand, numbered seat, tea at half-time.',
        max: 2,
        gates: ['VIP Gate'],
      }),
    ],
  },
  {
    key: 'lake-derby',
    id: SECOND_FIXTURE_ID,
    title: 'Lake Derby: Dunga Fishermen vs Winam Bay FC',
    description:
      'Two clubs, one shoreline, and a cup older than the stadium. Dunga play the ball on the ground and Winam play it over the top, and neither has ever agreed which of them is Kisumu’s team. Fried tilapia and chapati behind the east stand from one o’clock.',
    location: 'Jomo Kenyatta Stadium, Mamboleo, Kisumu',
    when: { kind: 'days', days: 38, on: 0 },
    time: '16:00',
    attendees: 5000,
    flags: ['featured'],
    types: [
      ticketType('Standard', 200, 4200, {
        description: 'East stand and both ends.',
        max: 6,
        gates: ['Gate A', 'Lakeside Gate'],
      }),
      ticketType('Premium', 500, 800, {
        description: 'Shaded west stand, seat with a back.',
        max: 4,
        gates: ['VIP Gate'],
      }),
    ],
  },
]

export const sports: WrittenEvent[] = [
  ...fixtures,
  {
    key: 'kasarani-hoops',
    title: 'Kasarani Owls vs Thika Road Express',
    description:
      'Fast break against zone defence under the lights of the indoor arena. The Owls have the tallest back court in the league and the Express have simply never stopped running. Doors open ninety minutes before tip-off for the shooting contest: three from the line wins a jersey.',
    location: 'Kasarani Indoor Arena, Nairobi',
    when: { kind: 'week', place: 0.45 },
    time: '19:00',
    attendees: 3200,
    flags: ['featured'],
    types: [
      ticketType('Upper Tier', 300, 2200, { max: 8, gates: ['Gate C', 'Gate D'] }),
      ticketType('Courtside', 1500, 160, {
        description: 'Close enough to hear the coaches. Wear shoes you like.',
        gates: ['VIP Gate'],
      }),
    ],
  },
  {
    key: 'tudor-creek-sevens',
    title: 'Tudor Creek Sevens: Two Days of Rugby in Mombasa',
    description:
      'Sixteen clubs, fourteen minutes a match, and a sea breeze that makes fools of kickers. The women’s final closes the first day and the men’s cup the second. One ticket covers both days; the after-party on the club lawn is included for as long as the band can stand.',
    location: 'Mombasa Sports Club, Mombasa',
    when: { kind: 'month', place: 0.3, on: 6 },
    time: '09:00',
    attendees: 4000,
    types: [
      ticketType('Weekend', 800, 3000, { max: 6, gates: ['Gate A', 'Gate B'] }),
      ticketType('Clubhouse', 2500, 350, {
        description: 'Balcony, lunch on both days.',
        gates: ['VIP Gate'],
      }),
      ticketType('School Group', 1500, 60, {
        description: 'Ten pupils and a teacher, Saturday only.',
        max: 3,
        gates: ['Gate B'],
      }),
    ],
  },
  {
    key: 'rift-half-marathon',
    title:
      'Great Rift Valley Half Marathon and Family Fun Run, from Lake Nakuru’s Gate Up to the Menengai Crater Rim',
    description:
      'Start among flamingos, finish on the edge of a volcano. The course climbs 430 metres in its second half, which is either the point or the reason to enter the fun run instead. Every runner gets a chip, a shirt sewn in Nakuru and a cup of uji at the top; every spectator gets the view. Buses bring everyone down until five.',
    location: 'Lake Nakuru National Park Main Gate, Nakuru',
    when: { kind: 'later', months: 1, nth: 3, on: 0 },
    time: '06:30',
    attendees: 6500,
    types: [
      ticketType('Half Marathon', 1800, 2000, { max: 2, gates: ['Gate A'] }),
      ticketType('Ten Kilometres', 1200, 1500, { max: 4, gates: ['Gate A'] }),
      ticketType('Wheelchair Half', 1800, 80, { max: 1, gates: ['Gate B'] }),
      ticketType('Fun Run 5 km', 700, 1500, { max: 6, gates: ['Gate C', 'Family Gate'] }),
      ticketType('Family of Four', 2200, 400, {
        description: 'Two adults and two children in the fun run.',
        max: 2,
        gates: ['Family Gate'],
      }),
      ticketType('Junior Mile', 350, 500, {
        description: 'Ages 8 to 14.',
        max: 6,
        gates: ['Family Gate'],
      }),
      ticketType('Club Relay', 6000, 60, {
        description: 'A team of four, one chip, one shirt each.',
        max: 2,
        gates: ['Gate B'],
      }),
      ticketType('Rim Grandstand', 500, 450, { description: 'Spectators at the finish.', max: 8 }),
    ],
  },
  {
    key: 'naivasha-dust-trophy',
    title: 'Naivasha Dust Trophy',
    description:
      'Forty-two cars, eleven stages, one very patient herd of zebra. Watch from the ridge at Kedong as the leaders drop into the valley sideways, then walk the service park while the mechanics rebuild what the valley broke. Shuttles run from Naivasha town every half hour.',
    location: 'Kedong Ridge, Naivasha',
    when: { kind: 'later', months: 3, nth: 2, on: 6 },
    time: '08:00',
    attendees: 9000,
    types: [
      ticketType('Ridge', 1500, 5000, {
        max: 6,
        gates: ['Gate A', 'Gate B'],
        steps: [{ name: 'Early bird', price: 1000, days: 25 }],
      }),
      ticketType('Service Park', 4500, 600, { gates: ['Gate C'] }),
      ticketType('Hospitality', 18_500, 120, {
        description:
          'Shaded deck above the water splash, breakfast, lunch, and a lift to the ridge.',
        max: 4,
        gates: ['VIP Gate'],
        saleFromDays: 12,
      }),
    ],
  },
  {
    key: 'kaptagat-open-day',
    title: 'Kaptagat Forest Cross-Country Open Day',
    description:
      'One morning a year the training camps open their forest loops to everyone. Follow the pace groups, ask the coaches what you like, and be overtaken by champions who say good morning. Entry is arranged at the gate this year.',
    location: 'Kaptagat Forest Station, near Eldoret',
    when: { kind: 'month', place: 0.75, on: 6 },
    time: '07:00',
    attendees: 800,
    price: 250,
    types: [],
  },
]
