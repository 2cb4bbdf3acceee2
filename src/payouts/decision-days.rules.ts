import { countOf } from '../ui/office/formats.rules.ts'

/** 'We decide within 2 business days' */
export const decisionText = (days: number): string =>
  `We decide within ${countOf(days, 'business day')}`
