/**
 * A text that never breaks a line inside 'M-PESA', an amount, an hour, a range such as 3-5, or an
 * email address that is short enough for a phone.
 */
export function WholeWords({ text }: { text: string }) {
  return text
    .split(/(M-PESA|\bKES \S*\d|\d+:\d+ [AP]M|\d+-\d+|\S{1,14}@\S{1,14}\w)/i)
    .map((part, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a text never changes its parts
      <span key={index} className={index % 2 === 0 ? undefined : 'whitespace-nowrap'}>
        {part}
      </span>
    ))
}
