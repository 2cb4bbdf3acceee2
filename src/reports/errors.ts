import { declareErrors } from '../platform/errors.ts'

export class ReportError extends declareErrors({
  wrong_sales_code: [
    422,
    'Wrong or expired code. Please check the SMS, or request another code.',
    'Msimbo wa uthibitisho si sahihi au muda wake umeisha. Tafadhali angalia SMS, au omba mwingine.',
  ],
}) {}
