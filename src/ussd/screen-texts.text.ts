export type EndedFor =
  | 'notTaken'
  | 'notPrompted'
  | 'soldOut'
  | 'taken'
  | 'closed'
  | 'tooLate'
  | 'replaced'
  | 'limited'

type Waiting = 'in_line' | 'prompted' | 'checking' | 'confirming'

type RefusedOrder = 'soldOut' | 'closed' | 'tooMany' | 'overLimit' | 'nothingToPay'
type PutOff = 'paymentOpen' | 'waitAndTry' | 'tooManyPrompts' | 'other'

/** All texts of USSD screens. Names, sums and times are passed in as formatted text. */
export type Texts = {
  /** Words that replace a name if phones can show none of its letters. */
  unnamed: { event: string; ticket: string; gate: string; category: string }
  menu: string
  events: { byDate: string; byCategory: string }
  myTickets: string
  isGenuine: string
  help: string
  /** The name of the other language, in that language. */
  other: string
  orCode: string
  more: string
  back: string
  /** A notice that the screen does not accept the input. */
  unclear: string
  over: string
  dates: { week: string; month: string; next_month: string; all: string }
  category: string
  nothing: string
  noEvent: (code: number) => string
  left: (count: number) => string
  soldOut: string
  closed: string
  cancelled: string
  /** Shown for an event without ticket types. */
  atTheGate: string
  notOneLeft: string
  /** Shown in a row of the list if unpaid orders hold all tickets of the type. */
  taken: string
  /** Shown in the row of a type if its sale is over. */
  typeClosed: string
  /** The sale of the chosen type is over, or begins later; other types may be on sale. */
  typeOver: string
  typeNotYet: (when: string) => string
  /**
   * When a sale begins: in the row of a type ('type' with the hour, or 'short' without it if there
   * is no room), and in the row of an event.
   */
  opens: Record<'type' | 'short' | 'event', (when: string) => string>
  /** When the first sale of an event begins, as a sentence. */
  notYet: (when: string) => string
  fee: (sum: string) => string
  /** Unpaid orders hold all tickets of the type, or of the event (`allTaken`). */
  typeTaken: string
  allTaken: string
  fewLeft: (left: number, wanted: number) => string
  phoneLimit: (left: number, max: number) => string
  take: (count: number, sum: string) => string
  otherTickets: string
  unpaidOrder: string
  howMany: (max: number) => string
  atMost: (max: number) => string
  total: (sum: string) => string
  /** The phone that pays, and the mobile money with which it pays. */
  from: (phone: string, wallet: string) => string
  /** Replaces `from` if the number looks like another network's: a prompt may not reach it. */
  otherNetwork: (phone: string) => string
  pay: string
  otherPhone: string
  byPaybill: string
  /** Pays the paybill from another network's mobile money. */
  payFrom: (wallet: string) => string
  typePhone: string
  wrongPhone: string
  /** The order is placed: the prompt arrives after this screen closes. */
  prompted: (sum: string, phone: string) => string
  ifNone: (paybill: { business: string; account: string } | null, code: string) => string
  /** The state of an order that waits for payment, for a caller who dials again. */
  waiting: Record<Waiting, (sum: string, phone: string) => string>
  /** How to pay by paybill after a prompt got no response. */
  byHandAfter: (paybill: { until: string; business: string; account: string }) => string
  leaveIt: (phone: string) => string
  /** Added to the state of the current prompt if another number is prompted next. */
  nextPrompt: (phone: string) => string
  askForPin: string
  payByHand: (paybill: { until: string; business: string; account: string; sum: string }) => string
  payByWallet: (
    paybill: Record<'until' | 'business' | 'account' | 'sum' | 'wallet', string>,
  ) => string
  alreadyPaid: string
  notPaid: string
  /** {title} is the event's title, {why} a text of `why`. */
  orderEnded: string
  why: Record<EndedFor, string>
  /** M-Pesa has not reported yet whether it took the money. */
  moneyUnclear: string
  dueBack: string
  paidBack: string
  tryAgain: string
  newPrice: string
  refused: Record<RefusedOrder | PutOff, string>
  noTickets: string
  ended: Record<
    'transferred' | 'void' | 'cancelled' | 'day_cancelled',
    { inList: string; said: string }
  >
  number: (ending: string) => string
  numberBySms: string
  smsSent: string
  smsTooOften: string
  smsNothing: string
  typeNumber: string
  /** `mistyped`: the input cannot be a ticket number. */
  check: Record<
    'valid' | 'used' | 'transferred' | 'void' | 'unknown' | 'mistyped' | 'tooOften',
    string
  >
  helpText: (support: string) => string
}
