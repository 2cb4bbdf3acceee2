const time = new Intl.DateTimeFormat('en-KE', {
  timeZone: 'Africa/Nairobi',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hour12: false,
})

export function element(tag, className, text) {
  const made = document.createElement(tag)
  if (className) made.className = className
  if (text) made.textContent = text
  return made
}

/** An element that shows a time in the user's own format. */
export function timeElement(instant) {
  const made = element('time', '', time.format(new Date(instant)))
  made.dateTime = instant
  return made
}
