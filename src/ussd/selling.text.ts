// Texts of USSD screens for free tickets, promo codes, prices that the caller chooses, types sold in
// units of several people, add-ons, and questions. Names, sums and numbers are passed in as
// formatted text.
import type { Language } from '../platform/values/language.rules.ts'

type SellingTexts = {
  /** Shown instead of the price of a free type. */
  free: string
  /** The price of a type if the caller chooses the price. */
  atLeast: (lowest: string) => string
  choosePrice: (quantity: number, lowest: string, highest: string) => string
  wrongPrice: (lowest: string, highest: string) => string
  getFree: (count: number) => string
  get: string
  smsTo: (phone: string) => string
  /** The last screen of an order of free tickets. */
  freeBySms: (count: number, phone: string) => string
  /** For a caller who dials again and already has the free tickets. */
  haveFree: string
  freeLimit: (left: number, max: number) => string
  /** The organizer's budget of messages, or the limit per phone and minute, is used up. */
  freeLater: string
  /** The code that the caller typed, with its effect. */
  code: (digits: string, effect: string) => string
  codeEffect: {
    percent: (percent: number) => string
    amount: (sum: string) => string
    price: (sum: string) => string
    access: string
  }
  wrongCode: string
  wrongCodes: string
  codeForOthers: string
  codeUsedUp: (digits: string) => string
  codePerPhone: (max: number, digits: string) => string
  /** The code covers fewer people than the smallest order needs. */
  codeTooSmall: (digits: string) => string
  /** Fewer tickets are left with the code than the caller wants. */
  fewWithCode: (left: number, wanted: number, digits: string) => string
  giveBack: string
  giveBackAsked: string
  givenBack: string
  /** Shown after the price of a unit in a list. */
  forSome: (count: number) => string
  /** The people or the uses of a unit. */
  each: (what: string) => string
  people: (count: number) => string
  /** How often an add-on is redeemed. */
  uses: (count: number) => string
  /** Used if an order needs more than one unit. */
  howManyFrom: (least: number, max: number) => string
  notFewer: (least: number) => string
  /** The limit of a phone for a type that is sold in units of several people. */
  peopleLimit: (left: number, max: number) => string
  addOns: string
  noAddOns: string
  needsEntry: string
  addOnGone: string
  /** How often the caller's own add-on was redeemed. */
  usedOf: (used: number, all: number) => string
  /** The organizer's questions with choices that lack an answer. */
  questions: (count: number) => string
  person: (person: number) => string
  why: string
  skip: string
  answerSaved: string
}

const ENGLISH: SellingTexts = {
  free: 'Free',
  atLeast: (lowest) => `from ${lowest}`,
  choosePrice: (quantity, lowest, highest) =>
    `Enter your price${quantity === 1 ? '' : ` for each of ${quantity} tickets`} in whole shillings, ${lowest} to ${highest}.`,
  wrongPrice: (lowest, highest) => `Enter a whole number from ${lowest} to ${highest}.`,
  getFree: (count) => `Get ${count} free ${count === 1 ? 'ticket' : 'tickets'}?`,
  get: 'Get tickets',
  smsTo: (phone) => `SMS to ${phone}`,
  freeBySms: (count, phone) =>
    count === 1
      ? `Done. Your free ticket comes by SMS to ${phone}.`
      : `Done. Your ${count} free tickets come by SMS to ${phone}.`,
  haveFree: 'Your free tickets come by SMS.',
  freeLimit: (left, max) =>
    left === 0
      ? `Limit reached: ${max} per phone number.`
      : `You can get ${left} more. Limit: ${max} per phone number.`,
  freeLater: 'No more free tickets right now. Please try again later.',
  code: (digits, effect) => `Code ${digits}: ${effect}`,
  codeEffect: {
    percent: (percent) => `-${percent}%`,
    amount: (sum) => `-${sum}`,
    price: (sum) => sum,
    access: 'special tickets below',
  },
  wrongCode: 'This code is not valid here',
  wrongCodes: 'Too many wrong codes. Please try again in an hour.',
  codeForOthers: 'This code is for other tickets.',
  codeUsedUp: (digits) => `Code ${digits} has been used up.`,
  codePerPhone: (max, digits) => `Limit reached: ${max} per phone number with code ${digits}.`,
  codeTooSmall: (digits) => `Code ${digits} has too few tickets left for this.`,
  fewWithCode: (left, wanted, digits) => `Code ${digits} covers only ${left} of ${wanted} tickets.`,
  giveBack: 'Return ticket',
  giveBackAsked: 'Return this ticket? You cannot undo this.',
  givenBack: 'You returned the ticket.',
  forSome: (count) => `for ${count}`,
  each: (what) => `Each: ${what}`,
  people: (count) => (count === 1 ? '1 person' : `${count} people`),
  uses: (count) => (count === 1 ? '1 use' : `${count} uses`),
  howManyFrom: (least, max) => `How many? At least ${least} (${least}-${max})`,
  notFewer: (least) => `At least ${least}.`,
  peopleLimit: (left, max) =>
    left === 0
      ? `Limit reached: ${max} people per phone number.`
      : `You can buy for ${left} more people. Limit: ${max} per phone number.`,
  addOns: 'Add-ons',
  noAddOns: 'No add-ons are on sale.',
  needsEntry: 'Add-ons need a ticket on the number that pays.',
  addOnGone: 'This add-on is sold out.',
  usedOf: (used, all) => `${used} of ${all} used`,
  questions: (count) => (count === 1 ? 'Answer 1 question' : `Answer ${count} questions`),
  person: (person) => `Person ${person}`,
  why: 'Why do you ask?',
  skip: 'Skip',
  answerSaved: 'Saved. Thank you.',
}

