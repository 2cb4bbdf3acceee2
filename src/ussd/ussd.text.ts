import type { Language } from '../platform/values/language.rules.ts'
import type { Texts } from './screen-texts.text.ts'

/** Shown in both languages if the caller's language is not known. */
export const IN_BOTH = {
  away: {
    en: 'Lango is unavailable right now. Please dial again in a minute.',
    sw: 'Huduma haipatikani kwa sasa. Tafadhali piga tena baada ya dakika moja.',
  },
  notKenyan: {
    en: 'This service is for Kenyan mobile numbers.',
    sw: 'Huduma hii ni kwa nambari za simu za Kenya.',
  },
}
const both = ({ en, sw }: Record<Language, string>) => `${en} ${sw}`
/** Shown if the database cannot be reached. */
export const AWAY = both(IN_BOTH.away)
export const NOT_KENYAN = both(IN_BOTH.notKenyan)

const ENGLISH: Texts = {
  unnamed: { event: 'Event', ticket: 'Ticket', gate: 'Gate: see SMS', category: 'Other' },
  menu: 'Lango tickets',
  events: { byDate: 'Events by date', byCategory: 'By category' },
  myTickets: 'My tickets',
  isGenuine: 'Check a ticket',
  help: 'Help',
  other: 'Kiswahili',
  orCode: 'Or enter an event code',
  more: 'More',
  back: 'Back',
  unclear: 'Invalid choice.',
  over: 'This session has ended. Please dial again.',
  dates: { week: 'This Week', month: 'This Month', next_month: 'Next Month', all: 'All Upcoming' },
  category: 'Categories',
  nothing: 'No events here yet.',
  noEvent: (code) => `No event has code ${code}.`,
  left: (count) => `${count} left`,
  soldOut: 'sold out',
  closed: 'Ticket sales have ended',
  cancelled: 'This event is cancelled.',
  atTheGate: 'Tickets at the gate',
  notOneLeft: 'These tickets are sold out.',
  taken: 'taken now',
  typeClosed: 'closed',
  typeOver: 'These tickets are no longer on sale.',
  typeNotYet: (when) => `These tickets are on sale from ${when}.`,
  opens: {
    type: (when) => `from ${when}`,
    short: (day) => `from ${day}`,
    event: (day) => `tickets ${day}`,
  },
  notYet: (when) => `On sale from ${when}.`,
  fee: (sum) => `Incl. fee ${sum}`,
  typeTaken: 'These tickets are being bought right now. Unpaid ones return within minutes.',
  allTaken: 'All tickets are being bought right now. Unpaid ones return within minutes.',
  phoneLimit: (left, max) =>
    left === 0
      ? `Limit reached: ${max} per phone number.`
      : `You can buy ${left} more. Limit: ${max} per phone number.`,
  fewLeft: (left, wanted) => `Only ${left} of ${wanted} ${left === 1 ? 'is' : 'are'} left.`,
  take: (count, sum) => `Take ${count}: ${sum}`,
  otherTickets: 'Choose other tickets',
  unpaidOrder: 'Continue your order',
  howMany: (max) => `How many? (1-${max})`,
  atMost: (max) => `At most ${max}.`,
  total: (sum) => `Total ${sum}`,
  from: (phone, wallet) => `${wallet} ${phone}`,
  otherNetwork: (phone) => `${phone}: other network? M-PESA needs Safaricom`,
  pay: 'Pay',
  otherPhone: 'Other number',
  byPaybill: 'Pay with Paybill',
  payFrom: (wallet) => `Pay from ${wallet}`,
  typePhone: "Enter the M-PESA number that pays, such as 0712345678. We'll send the tickets there.",
  wrongPhone: 'Invalid number.',
  prompted: (sum, phone) => `${sum}: enter your PIN when M-PESA prompts ${phone}.`,
  ifNone: (paybill, code) =>
    paybill === null
      ? `No prompt in 1 minute? Dial ${code} again.`
      : `No prompt in 1 minute? Paybill ${paybill.business}, account ${paybill.account}, or dial ${code} again.`,
  waiting: {
    in_line: (sum, phone) => `${sum}: close this menu. M-PESA will prompt ${phone} shortly.`,
    prompted: (sum, phone) =>
      `${sum}: M-PESA has prompted ${phone}. Close this menu, enter your PIN.`,
    checking: (sum, phone) => `${sum}: checking if ${phone} paid. Do not pay again.`,
    confirming: (sum) => `${sum}: not confirmed yet. PIN entered? Do not pay again.`,
  },
  byHandAfter: ({ until, business, account }) =>
    `If not: Paybill ${business}, account ${account}, before ${until}.`,
  leaveIt: (phone) => `Cancel the M-PESA prompt on ${phone} or let it expire.`,
  nextPrompt: (phone) => `Then M-PESA prompts ${phone}; we send tickets there.`,
  askForPin: 'Send M-PESA prompt',
  payByHand: ({ until, business, account, sum }) =>
    `Pay before ${until}: M-PESA Paybill ${business}, account ${account}, exactly ${sum}. You will get the tickets by SMS.`,
  payByWallet: ({ until, business, account, sum, wallet }) =>
    `Before ${until}: ${wallet}, pay bill, business no. ${business}, account ${account}, exactly ${sum}. Tickets come by SMS.`,
  alreadyPaid: 'Paid. Tickets come by SMS.',
  notPaid: 'The payment did not go through.',
  orderEnded: 'Your order for {title} has ended: {why}. Nothing was charged.',
  why: {
    notTaken: 'the payment did not go through',
    notPrompted: "M-PESA couldn't reach this phone",
    soldOut: 'the tickets sold out',
    taken: 'other buyers took the tickets',
    closed: 'ticket sales have ended',
    tooLate: 'you ran out of time to pay',
    replaced: 'you started another order',
    limited: 'that phone number reached the ticket limit',
  },
  moneyUnclear:
    'M-PESA has not confirmed a payment for {title} yet. If it took your money, you will get tickets or a refund.',
  dueBack: 'Your payment for {title} will be refunded to the M-PESA number that paid.',
  paidBack: 'Your payment for {title} was refunded to the M-PESA number that paid.',
  tryAgain: 'Try again',
  newPrice: 'The price has changed.',
  refused: {
    soldOut: 'These tickets are sold out.',
    closed: 'Ticket sales have ended',
    tooMany: "That's more than the limit per order.",
    overLimit: 'Choose fewer tickets',
    nothingToPay: 'There is nothing to pay for these tickets.',
    paymentOpen:
      'A payment for this event is in progress on this phone. Finish it or wait until it ends, then try again.',
    waitAndTry: "We're very busy right now. Please wait a little and try again.",
    tooManyPrompts:
      'Too many M-PESA prompts were sent to this phone. Wait ten minutes and try again.',
    other: 'Something went wrong. Please try again.',
  },
  noTickets: 'You have no upcoming tickets.',
  ended: {
    transferred: { inList: 'sent', said: 'Sent to another phone with a new number.' },
    void: { inList: 'not valid', said: 'No longer valid.' },
    cancelled: { inList: 'cancelled', said: 'This event is cancelled.' },
    day_cancelled: { inList: 'cancelled', said: 'The day of this ticket is cancelled.' },
  },
  number: (ending) => `No. ...${ending}`,
  numberBySms: 'Full number by SMS',
  smsSent: 'The SMS is on its way.',
  smsTooOften: 'It was sent several times. Please try again later.',
  smsNothing: 'There is nothing to send.',
  typeNumber: 'Enter the 16 characters of the ticket number.',
  check: {
    valid: 'Genuine and valid. Pay only after it is sent to your phone.',
    used: 'Genuine, but already used.',
    transferred: 'Not valid: it was transferred.',
    void: 'No longer valid.',
    unknown: 'No ticket has this number. Do not buy it.',
    mistyped: 'Ticket number incomplete.',
    tooOften: 'Too many wrong numbers. Please wait a minute.',
  },
  helpText: (support) =>
    `Choose an event and pay with M-PESA. Tickets come by SMS; show the number at the gate. 00 Main menu. Help: ${support}`,
}

