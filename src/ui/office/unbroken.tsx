/**
 * Text in a table that stays on one line, such as an email address. Text that is too long ends in
 * dots.
 */
export function Unbroken({ text, className = '' }: { text: string; className?: string }) {
  return (
    <span title={text} className={`unbroken ${className}`}>
      {text}
    </span>
  )
}
