import { kes } from './store.js'

const byId = (id) => document.getElementById(id)
const overlay = byId('prompt')
const form = byId('prompt-form')
const pin = byId('pin')
const pinError = byId('pin-error')
const outcome = byId('outcome')

let shown
let closesAt = 0

const WORDS = {
  0: ['good', (amount) => `You paid ${amount}.`],
  1: ['bad', (amount) => `Not enough balance to pay ${amount}.`],
  3: ['bad', (amount) => `${amount} is above what M-PESA takes at once.`],
  1032: ['', () => 'You cancelled. Nothing was paid.'],
  2001: ['bad', () => 'Wrong PIN. Nothing was paid.'],
}

export function say(text, kind = '') {
  outcome.textContent = text
  outcome.className = `outcome ${kind}`
}

function mayTakeFocus() {
  const active = document.activeElement
  return !active || active === document.body || active.tagName === 'BUTTON'
}

function tick() {
  if (!shown) return
  const left = Math.max(0, Math.ceil((closesAt - Date.now()) / 1000))
  byId('time-left').textContent = `Closes in ${left} s`
}
setInterval(tick, 250)

/**
 * Shows the open prompt, or hides the prompt if none is open. If the prompt is unchanged, the typed
 * PIN stays.
 */
export function showPrompt(msisdn, prompt, promptMs) {
  if (shown?.id === prompt?.id) return
  const before = shown
  shown = prompt && { ...prompt, msisdn }
  overlay.hidden = !prompt
  if (!prompt) {
    // The prompt expired or was answered elsewhere, not on this page.
    if (before?.msisdn === msisdn && !before.answered) say('The request closed.')
    return
  }
  closesAt = Date.parse(prompt.created_at) + promptMs
  say('')
  pin.value = ''
  pinError.textContent = ''
  byId('prompt-text').textContent =
    `Do you want to pay ${kes(prompt.amount)} to ${prompt.business} Account no. ${prompt.account_reference}?`
  tick()
  overlay.scrollIntoView({ block: 'nearest' })
  if (mayTakeFocus()) pin.focus({ preventScroll: true })
}

async function answer(body, refresh) {
  if (!shown) return
  const prompt = shown
  prompt.answered = true
  for (const button of form.querySelectorAll('button')) button.disabled = true
  try {
    const response = await fetch(`/phones/${prompt.msisdn}/prompts/${prompt.id}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const result = await response.json()
    const [kind, words] = WORDS[result.result_code] ?? ['bad', () => 'This request has ended.']
    await refresh()
    say(words(kes(prompt.amount)), kind)
  } catch {
    prompt.answered = false
    pinError.textContent = 'The sandbox does not answer. Try again.'
  } finally {
    for (const button of form.querySelectorAll('button')) button.disabled = false
  }
}

export function onAnswer(refresh) {
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (!/^\d{4}$/.test(pin.value)) {
      pinError.textContent = 'Enter the four digits of the PIN.'
      pin.focus()
      return
    }
    void answer({ action: 'pay', pin: pin.value }, refresh)
  })
  byId('cancel').addEventListener('click', () => answer({ action: 'cancel' }, refresh))
  form.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') void answer({ action: 'cancel' }, refresh)
  })
}
