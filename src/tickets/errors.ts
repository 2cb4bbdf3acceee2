import { declareErrors } from '../platform/errors.ts'

export class TicketError extends declareErrors({
  no_such_ticket: [404, 'No such ticket', 'Hakuna tiketi kama hiyo'],
  no_ticket_for_reference: [
    404,
    'No ticket found for this reference number',
    'Hakuna tiketi ya nambari hii ya kumbukumbu',
  ],
  ticket_void: [
    409,
    'This ticket is not valid any more, and cannot be sent on.',
    'Tiketi hii si halali tena, na haiwezi kutumwa kwa mwingine.',
  ],
  ticket_cancelled: [
    409,
    'This event is cancelled. Its tickets cannot be sent on.',
    'Tukio hili limefutwa. Tiketi zake haziwezi kutumwa kwa wengine.',
  ],
  ticket_used: [
    409,
    'Everybody on this ticket is inside. Nobody is left to send on.',
    'Wote wa tiketi hii wameshaingia. Hakuna aliyebaki wa kutumiwa.',
  ],
  transfers_closed: [
    409,
    'Tickets of this event cannot be sent on any more.',
    'Tiketi za tukio hili haziwezi kutumwa kwa wengine tena.',
  ],
  transfer_limit: [
    409,
    'The organizer does not allow this ticket to be sent on.',
    'Mwandalizi haruhusu tiketi hii kutumwa kwa mwingine.',
  ],
  too_many_people: [
    409,
    'There are not so many people left on this ticket.',
    'Idadi hiyo ya watu haijabaki kwenye tiketi hii.',
  ],
  no_such_transfer: [404, 'No such transfer', 'Hakuna uhamisho kama huo wa tiketi'],
  wrong_code: [
    422,
    'This code is not right. Please check the SMS.',
    'Nambari hii ya siri si sahihi. Tafadhali angalia SMS.',
  ],
  transfer_code_ended: [
    410,
    'This code works no more. Please send the ticket again for a new one.',
    'Nambari hii ya siri haifanyi kazi tena. Tafadhali tuma tiketi tena ili upate mpya.',
  ],
  not_paid: [409, 'Nothing was paid for this order that tickets could be made for.'],
  no_tickets_yet: [
    409,
    'This purchase has no tickets that could be sent.',
    'Ununuzi huu hauna tiketi zinazoweza kutumwa.',
  ],
}) {}
