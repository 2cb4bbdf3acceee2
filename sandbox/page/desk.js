import { addPhone, kes, phonesOnDesk, readCount, spoken } from './store.js'

const list = document.getElementById('phone-list')
const ringing = document.getElementById('ringing')

function span(className, text) {
  const made = document.createElement('span')
  made.className = className
  made.textContent = text
  return made
}

function card(phone, isSelected, select) {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'phone-card'
  button.dataset.msisdn = phone.msisdn
  button.setAttribute('aria-pressed', String(isSelected))
  button.append(span('number', spoken(phone.msisdn)), span('money', kes(phone.balance_kes)))
  const unread = phone.message_count - readCount(phone.msisdn, phone.message_count)
  if (phone.waiting) button.append(span('tag now', 'Prompt'))
  else if (unread > 0) button.append(span('tag', `${unread} new`))
  button.addEventListener('click', () => select(phone.msisdn))
  const item = document.createElement('li')
  item.append(button)
  return item
}

let drawn = ''

/** Shows the page's phones. Renders them only after a change, so that focus is not lost. */
export function showDesk(phones, selected, select) {
  const counts = phones.map((phone) => readCount(phone.msisdn, phone.message_count))
  const key = JSON.stringify([phones, selected, counts])
  if (key === drawn) return
  drawn = key
  const focused = document.activeElement?.dataset?.msisdn
  list.replaceChildren(...phones.map((phone) => card(phone, phone.msisdn === selected, select)))
  if (focused) list.querySelector(`[data-msisdn="${focused}"]`)?.focus({ preventScroll: true })
}

/** Shows that a phone which is not on this page has an open prompt. */
export function showRinging(others, select) {
  const key = others.join()
  if (ringing.dataset.key === key) return
  ringing.dataset.key = key
  ringing.replaceChildren(
    ...others.map((msisdn) => {
      const p = document.createElement('p')
      const button = document.createElement('button')
      button.type = 'button'
      button.className = 'link'
      button.append('A prompt waits on ', span('whole', spoken(msisdn)), '. Show it')
      button.addEventListener('click', () => {
        addPhone(msisdn)
        select(msisdn)
      })
      p.append(button)
      return p
    }),
  )
}

export function showTitle(phones) {
  const waiting = phones.some((phone) => phone.waiting)
  document.title = waiting ? '● Prompt · Practice phone' : 'Practice phone'
}

export function isOnDesk(msisdn) {
  return phonesOnDesk().includes(msisdn)
}
