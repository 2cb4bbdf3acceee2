/** What one dials for one event: '*265*25#' and 123 make '*265*25*123#'. */
export function dialOf(ussdCode: string, dialCode: number | undefined): string {
  return dialCode === undefined ? ussdCode : ussdCode.replace('#', `*${dialCode}#`)
}
