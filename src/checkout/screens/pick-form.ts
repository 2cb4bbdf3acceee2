/**
 * Id of the form around the ticket picker. Without script this form sends the choice to the server.
 */
export const PICK_FORM = 'pick-tickets'
