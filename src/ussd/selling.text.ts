// Texts of USSD screens for free tickets, promo codes and prices that the caller chooses. Names, sums
// and numbers are passed in as formatted text.
import type { Language } from '../platform/values/language.rules.ts'

type SellingTexts = {
  /** In place of the price of a type. */
  free: string
  /** The price of a type of which the caller chooses the price. */
  atLeast: (lowest: string) => string
  choosePrice: (quantity: number, lowest: string, highest: string) => string
  wrongPrice: (lowest: string, highest: string) => string
  getFree: (count: number) => string
  get: string
  smsTo: (phone: string) => string
  /** The last screen of an order of free tickets. */
  freeBySms: (count: number, phone: string) => string
  /** An order of free tickets that exists, for a caller who dials again. */
  haveFree: string
  freeLimit: (left: number, max: number) => string
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
}

/** Both languages; a missing text does not compile. */
export const sellingTexts: Record<Language, SellingTexts> = { en: ENGLISH, sw: SWAHILI }