const SWAHILI: SellingTexts = {
  free: 'Bure',
  atLeast: (lowest) => `kuanzia ${lowest}`,
  choosePrice: (quantity, lowest, highest) =>
    `Andika bei yako${quantity === 1 ? '' : ` ya kila tiketi kati ya ${quantity}`} kwa shilingi kamili, ${lowest} hadi ${highest}.`,
  wrongPrice: (lowest, highest) => `Andika nambari kamili kati ya ${lowest} na ${highest}.`,
  getFree: (count) => `Pata tiketi ${count} ${count === 1 ? 'ya' : 'za'} bure?`,
  get: 'Pata tiketi',
  smsTo: (phone) => `SMS kwa ${phone}`,
  freeBySms: (count, phone) =>
    count === 1
      ? `Tayari. Tiketi yako ya bure itakuja kwa SMS kwa ${phone}.`
      : `Tayari. Tiketi zako ${count} za bure zitakuja kwa SMS kwa ${phone}.`,
  haveFree: 'Tiketi zako za bure huja kwa SMS.',
  freeLimit: (left, max) =>
    left === 0
      ? `Kikomo kimefikiwa: ${max} kwa kila nambari.`
      : `Unaweza kupata ${left} zaidi. Kikomo: ${max} kwa kila nambari.`,
  freeLater: 'Hakuna tiketi zaidi za bure kwa sasa. Tafadhali jaribu tena baadaye.',
  code: (digits, effect) => `Msimbo ${digits}: ${effect}`,
  codeEffect: {
    percent: (percent) => `-${percent}%`,
    amount: (sum) => `-${sum}`,
    price: (sum) => sum,
    access: 'tiketi maalum hapa chini',
  },
  wrongCode: 'Msimbo huu haufanyi kazi hapa',
  wrongCodes: 'Misimbo mingi si sahihi. Tafadhali jaribu tena baada ya saa moja.',
  codeForOthers: 'Msimbo huu ni wa tiketi nyingine.',
  codeUsedUp: (digits) => `Msimbo ${digits} umeshatumika wote.`,
  codePerPhone: (max, digits) => `Kikomo kimefikiwa: ${max} kwa kila nambari kwa msimbo ${digits}.`,
  codeTooSmall: (digits) => `Msimbo ${digits} una tiketi chache mno kwa hii.`,
  fewWithCode: (left, wanted, digits) =>
    `Msimbo ${digits} unatosha tiketi ${left} tu kati ya ${wanted}.`,
  giveBack: 'Rudisha tiketi',
  giveBackAsked: 'Rudisha tiketi hii? Huwezi kubadilisha baadaye.',
  givenBack: 'Umerudisha tiketi.',
  forSome: (count) => `kwa ${count}`,
  each: (what) => `Kila moja: ${what}`,
  people: (count) => (count === 1 ? 'mtu 1' : `watu ${count}`),
  uses: (count) => `mara ${count}`,
  howManyFrom: (least, max) => `Ngapi? Angalau ${least} (${least}-${max})`,
  notFewer: (least) => `Angalau ${least}.`,
  peopleLimit: (left, max) =>
    left === 0
      ? `Kikomo kimefikiwa: watu ${max} kwa kila nambari.`
      : `Unaweza kununulia watu ${left} zaidi. Kikomo: ${max} kwa kila nambari.`,
  addOns: 'Nyongeza',
  noAddOns: 'Hakuna nyongeza zinazouzwa.',
  needsEntry: 'Nyongeza zinahitaji tiketi kwenye nambari inayolipa.',
  addOnGone: 'Nyongeza hii imeisha.',
  usedOf: (used, all) => `${used} kati ya ${all} zimetumika`,
  questions: (count) => (count === 1 ? 'Jibu swali 1' : `Jibu maswali ${count}`),
  person: (person) => `Mtu ${person}`,
  why: 'Kwa nini mnauliza?',
  skip: 'Ruka',
  answerSaved: 'Limehifadhiwa. Asante.',
}

/** Both languages; a missing text does not compile. */
export const sellingTexts: Record<Language, SellingTexts> = { en: ENGLISH, sw: SWAHILI }
