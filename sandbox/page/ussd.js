import { element } from './element.js'

const byId = (id) => document.getElementById(id)
const overlay = byId('ussd')
const form = byId('ussd-form')
const screen = byId('ussd-screen')
const answer = byId('ussd-answer')
const input = byId('ussd-input')
const fault = byId('ussd-error')
const cancelButton = byId('ussd-cancel')
const sendButton = byId('ussd-send')

const RUNNING = 'USSD code running…'
const UNHEARD = 'The sandbox does not answer. Try again.'

/**
 * The phone and its USSD session. `session_id` is null while the phone dials, and if the dialled
 * code reached no service.
 */
let shown
/** Counts key presses. Only the response to the latest press may change the screen. */
let pressed = 0
let isBusy = false

function begin() {
  isBusy = true
  pressed += 1
  return pressed
}

/**
 * Ends the action that began as `press`. Returns false if a later press has taken over the screen.
 */
function finish(press) {
  if (press !== pressed) return false
  isBusy = false
  return true
}

export function closeUssd() {
  finish(begin())
  shown = undefined
  overlay.hidden = true
  screen.textContent = ''
  input.value = ''
  fault.textContent = ''
}

/** Shows the text unchanged, except that the name M-PESA is never broken across lines. */
function write(text) {
  const pieces = text.split(/(M-PESA)/)
  screen.replaceChildren(
    ...pieces.map((piece) => (piece === 'M-PESA' ? element('span', 'whole', piece) : piece)),
  )
}

function draw(msisdn, session) {
  const isNew = shown?.session_id !== session.session_id || shown?.screen !== session.screen
  const wasOpen = shown?.open
  shown = { msisdn, ...session }
  overlay.hidden = false
  write(isBusy ? RUNNING : session.screen)
  byId('ussd-length').textContent = isBusy ? '' : `${session.screen.length} characters`
  answer.hidden = isBusy || !session.open
  cancelButton.hidden = !session.open
  sendButton.disabled = isBusy
  sendButton.textContent = session.open ? 'Send' : 'OK'
  if (isBusy || (!isNew && wasOpen === session.open)) return
  input.value = ''
  fault.textContent = ''
  overlay.scrollIntoView({ block: 'nearest' })
  ;(session.open ? input : sendButton).focus({ preventScroll: true })
}

/**
 * Shows the phone's session, also if it was dialled outside of this page. Shows an ended session as
 * ended.
 */
export function showUssd(msisdn, session) {
  if (isBusy) return
  if (shown && shown.msisdn !== msisdn) closeUssd()
  if (session?.open) draw(msisdn, session)
  else if (shown?.session_id && session?.session_id === shown.session_id) draw(msisdn, session)
  else if (shown?.open) draw(msisdn, { ...shown, open: false })
}

async function ask(msisdn, method, body) {
  const response = await fetch(`/phones/${msisdn}/ussd`, {
    method,
    ...(body && {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  })
  return response.ok ? await response.json() : undefined
}

/**
 * Shows that the input is being sent, and afterwards the reply. If the input was refused, shows the
 * phone's current state.
 */
async function turn(msisdn, body, before, refresh) {
  const press = begin()
  draw(msisdn, before)
  try {
    const next = await ask(msisdn, 'POST', body)
    // In the meantime the user cancelled the session or chose a different phone.
    if (!finish(press)) return
    if (next) draw(msisdn, next)
    else closeUssd()
  } catch {
    if (!finish(press)) return
    draw(msisdn, before)
    fault.textContent = UNHEARD
  }
  await refresh()
}

/** Returns a function that dials. The page shows the screens as they arrive. */
export function onUssd(refresh) {
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (!shown?.open) {
      closeUssd()
      return
    }
    if (input.value === '') {
      fault.textContent = 'Type an answer.'
      input.focus()
      return
    }
    const { msisdn, session_id } = shown
    void turn(msisdn, { session_id, input: input.value }, shown, refresh)
  })
  const cancel = async () => {
    const { msisdn, open } = shown
    closeUssd()
    // Until the sandbox has ended the session, polls still report it as open. `begin` makes
    // `showUssd` ignore these polls.
    const press = begin()
    if (open) await ask(msisdn, 'DELETE').catch(() => {})
    if (finish(press)) await refresh()
  }
  cancelButton.addEventListener('click', cancel)
  form.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') void cancel()
  })
  return (msisdn, dial) =>
    turn(msisdn, { dial }, { session_id: null, screen: '', open: true }, refresh)
}
