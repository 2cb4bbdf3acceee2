import { smsMoment } from '../src/messages/sms.rules.ts'
import type { Language } from '../src/platform/values/language.rules.ts'
import { sellingTexts } from '../src/ussd/selling.text.ts'
import { ussdTexts } from '../src/ussd/ussd.text.ts'

const LANGUAGES: Language[] = ['en', 'sw']

/** Every notice that can be shown above a screen. */
export const notices = LANGUAGES.flatMap((language) => {
  const { unclear, noEvent, atMost, notOneLeft, newPrice, alreadyPaid, wrongPhone, ...rest } =
    ussdTexts[language]
  const { smsSent, smsTooOften, smsNothing, closed, refused, check, typeTaken } = rest
  const { soldOut, tooMany, overLimit, nothingToPay } = refused
  const misread = [unclear, noEvent(999_999_999), atMost(999_999), wrongPhone]
  const typeNotYet = rest.typeNotYet(smsMoment('2026-11-21T20:59:00Z', language))
  const plain = [...misread, notOneLeft, newPrice, alreadyPaid, closed, typeNotYet, rest.typeOver]
  const sms = [smsSent, smsTooOften, smsNothing, soldOut, tooMany, overLimit, nothingToPay]
  const { wrongPrice, haveFree, freeLimit, freeLater, givenBack, ...units } = sellingTexts[language]
  const { notFewer, peopleLimit, codeTooSmall, noAddOns, needsEntry, addOnGone } = units
  const selling = [
    givenBack,
    freeLater,
    wrongPrice('250,000', '250,000'),
    haveFree,
    freeLimit(0, 1000),
    freeLimit(9, 999),
    notFewer(1000),
    peopleLimit(0, 1000),
    peopleLimit(9, 999),
    codeTooSmall('90817263'),
    ...[noAddOns, needsEntry, addOnGone],
  ]
  const { wrongCode, wrongCodes, codeForOthers, codeUsedUp, codePerPhone } = sellingTexts[language]
  const used = [codeUsedUp('90817263'), codePerPhone(1000, '90817263')]
  const codes = [wrongCode, wrongCodes, codeForOthers, ...used]
  return [...plain, ...sms, typeTaken, ...selling, ...codes, ...Object.values(check)]
})
