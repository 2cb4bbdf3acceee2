import type { Draw } from './draw.ts'

const FIRST_NAMES =
  'wanjiku achieng amina kamau otieno mwende kiprop fatuma njeri barasa chebet mutua nyambura odhiambo zawadi hassan wairimu kibet akinyi juma'.split(
    ' ',
  )
const LAST_NAMES =
  'mwangi ouma abdi koech wafula njoroge onyango kilonzo rotich mohamed karanja atieno musyoka cheruiyot simiyu'.split(
    ' ',
  )

/** The share of buyers who leave an email address. */
const WITH_EMAIL = 0.3
const PEOPLE = 2200

type Buyer = { phone: string; email: string | null }

/**
 * Draws one of about two thousand people, who buy repeatedly. Each person has one phone and one
 * email address.
 */
export function drawBuyer(draw: Draw): Buyer {
  const person = draw.whole(1, PEOPLE)
  // Spreads people over all numbers of a prefix. A person always gets the same number.
  const digits = String((person * 7_368_787) % 10 ** 8).padStart(8, '0')
  const phone = `254${person % 9 === 0 ? '1' : '7'}${digits}`
  if ((person * 13) % 10 >= WITH_EMAIL * 10) return { phone, email: null }
  const first = FIRST_NAMES[person % FIRST_NAMES.length]
  const last = LAST_NAMES[person % LAST_NAMES.length]
  return { phone, email: `${first}.${last}${person % 97}@example.com` }
}
