/** A text that never breaks a line inside 'M-PESA' or inside a range of days such as 3-5. */
export function WholeWords({ text }: { text: string }) {
  return text.split(/(M-PESA|\d+-\d+)/i).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a text never changes its parts
    <span key={index} className={index % 2 === 0 ? undefined : 'whitespace-nowrap'}>
      {part}
    </span>
  ))
}
