/**
 * The storage key. Under it this browser stores the phones on the page, and the number of read
 * messages of each phone.
 */
const KEY = 'practice-phones'

function load() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}')
    return { phones: kept.phones ?? [], read: kept.read ?? {} }
  } catch {
    return { phones: [], read: {} }
  }
}

const desk = load()

function keep() {
  try {
    localStorage.setItem(KEY, JSON.stringify(desk))
  } catch {
    // A browser without storage keeps the values until the page is closed.
  }
}

export function phonesOnDesk() {
  return desk.phones
}

export function addPhone(msisdn) {
  if (!desk.phones.includes(msisdn)) desk.phones.push(msisdn)
  keep()
}

export function removePhone(msisdn) {
  desk.phones = desk.phones.filter((other) => other !== msisdn)
  keep()
}

export function markRead(msisdn, count) {
  desk.read[msisdn] = count
  keep()
}

/**
 * Returns the number of read messages. An inbox only grows, so a stored number above `count` comes
 * from another sandbox.
 */
export function readCount(msisdn, count) {
  const read = desk.read[msisdn] ?? 0
  return read > count ? 0 : read
}

/** Converts a typed phone number to 2547… or 2541…; undefined if the text is not such a number. */
export function toMsisdn(typed) {
  const match = /^(?:\+?254|0)?([17]\d{8})$/.exec(typed.replace(/[\s()-]/g, ''))
  return match ? `254${match[1]}` : undefined
}

export function spoken(msisdn) {
  return `0${msisdn.slice(3, 6)} ${msisdn.slice(6, 9)} ${msisdn.slice(9)}`
}

export function kes(amount) {
  return `KES ${amount.toLocaleString('en-KE')}`
}
