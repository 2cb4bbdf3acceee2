import type { EntryView, GatePhone } from '../../src/checkin/command-view.contract.ts'

const GATES = ['Main Gate', 'Gate A', 'Gate B, north stand, disabled access and families']

/** A row in the list of gate phones. `seconds` is the time since the phone's last contact. */
function phone(at: number, more: Partial<GatePhone> = {}, seconds = 3): GatePhone {
  return {
    id: `0000${at}`.slice(-4).padStart(36, '00000000-0000-4000-8000-00000000'),
    name: `Steward ${at}`,
    event_id: 'e',
    gate_id: null,
    gate: null,
    may_sell: false,
    state: 'paired',
    seen_at: new Date(Date.now() - seconds * 1000).toISOString(),
    signed_off_at: null,
    unsent: 0,
    battery: 80,
    clock_ms: 120,
    app: '1.0.0',
    created_at: '2026-11-20T10:00:00.000Z',
    paired_browser: null,
    paired_address: null,
    ...more,
  }
}

/** The view of a gate before anything has happened. */
export function quietGate(more: Partial<EntryView> = {}): EntryView {
  return {
    inside: 0,
    complimentary: { given: 0, inside: 0 },
    licensed_capacity: null,
    is_near_capacity: false,
    entries_a_minute: Array.from({ length: 30 }, () => 0),
    gates: [gateOf(0)],
    phones: [],
    refusals: [],
    conflicts: [],
    cash_sales: [],
    alarms: [],
    ...more,
  }
}

function gateOf(place: number, more: Partial<EntryView['gates'][number]> = {}) {
  return {
    gate_id: place === 0 ? null : `00000000-0000-4000-8000-00000000000${place}`,
    name: GATES[place]!,
    inside: 0,
    complimentary: { given: 0, inside: 0 },
    let_in: 0,
    refused: 0,
    is_stopped: false,
    ...more,
  }
}

const LONG = 'Mwanajuma Wanjiku-Otieno wa Kamau, second entrance behind the VIP stand, night'

/** The view of a gate in an extreme case: forty phones, long names, alarms and conflicts. */
export function busyGate(more: Partial<EntryView> = {}): EntryView {
  const troubled = [
    phone(40, { name: LONG, gate_id: 'g', gate: GATES[2]!, may_sell: true, unsent: 127 }, 1900),
    phone(39, { battery: 4, clock_ms: -10_800_000 }),
  ]
  const at = '2026-11-22T16:04:00.000Z'
  const number = '0A1B2C3D4E5F6G7H'
  const once = { at, told_at: '2026-11-22T16:31:00.000Z', let_in: 2 }
  return quietGate({
    inside: 11_412,
    licensed_capacity: 12_000,
    is_near_capacity: true,
    entries_a_minute: Array.from({ length: 30 }, (_, minute) => 40 + ((minute * 37) % 90)),
    gates: [
      gateOf(0, { inside: 6200, let_in: 6210, refused: 140 }),
      gateOf(1, { inside: 5000, let_in: 5000, refused: 12, is_stopped: true }),
      gateOf(2, { inside: 212, let_in: 220, refused: 3 }),
    ],
    phones: [...Array.from({ length: 38 }, (_, one) => phone(one + 1)), ...troubled],
    refusals: [
      { result: 'unknown', reason: 'not_genuine', count: 3 },
      { result: 'used', reason: null, count: 131 },
      { result: 'void', reason: 'transferred', count: 21 },
    ],
    conflicts: [
      {
        ticket_number: number,
        ticket_type: 'VIP with dinner, parking and backstage tour',
        admits: 2,
        excess: 2,
        check_ins: [
          { ...once, gate: 'Gate A', phone: LONG, is_offline: true },
          { ...once, gate: 'Main Gate', phone: 'Steward 1', is_offline: false },
          { ...once, gate: null, phone: null, is_offline: false, let_in: -1 },
        ],
      },
    ],
    cash_sales: [
      { phone: LONG, people: 412, amount: 1_236_000, people_last_hour: 96 },
      { phone: 'Steward 1', people: 3, amount: 300, people_last_hour: 0 },
    ],
    alarms: [{ kind: 'never_sold', ticket_number: number, phone: LONG, at }],
    ...more,
  })
}
