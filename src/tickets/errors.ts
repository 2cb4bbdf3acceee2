import { declareErrors } from '../platform/errors.ts'

export class TicketError extends declareErrors({
  no_such_ticket: [404, 'Ticket not found', 'Tiketi haikupatikana'],
  no_ticket_for_reference: [
    404,
    'No ticket found for this reference number',
    'Hakuna tiketi ya nambari hii ya kumbukumbu',
  ],
  no_ticket_of_phone: [
    404,
    'No tickets found for this phone number',
    'Hakuna tiketi za nambari hii ya simu',
  ],
  wrong_tickets_code: [
    422,
    'Wrong or expired code. Please check the SMS, or request another code.',
    'Msimbo wa uthibitisho si sahihi au muda wake umeisha. Tafadhali angalia SMS, au omba mwingine.',
  ],
  ticket_void: [
    409,
    "This ticket is no longer valid and can't be sent.",
    'Tiketi hii si halali tena na haiwezi kutumwa.',
  ],
  ticket_cancelled: [
    409,
    "This event is cancelled. Its tickets can't be sent.",
    'Tukio hili limefutwa. Tiketi zake haziwezi kutumwa.',
  ],
  ticket_used: [409, 'Everyone on this ticket is inside.', 'Wote wa tiketi hii wameshaingia.'],
  transfers_closed: [
    409,
    'Tickets for this event can no longer be sent.',
    'Tiketi za tukio hili haziwezi kutumwa tena.',
  ],
  transfer_limit: [
    409,
    'The organizer does not allow sending this ticket.',
    'Mwandalizi haruhusu tiketi hii kutumwa.',
  ],
  too_many_people: [
    409,
    'Fewer people are left on this ticket.',
    'Wamebaki watu wachache zaidi kwenye tiketi hii.',
  ],
  ticket_not_free: [
    409,
    'Only a free ticket can be returned.',
    'Tiketi ya bure tu ndiyo inayoweza kurudishwa.',
  ],
  give_back_void: [
    409,
    "This ticket is no longer valid, so it can't be returned.",
    'Tiketi hii si halali tena, kwa hivyo haiwezi kurudishwa.',
  ],
  returned_whole: [
    409,
    'This is only returned whole, not a part of it.',
    'Hii hurudishwa kwa ukamilifu tu, si sehemu yake.',
  ],
  people_inside: [
    409,
    "People with this ticket are inside, so it can't be returned.",
    'Watu wa tiketi hii wameshaingia, kwa hivyo haiwezi kurudishwa.',
  ],
  give_back_closed: [
    409,
    "It is too late to return this ticket: the event's doors are open.",
    'Muda wa kurudisha tiketi hii umepita: milango ya tukio imefunguliwa.',
  ],
  already_opened: [
    409,
    "Your friend has opened or used this ticket, so you can't get it back.",
    'Rafiki yako ameshafungua au kutumia tiketi hii, kwa hivyo haiwezi kurudishwa.',
  ],
  no_such_transfer: [404, 'Transfer not found', 'Uhamisho wa tiketi haukupatikana'],
  wrong_code: [
    422,
    'Wrong code. Please check the SMS.',
    'Msimbo wa uthibitisho si sahihi. Tafadhali angalia SMS.',
  ],
  transfer_code_ended: [
    410,
    'This code has expired. Please send the ticket again to get a new one.',
    'Muda wa msimbo huu wa uthibitisho umeisha. Tafadhali tuma tiketi tena ili upate mpya.',
  ],
  not_paid: [409, 'This order is not paid, so there are no tickets to issue.'],
  no_tickets_yet: [
    409,
    'This order has no tickets to send.',
    'Agizo hili halina tiketi za kutumwa.',
  ],
}) {}
