import { element } from './element.js'
import { say } from './prompt.js'

const byId = (id) => document.getElementById(id)
const overlay = byId('dialler')
const form = byId('dialler-form')
const opener = byId('open-dialler')
const code = byId('dial-code')
const fault = byId('dialler-error')

const KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '*', '0', '#']
const SPOKEN = { '*': 'star', '#': 'hash' }

/** The code that the user most likely wants to dial, taken from the page's state. */
let usual = ''

export function setUsualCode(text) {
  usual = text
}

export function closeDialler(keepFocus = false) {
  if (overlay.hidden) return
  overlay.hidden = true
  fault.textContent = ''
  if (!keepFocus) opener.focus({ preventScroll: true })
}

function drawKeys() {
  const keys = KEYS.map((key) => {
    const button = element('button', 'quiet', key)
    button.type = 'button'
    if (SPOKEN[key]) button.setAttribute('aria-label', SPOKEN[key])
    button.addEventListener('click', () => {
      code.value += key
    })
    return button
  })
  byId('dial-keys').replaceChildren(...keys)
}

/** Sets up the phone's keypad. `call` receives the dialled string. */
export function onDial(call) {
  drawKeys()
  opener.addEventListener('click', () => {
    say('')
    code.value = usual
    overlay.hidden = false
    overlay.scrollIntoView({ block: 'nearest' })
    code.focus({ preventScroll: true })
  })
  byId('dial-erase').addEventListener('click', () => {
    code.value = code.value.slice(0, -1)
    code.focus({ preventScroll: true })
  })
  byId('close-dialler').addEventListener('click', () => closeDialler())
  form.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') closeDialler()
  })
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const dialled = code.value.replace(/\s/g, '')
    if (!/^\*\d+(\*\d+)*#$/.test(dialled)) {
      fault.textContent = 'Enter a code such as *265*25#.'
      code.focus()
      return
    }
    closeDialler(true)
    call(dialled)
  })
}
