// The actions of callers and organizers. any-session.test.ts makes random sequences of them.
import fc from 'fast-check'
import type { EventChange, StepChange, WindowChange } from './dialled-events.ts'

export const PHONES = 2
const INPUTS = [
  '1',
  '1',
  '1',
  '2',
  '2',
  '3',
  '4',
  '9',
  '0',
  '00',
  '6',
  '2*1',
  '',
  'abc',
  '27',
  '4471',
  '5555',
  'CODE',
  'CODE',
]
/**
 * Inputs as people and gateways send them. Stars separate inputs, but people may also type stars.
 */
const SPACED = ['1 ', ' 1', '2 ', ' ', '0 ', '* ', '*', '1 *', ' 2*1', '3 ']
const PHONES_TYPED = ['0712345678', '+254 712 345 678', 'OTHER', '07', '0612345678']

const input = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom(...INPUTS) },
  { weight: 3, arbitrary: fc.constantFrom(...SPACED) },
  { weight: 1, arbitrary: fc.constantFrom(...PHONES_TYPED) },
  { weight: 2, arbitrary: fc.constantFrom('SENT', 'HELD') },
  { weight: 1, arbitrary: fc.string({ maxLength: 5 }) },
)

export type Step =
  | { do: 'dial'; phone: number; behind: string }
  | { do: 'type'; phone: number; input: string }
  | { do: 'repeat'; phone: number }
  | { do: 'stock'; type: number; left: number }
  | { do: 'price'; type: number; kes: number }
  | ((StepChange | WindowChange) & { type: number })
  | { do: 'reorder' }
  | { do: 'cancel' }
  | { do: 'wait'; minutes: number }
  | EventChange

const phone = fc.nat(PHONES - 1)
const type = fc.nat(3)
const event = fc.constantFrom(0, 0, 0, 1, 2)
const how = fc.constantFrom('draft', 'sold_out', 'over', 'cancelled', 'not', 'not', 'not')
const eventChange = fc.oneof(
  fc.record({ do: fc.constant('publish') }),
  fc.record({ do: fc.constant('rename'), event, what: fc.constantFrom('event', 'types') }),
  fc.record({ do: fc.constant('stop'), event, how }),
  fc.record({ do: fc.constant('add'), event }),
  fc.record({ do: fc.constant('take away'), event }),
)
const stepChange = fc.record({
  do: fc.constant('step'),
  type: fc.constantFrom(0, 0, 0, 1, 2, 3),
  kes: fc.constantFrom(70, 80, 90, null),
  ends: fc.constantFrom('soon', 'by number', 'by number'),
})
const action: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: eventChange },
  {
    weight: 12,
    arbitrary: fc.record({ do: fc.constant('type'), phone, input }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('dial'),
      phone,
      behind: fc.constantFrom(
        '',
        '',
        'CODE',
        'CODE*1*1',
        'CODE*4471',
        'CODE*4471*27*1',
        'CODE*27*5555',
        'CODE ',
        '1*4',
        '777',
        '99',
        '3',
        '3*1',
        '4',
      ),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('repeat'), phone }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('stock'), type, left: fc.constantFrom(0, 1, 50) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('price'), type, kes: fc.constantFrom(100, 250, 300) }),
  },
  { weight: 3, arbitrary: stepChange },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('window'),
      type,
      window: fc.constantFrom('not_yet', 'open', 'open', 'over'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('reorder') }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cancel') }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('wait'), minutes: fc.constantFrom(1, 6) }) },
) as fc.Arbitrary<Step>

/** Draws steps towards a purchase. A change by the organizer may come before each input. */
const purchase: fc.Arbitrary<Step[]> = fc
  .record({
    phone,
    /**
     * If true, six minutes pass first. The call then starts a new session, because a dropped
     * session can be continued for five minutes only.
     */
    isNew: fc.boolean(),
    way: fc.constantFrom(['CODE'], ['CODE*4471'], ['CODE', '27'], ['', '1', '4'], ['', '1', '4']),
    answers: fc.array(
      fc.record({
        change: fc.option(fc.oneof(eventChange, stepChange) as fc.Arbitrary<Step>, { nil: null }),
        input: fc.constantFrom('1', '1', '1', '2', '3', '9', '0'),
      }),
      { minLength: 2, maxLength: 5 },
    ),
  })
  .map(({ phone, isNew, way: [behind, ...keys], answers }) => [
    ...(isNew ? [{ do: 'wait', minutes: 6 } as const] : []),
    { do: 'dial', phone, behind: behind! },
    ...keys.map((input): Step => ({ do: 'type', phone, input })),
    ...answers.flatMap(({ change, input }): Step[] => [
      ...(change ? [change] : []),
      { do: 'type', phone, input },
    ]),
  ])
/** Draws a history of any steps. */
export const actions = fc
  .array(fc.oneof({ weight: 3, arbitrary: action.map((one) => [one]) }, purchase), {
    minLength: 20,
    maxLength: 40,
  })
  .map((parts) => parts.flat())
