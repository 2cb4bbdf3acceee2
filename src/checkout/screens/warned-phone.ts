// Separate from `isOtherOperator`, which the event page also needs for buyers without a warning.

/** The text of the warning. The buyer may continue, because the number may be at Safaricom now. */
export const OTHER_OPERATOR =
  "M-PESA works on Safaricom lines, and this looks like another network's number. If you've moved it to Safaricom, press Pay; or enter a Safaricom number."

/** Name of the form field with the number for which the buyer has read OTHER_OPERATOR. */
export const WARNED_PHONE_FIELD = 'toldOf'
