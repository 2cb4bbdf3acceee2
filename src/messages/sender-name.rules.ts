import { toGsm } from './sms.rules.ts'

// Judges names that an SMS to strangers begins with. No admin reviews these names.

/** Phones turn texts like 'bit.ly/3x', 'pay.me' and 'a@b' into links. */
const LINK = /[/\\@]|\.\p{L}{2}|\bwww\b/iu
/** Phone numbers, numbers to pay to, and codes such as *334#. */
const NUMBER = /\d(?:[\s().+-]*\d){6}|\d{5}|\*\s*\d|\d\s*#/

/** Matches a word with any signs between its letters: 'M-PESA', 'm . pesa'. */
const spelled = (word: string) => [...word].join('[^a-z]*')
const SERVICES = new RegExp(
  `mpesa|(?<![a-z])(?:${spelled('mpesa')}|(?:${['lango', 'fuliza', 'tkash', 'airtelmoney']
    .map(spelled)
    .join('|')})(?![a-z]))`,
)

const LOOKALIKES: Readonly<Record<string, string>> = {
  ...{ '0': 'o', '1': 'l', '3': 'e', '4': 'a', '5': 's', $: 's' },
}

/** The fault of a name that an SMS begins with; null if the name is accepted. */
export function senderNameFault(name: string): string | null {
  const plain = toGsm(name)
  if ([name, plain].some((text) => LINK.test(text))) {
    return 'SMS with tickets begin with this name. Leave out web addresses: slashes, @, and dots before letters.'
  }
  if (NUMBER.test(plain)) {
    return 'SMS with tickets begin with this name. Leave out phone numbers and other long numbers.'
  }
  const lower = plain.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  const folded = lower.replace(/[01345$]/g, (symbol) => LOOKALIKES[symbol]!)
  return SERVICES.test(folded) || SERVICES.test(lower)
    ? 'SMS with tickets begin with this name. It must not seem to come from M-PESA, Lango or another money service.'
    : null
}
