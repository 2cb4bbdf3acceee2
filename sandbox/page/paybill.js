import { say } from './prompt.js'
import { kes } from './store.js'

const byId = (id) => document.getElementById(id)
const overlay = byId('paybill')
const form = byId('paybill-form')
const opener = byId('open-paybill')
const fault = byId('paybill-error')
const field = (name) => byId(`paybill-${name}`)

/**
 * The text for each result. After a failed payment the form keeps its input, so that the user can
 * try again.
 */
const WORDS = {
  1: (amount) => `Not enough balance to pay ${amount}.`,
  3: (amount) => `${amount} is above what M-PESA takes at once.`,
  2001: () => 'Wrong PIN. Nothing was paid.',
  C2B00012: () => 'The business does not know this account number. Nothing was paid.',
  C2B00013: () => 'The business does not take this amount. Nothing was paid.',
  C2B00015: () => 'There is no such business number. Nothing was paid.',
}
const REFUSED = () => 'The business does not take this payment. Nothing was paid.'

const CHECKS = [
  ['business', /^\d{1,10}$/, 'Enter the business number, digits only.'],
  ['account', /\S/, 'Enter the account number.'],
  ['amount', /^[1-9]\d{0,8}$/, 'Enter whole shillings.'],
  ['pin', /^\d{4}$/, 'Enter the four digits of the PIN.'],
]

function typed() {
  for (const [name, holds, words] of CHECKS) {
    if (holds.test(field(name).value.trim())) continue
    fault.textContent = words
    field(name).focus()
    return undefined
  }
  fault.textContent = ''
  const [business, account, amount, pin] = CHECKS.map(([name]) => field(name).value.trim())
  return { business, account, amount: Number(amount), pin }
}

export function closePaybill() {
  if (overlay.hidden) return
  overlay.hidden = true
  form.reset()
  fault.textContent = ''
  opener.focus({ preventScroll: true })
}

async function send(msisdn, payment, refresh) {
  const buttons = form.querySelectorAll('button')
  for (const button of buttons) button.disabled = true
  try {
    const response = await fetch('/paybill', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ msisdn, ...payment }),
    })
    const { result_code } = await response.json()
    if (response.ok && result_code === 0) {
      closePaybill()
      await refresh()
      say(`You paid ${kes(payment.amount)}.`, 'good')
    } else {
      fault.textContent = (WORDS[result_code] ?? REFUSED)(kes(payment.amount))
      field('pin').value = ''
    }
  } catch {
    fault.textContent = 'The sandbox does not answer. Look at the messages before you try again.'
  } finally {
    for (const button of buttons) button.disabled = false
  }
}

/**
 * Sets up the form for a payment by paybill: business number, account, amount and PIN, as on a real
 * phone.
 */
export function onPaybill(chosen, refresh) {
  opener.addEventListener('click', () => {
    say('')
    overlay.hidden = false
    overlay.scrollIntoView({ block: 'nearest' })
    field('business').focus({ preventScroll: true })
  })
  byId('close-paybill').addEventListener('click', closePaybill)
  form.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') closePaybill()
  })
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const payment = typed()
    if (payment) void send(chosen(), payment, refresh)
  })
}
