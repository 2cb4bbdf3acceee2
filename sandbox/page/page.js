import { isOnDesk, showDesk, showRinging, showTitle } from './desk.js'
import { closeDialler, onDial, setUsualCode } from './dialler.js'
import { onRead, showInbox } from './inbox.js'
import { showMails } from './mail.js'
import { closePaybill, onPaybill } from './paybill.js'
import { onAnswer, say, showPrompt } from './prompt.js'
import { onSave, showSettings } from './settings.js'
import { addPhone, kes, phonesOnDesk, removePhone, spoken, toMsisdn } from './store.js'
import { closeUssd, onUssd, showUssd } from './ussd.js'

const POLL_MS = 700
const byId = (id) => document.getElementById(id)
const clock = new Intl.DateTimeFormat('en-KE', {
  timeZone: 'Africa/Nairobi',
  hour: '2-digit',
  minute: '2-digit',
  hour12: false,
})

let selected
let asked = 0

function select(msisdn) {
  if (msisdn !== selected) {
    say('')
    closePaybill()
    closeDialler()
    closeUssd()
  }
  selected = msisdn
  const address = new URL(location.href)
  if (msisdn) address.searchParams.set('phone', msisdn)
  else address.searchParams.delete('phone')
  history.replaceState(null, '', address)
  return refresh()
}

function show(state) {
  const phone = state.selected
  byId('device').hidden = !phone
  byId('side').hidden = !phone
  byId('welcome').hidden = Boolean(phone)
  showDesk(state.phones, selected, select)
  showMails(state.mails)
  showTitle(state.phones)
  showRinging(
    state.ringing.filter((msisdn) => !isOnDesk(msisdn)),
    select,
  )
  if (!phone) return
  byId('clock').textContent = clock.format(new Date())
  byId('device-number').textContent = spoken(phone.msisdn)
  byId('balance').textContent = kes(phone.balance_kes)
  showInbox(phone.msisdn, phone.messages)
  setUsualCode(state.ussd_code)
  showUssd(phone.msisdn, phone.ussd)
  showPrompt(phone.msisdn, phone.prompts[0], state.prompt_ms)
  showSettings(phone)
}

async function refresh() {
  const query = new URLSearchParams({ phones: phonesOnDesk().join(), selected: selected ?? '' })
  asked += 1
  const mine = asked
  try {
    const response = await fetch(`/page/state?${query}`)
    const state = await response.json()
    // Ignore a stale response: one sent before the last action, or about a phone that is no longer
    // chosen.
    if (response.ok && mine === asked) show(state)
  } catch {
    // The sandbox may be restarting; the next poll will reach it again.
  }
}

async function poll() {
  if (!document.hidden) await refresh()
  setTimeout(poll, POLL_MS)
}

byId('add-form').addEventListener('submit', (event) => {
  event.preventDefault()
  const input = byId('add-number')
  const msisdn = toMsisdn(input.value)
  byId('add-error').textContent = msisdn ? '' : 'Enter a Kenyan mobile number, like 0712 345 678.'
  if (!msisdn) {
    input.focus()
    return
  }
  input.value = ''
  addPhone(msisdn)
  void select(msisdn)
})

byId('forget').addEventListener('click', () => {
  removePhone(selected)
  void select(phonesOnDesk()[0])
})

document.addEventListener('visibilitychange', () => {
  if (!document.hidden) void refresh()
})

onAnswer(refresh)
onRead(refresh)
onSave(refresh)
onPaybill(() => selected, refresh)
const dial = onUssd(refresh)
onDial((code) => dial(selected, code))
const named = toMsisdn(new URLSearchParams(location.search).get('phone') ?? '')
if (named) addPhone(named)
selected = named ?? phonesOnDesk()[0]
void poll()
