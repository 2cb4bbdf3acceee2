import { declareErrors } from '../platform/errors.ts'

export class CheckInError extends declareErrors({
  gate_not_found: [404, 'Gate not found'],
  gate_phone_not_found: [404, 'Gate phone not found'],
  ticket_not_found: [404, 'No ticket found for this event'],
  ticket_type_not_found: [404, 'Ticket type not found'],
  nonce_used: [409, 'This nonce is already used for another check-in.'],
  app_outdated: [409, 'The price may have changed. Reload the app.'],
  not_sold_at_door: [409, 'These tickets are not sold at the door.'],
  may_not_sell: [403, 'This phone is not allowed to sell tickets.'],
  gate_phone_revoked: [401, 'This phone was unpaired.'],
  pairing_code_ended: [410, 'This code was used or has expired. Request a new one.'],
  nothing_to_undo: [409, 'No such check-in to undo.'],
  undo_too_late: [409, 'A check-in can only be undone within two minutes.'],
  leaving_not_allowed: [409, 'No re-entry at this event.'],
}) {}
