import { declareErrors } from '../platform/errors.ts'

export class EventError extends declareErrors({
  event_not_found: [404, 'Event not found', 'Tukio halikupatikana'],
  organizer_not_found: [404, 'Organizer not found', 'Mwandalizi hakupatikana'],
  unknown_ticket_type: [
    404,
    'This event has no such ticket type. Reload the page and choose again.',
    'Tukio hili halina aina hiyo ya tiketi. Fungua ukurasa tena na uchague upya.',
  ],
  too_many_types: [
    422,
    'An event can have up to eight ticket types, including removed types that have sold tickets: ticket numbers have room for no more.',
  ],
  duplicate: [409, 'Already exists.'],
  in_use: [409, 'Still in use.'],
  not_published: [409, 'Only a published event can be rescheduled. Edit the draft instead.'],
  not_public: [409, 'This event is not public yet.'],
  too_many_links: [409, 'This event has three short links, and old links keep working.'],
  has_orders: [409, 'This event has orders. Use Reschedule to change its date, time or location.'],
  event_cancelled: [409, 'This event was cancelled, so it cannot be rescheduled.'],
  day_cancelled: [409, 'This day was cancelled, so it cannot be rescheduled.'],
  last_day: [
    409,
    'All other days are cancelled already. Choose the whole event, so that passes are refunded as well.',
  ],
  was_published: [
    409,
    'This event has been published, so only an admin can change it. Please contact us.',
  ],
  not_sent_in: [409, 'This draft is not waiting for a decision. Reload the page.'],
  stale: [409, 'Someone else has saved this event since you opened it.'],
  page_stale: [409, "The organizer's public page has changed since you read it."],
  below_sold: [409, 'The quantity cannot be lower than the tickets sold or pending.'],
  price_zero: [409, 'A ticket type costs KES 0. Free, or was the price forgotten?'],
  offset_fixed: [409, 'Tickets were sold with this offset in their numbers, so it cannot change.'],
  payout_release_fixed: [409, 'Tickets are sold on these terms; payouts stay after the event.'],
  money_held: [409, 'The money of this event stays with us until the morning after it.'],
  payouts_frozen: [
    409,
    'Visitors reported this event and no one was checked in, so nothing is paid out until an admin releases it.',
  ],
  image_gone: [409, 'This picture was never used and has been removed. Please upload it again.'],
  has_sales: [
    409,
    'This event has sold tickets, so it keeps its organizer. Its organizer can add people to the team.',
  ],
  unconfirmed_organizer: [409, 'Only an account with a confirmed address may own events.'],
  image_too_large: [413, 'The image is larger than 10 MB. Please choose a smaller one.'],
  image_too_many_pixels: [
    422,
    'The image has more than 40 million pixels. Please choose a smaller one.',
  ],
  image_too_narrow: [
    422,
    'The image is more than eight times as long as it is wide. Please choose another.',
  ],
  unsupported_image: [415, 'Please choose a PNG, JPG, GIF, WebP, AVIF or TIFF image.'],
  card_not_drawn: [
    409,
    'We could not draw a picture for this event just now. Your draft is saved and was not submitted. Try again later, or upload a poster.',
  ],
  broken_image: [422, 'This image is damaged and cannot be read. Please choose another.'],
}) {}