const SWAHILI: Texts = {
  unnamed: { event: 'Tukio', ticket: 'Tiketi', gate: 'Lango: ona SMS', category: 'Nyingine' },
  menu: 'Tiketi za Lango',
  events: { byDate: 'Matukio kwa tarehe', byCategory: 'Kwa aina' },
  myTickets: 'Tiketi zangu',
  isGenuine: 'Kagua tiketi',
  help: 'Msaada',
  other: 'English',
  orCode: 'Au nambari ya tukio',
  more: 'Zaidi',
  back: 'Rudi',
  unclear: 'Chaguo si sahihi.',
  over: 'Kikao hiki kimeisha. Tafadhali piga tena.',
  dates: { week: 'Wiki hii', month: 'Mwezi huu', next_month: 'Mwezi ujao', all: 'Yote yajayo' },
  category: 'Aina za matukio',
  nothing: 'Hakuna matukio hapa bado.',
  noEvent: (code) => `Hakuna tukio la nambari ${code}.`,
  left: (count) => `baki ${count}`,
  soldOut: 'zimeisha',
  closed: 'Mauzo ya tiketi yameisha',
  cancelled: 'Tukio hili limefutwa.',
  atTheGate: 'Tiketi langoni',
  notOneLeft: 'Tiketi hizi zimeisha.',
  taken: 'zinanunuliwa',
  typeClosed: 'haziuzwi',
  typeOver: 'Tiketi hizi haziuzwi tena.',
  typeNotYet: (when) => `Tiketi hizi zitauzwa kuanzia ${when}.`,
  opens: {
    type: (when) => `kuanzia ${when}`,
    short: (day) => `mauzo ${day}`,
    event: (day) => `tiketi ${day}`,
  },
  notYet: (when) => `Zitauzwa kuanzia ${when}.`,
  fee: (sum) => `Pamoja na ada ${sum}`,
  typeTaken: 'Tiketi hizi zinanunuliwa sasa hivi. Zisizolipiwa hurudi baada ya dakika chache.',
  allTaken: 'Tiketi zote zinanunuliwa sasa hivi. Zisizolipiwa hurudi baada ya dakika chache.',
  phoneLimit: (left, max) =>
    left === 0
      ? `Kikomo kimefikiwa: ${max} kwa kila nambari.`
      : `Unaweza kununua ${left} zaidi. Kikomo: ${max} kwa kila nambari.`,
  fewLeft: (left, wanted) => `${left === 1 ? 'Imebaki' : 'Zimebaki'} ${left} tu kati ya ${wanted}.`,
  take: (count, sum) => `Chukua ${count}: ${sum}`,
  otherTickets: 'Chagua tiketi nyingine',
  unpaidOrder: 'Endelea na agizo lako',
  howMany: (max) => `Ngapi? (1-${max})`,
  atMost: (max) => `Zisizidi ${max}.`,
  total: (sum) => `Jumla ${sum}`,
  from: (phone, wallet) => `${wallet} ${phone}`,
  otherNetwork: (phone) => `${phone}: mtandao mwingine? M-PESA ni ya Safaricom`,
  pay: 'Lipa',
  otherPhone: 'Nambari nyingine',
  byPaybill: 'Lipa kwa Paybill',
  payFrom: (wallet) => `Lipa kwa ${wallet}`,
  typePhone:
    'Andika nambari ya M-PESA itakayolipa, mfano 0712345678. Tiketi zitatumwa kwa nambari hiyo.',
  wrongPhone: 'Nambari si sahihi.',
  prompted: (sum, phone) => `${sum}: weka PIN yako M-PESA ikituma ombi kwa ${phone}.`,
  ifNone: (paybill, code) =>
    paybill === null
      ? `Hujapata ombi kwa dakika 1? Piga ${code} tena.`
      : `Hujapata ombi kwa dakika 1? Paybill ${paybill.business}, akaunti ${paybill.account}, au piga ${code} tena.`,
  waiting: {
    in_line: (sum, phone) =>
      `${sum}: funga menyu hii. M-PESA itatuma ombi kwa ${phone} hivi punde.`,
    prompted: (sum, phone) =>
      `${sum}: M-PESA imetuma ombi kwa ${phone}. Funga menyu hii, weka PIN yako.`,
    checking: (sum, phone) => `${sum}: tunaangalia kama ${phone} imelipa. Usilipe tena.`,
    confirming: (sum) => `${sum}: bado hayajathibitishwa. Umeweka PIN? Usilipe tena.`,
  },
  byHandAfter: ({ until, business, account }) =>
    `Kama hapana: Paybill ${business}, akaunti ${account}, kabla ya ${until}.`,
  leaveIt: (phone) => `Futa ombi la M-PESA kwenye ${phone} au liache liishe.`,
  nextPrompt: (phone) => `Kisha ombi litaenda kwa ${phone}; tiketi pia.`,
  askForPin: 'Tuma ombi la M-PESA',
  payByHand: ({ until, business, account, sum }) =>
    `Lipa kabla ya ${until}: M-PESA Paybill ${business}, akaunti ${account}, ${sum} kamili. Tiketi zitakuja kwa SMS.`,
  payByWallet: ({ until, business, account, sum, wallet }) =>
    `Kabla ya ${until}: ${wallet}, pay bill, biashara ${business}, akaunti ${account}, ${sum} kamili. Tiketi huja SMS.`,
  alreadyPaid: 'Imelipwa. Tiketi huja SMS.',
  notPaid: 'Malipo hayakufaulu.',
  orderEnded: 'Agizo lako la {title} limeisha: {why}. Hujatozwa chochote.',
  why: {
    notTaken: 'malipo hayakufaulu',
    notPrompted: 'M-PESA haikuweza kufikia simu hii',
    soldOut: 'tiketi zimeisha',
    taken: 'wanunuzi wengine wamechukua tiketi',
    closed: 'mauzo ya tiketi yameisha',
    tooLate: 'muda wa kulipa umeisha',
    replaced: 'umeanza agizo lingine',
    limited: 'nambari hiyo imefikia kikomo cha tiketi',
  },
  moneyUnclear:
    'M-PESA bado haijathibitisha malipo ya {title}. Ikiwa ilichukua pesa zako, utapata tiketi au utarudishiwa pesa.',
  dueBack: 'Malipo yako ya {title} yatarudishwa kwa nambari ya M-PESA iliyolipa.',
  paidBack: 'Malipo yako ya {title} yamerudishwa kwa nambari ya M-PESA iliyolipa.',
  tryAgain: 'Jaribu tena',
  newPrice: 'Bei imebadilika.',
  refused: {
    soldOut: 'Tiketi hizi zimeisha.',
    closed: 'Mauzo ya tiketi yameisha',
    tooMany: 'Ni nyingi kuliko agizo moja linavyoruhusu.',
    overLimit: 'Chagua tiketi chache zaidi',
    nothingToPay: 'Hakuna cha kulipa kwa tiketi hizi.',
    paymentOpen:
      'Malipo ya tukio hili yanaendelea kwenye simu hii. Yakamilishe au subiri yaishe, kisha ujaribu tena.',
    waitAndTry: 'Tuna wateja wengi sasa hivi. Tafadhali subiri kidogo kisha ujaribu tena.',
    tooManyPrompts:
      'Maombi mengi ya M-PESA yametumwa kwenye simu hii. Subiri dakika kumi kisha ujaribu tena.',
    other: 'Kuna hitilafu. Tafadhali jaribu tena.',
  },
  noTickets: 'Huna tiketi za matukio yajayo.',
  ended: {
    transferred: { inList: 'imetumwa', said: 'Imetumwa kwa simu nyingine, kwa nambari mpya.' },
    void: { inList: 'si halali', said: 'Si halali tena.' },
    cancelled: { inList: 'limefutwa', said: 'Tukio hili limefutwa.' },
    day_cancelled: { inList: 'imefutwa', said: 'Siku ya tiketi hii imefutwa.' },
  },
  number: (ending) => `Na. ...${ending}`,
  numberBySms: 'Nambari kamili kwa SMS',
  smsSent: 'SMS inakuja.',
  smsTooOften: 'Imetumwa mara kadhaa. Tafadhali jaribu tena baadaye.',
  smsNothing: 'Hakuna cha kutuma.',
  typeNumber: 'Weka herufi na tarakimu 16 za nambari ya tiketi.',
  check: {
    valid: 'Ni halisi, na ni halali. Lipa tu ikishatumwa kwa simu yako.',
    used: 'Ni halisi, lakini imeshatumika.',
    transferred: 'Si halali: ilihamishwa kwa mwingine.',
    void: 'Si halali tena.',
    unknown: 'Hakuna tiketi yenye nambari hii. Usiinunue.',
    mistyped: 'Nambari ya tiketi si kamili.',
    tooOften: 'Nambari nyingi si sahihi. Tafadhali subiri dakika moja.',
  },
  helpText: (support) =>
    `Chagua tukio na ulipe kwa M-PESA. Tiketi huja kwa SMS; onyesha nambari yake langoni. 00 Menyu kuu. Msaada: ${support}`,
}

/** Both languages; a missing text does not compile. */
export const ussdTexts: Record<Language, Texts> = { en: ENGLISH, sw: SWAHILI }
