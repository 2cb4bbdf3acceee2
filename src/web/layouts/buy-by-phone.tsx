/** The tel: link dials the code where the phone allows it. */
export function BuyByPhone() {
  return (
    <a
      href="tel:*265*25%23"
      className="inline-flex min-h-11 flex-wrap items-center gap-x-1 text-small leading-4 text-quiet hover:text-ink"
    >
      Buy by phone:{' '}
      <b className="whitespace-nowrap font-semibold text-ink tabular-nums">*265*25#</b>
    </a>
  )
}
