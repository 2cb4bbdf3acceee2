import { declareErrors } from '../platform/errors.ts'

export class PrivacyError extends declareErrors({
  wrong_data_code: [
    422,
    'Wrong or expired code. Please check the SMS, or request another code.',
    'Msimbo wa uthibitisho si sahihi au muda wake umeisha. Tafadhali angalia SMS, au omba mwingine.',
  ],
  order_open: [
    409,
    'Nothing was erased: an order with this number is open, or was made in the last two days, and M-PESA may still report money for it. Please try again in two days.',
    'Hakuna kilichofutwa: kuna oda ya nambari hii iliyo wazi au ya siku mbili zilizopita, na M-PESA inaweza bado kuripoti pesa zake. Tafadhali jaribu tena baada ya siku mbili.',
  ],
  refund_open: [
    409,
    'Nothing was erased: a refund to this number is not complete yet. Please try again when it is.',
    'Hakuna kilichofutwa: pesa za nambari hii bado hazijarudishwa zote. Tafadhali jaribu tena zitakaporudishwa.',
  ],
  ticket_upcoming: [
    409,
    'Nothing was erased: this number has a ticket for an event that is still to come. Please try again on the day after it.',
    'Hakuna kilichofutwa: nambari hii ina tiketi ya tukio ambalo bado halijafanyika. Tafadhali jaribu tena siku inayofuata tukio.',
  ],
}) {}
