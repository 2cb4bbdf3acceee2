import { element, timeElement } from './element.js'
import { markRead, readCount } from './store.js'

const list = document.getElementById('messages')
const markButton = document.getElementById('mark-read')
const empty = document.getElementById('inbox-empty')

/** Returns the text with its web addresses as links. A message is never parsed as HTML. */
function linked(text) {
  const p = element('p', 'message-text')
  for (const piece of text.split(/(https?:\/\/[^\s]+)/)) {
    if (!/^https?:\/\//.test(piece)) {
      p.append(piece)
      continue
    }
    // Punctuation after an address belongs to the sentence, not to the address.
    const address = piece.replace(/[.,;:!?)]+$/, '')
    const a = element('a', '', address)
    a.href = address
    a.target = '_blank'
    a.rel = 'noopener'
    p.append(a, piece.slice(address.length))
  }
  return p
}

function messageItem(message, unread) {
  const item = element('li', unread ? 'message unread' : 'message')
  const head = element('div', 'message-head')
  head.append(element('strong', '', message.from))
  if (unread) head.append(element('span', 'new', 'New'))
  head.append(timeElement(message.sent_at))
  item.append(head, linked(message.text))
  return item
}

let drawn = ''
let current

/**
 * Shows the messages, newest first. Renders them only after a change, so that selected text stays
 * selected.
 */
export function showInbox(msisdn, messages) {
  const read = readCount(msisdn, messages.length)
  const key = `${msisdn}/${messages.length}/${read}`
  current = { msisdn, count: messages.length }
  if (key === drawn) return
  drawn = key
  const items = messages.map((message, index) => messageItem(message, index >= read))
  list.replaceChildren(...items.reverse())
  empty.hidden = messages.length > 0
  markButton.hidden = read === messages.length
}

export function onRead(refresh) {
  const markAll = () => {
    if (!current) return
    markRead(current.msisdn, current.count)
    refresh()
  }
  markButton.addEventListener('click', () => {
    markAll()
    list.focus({ preventScroll: true })
  })
  list.addEventListener('click', (event) => {
    if (event.target instanceof HTMLAnchorElement) markAll()
  })
}
