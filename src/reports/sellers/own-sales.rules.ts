/** The reply is the same for every number, so that a stranger cannot find out who sells tickets. */
export const SALES_CODE_SENT =
  'If an organizer has entered this number for a seller, we have sent a code to it by SMS. It works for 15 minutes.'
