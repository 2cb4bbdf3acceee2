import { element, timeElement } from './element.js'

const list = document.getElementById('mails')
const empty = document.getElementById('mail-empty')
const count = document.getElementById('mail-count')

/** A link to an attachment that the mail's text does not show, such as a calendar entry. */
function fileLink(mail, { name, at }) {
  const link = element('a', 'mail-file', name)
  link.href = `/mail/${mail.id}/files/${at}`
  link.download = name
  return link
}

/** A mail in the list. Opening a mail loads its content into a frame that runs no scripts. */
function mailItem(mail) {
  const item = element('li')
  item.dataset.id = mail.id
  const details = element('details', 'letter')
  const summary = element('summary')
  const subject = element('span', 'subject', mail.subject || 'No subject')
  summary.append(
    subject,
    timeElement(mail.at),
    element('span', 'route', `${mail.from} → ${mail.to}`),
  )
  details.append(summary)
  details.addEventListener('toggle', () => {
    if (!details.open || details.querySelector('iframe')) return
    const frame = element('iframe')
    frame.title = `The e-mail “${mail.subject}”`
    frame.src = `/mail/${mail.id}/html`
    details.append(frame, ...mail.files.map((file) => fileLink(mail, file)))
  })
  item.append(details)
  return item
}

/**
 * Shows the mails, newest first. Adds new mails and removes deleted ones, so that opened mails stay
 * open.
 */
export function showMails(mails) {
  const ids = new Set(mails.map((mail) => mail.id))
  for (const item of [...list.children]) if (!ids.has(item.dataset.id)) item.remove()
  const shown = new Set([...list.children].map((item) => item.dataset.id))
  const fresh = mails.filter((mail) => !shown.has(mail.id))
  list.prepend(...fresh.map(mailItem))
  empty.hidden = mails.length > 0
  count.textContent = mails.length > 0 ? String(mails.length) : ''
}
