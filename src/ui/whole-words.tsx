/** A text that never breaks a line inside 'M-PESA', an amount, an hour, or a range such as 3-5. */
export function WholeWords({ text }: { text: string }) {
  return text.split(/(M-PESA|\bKES \S*\d|\d+:\d+ [AP]M|\d+-\d+)/i).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a text never changes its parts
    <span key={index} className={index % 2 === 0 ? undefined : 'whitespace-nowrap'}>
      {part}
    </span>
  ))
}
