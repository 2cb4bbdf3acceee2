/** The reply is the same for every number, so that a stranger cannot find out who buys tickets. */
export const CODE_SENT =
  'If we hold data about this number, we have sent a code to it by SMS. It works for 15 minutes.'

export const DATA_ERASED =
  'Your data is erased. Tax law makes us keep orders, payments and tickets, without your number. If you opted out of SMS, we keep that, so that none is sent.'
