// Apart from `isOtherOperator`, which the event page needs before any buyer is warned.

/** The buyer may continue, because the number may have moved to Safaricom. */
export const OTHER_OPERATOR =
  "M-PESA works on Safaricom lines, and this looks like another network's number. If you've moved it to Safaricom, press Pay; or enter a Safaricom number."

/** Names the phone about which the buyer has read OTHER_OPERATOR. */
export const WARNED_PHONE_FIELD = 'toldOf'
