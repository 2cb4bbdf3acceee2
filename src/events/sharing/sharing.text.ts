import { twin } from '../../messages/twin.rules.ts'

/** The texts of an event's story picture and of its text for WhatsApp. */
export const SHARING = {
  from: twin('From {price}', 'Kuanzia {price}'),
  free: twin('Free', 'Bure'),
  standard: twin('Standard Admission', 'Kiingilio cha Kawaida'),
  cancelled: twin('Cancelled', 'Limefutwa'),
  over: twin('This event is over', 'Tukio limeisha'),
  soldOut: twin('Sold out', 'Tiketi zimeisha'),
  newDate: twin('New date (was {was})', 'Tarehe mpya (awali {was})'),
  newTime: twin('New time (was {was})', 'Saa mpya (awali {was})'),
  newPlace: twin('New venue (was {was})', 'Mahali papya (awali {was})'),
  scan: twin('Scan for tickets', 'Changanua upate tiketi'),
  scanMore: twin('Scan to read more', 'Changanua usome zaidi'),
  noInternet: twin('No internet? Dial', 'Huna intaneti? Piga'),
  tickets: twin('Tickets: {url}', 'Tiketi: {url}'),
  more: twin('Read more: {url}', 'Soma zaidi: {url}'),
  dial: twin('No internet? Dial {code}', 'Huna intaneti? Piga {code}'),
}

/** The email after an event was published, in English like all emails to account holders. */
export const PUBLISHED_EMAIL = {
  published: 'Your event is public now, and its tickets are on sale.',
  link: 'Your link:',
  dial: 'Without internet, people dial:',
  picture: 'A picture for WhatsApp Status and Instagram:',
  text: 'A text for WhatsApp:',
  next: 'Choose a short link of your own, and get ready for the day (gate phones, payout account, team):',
}
