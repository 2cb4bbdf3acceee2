/** In a table: an e-mail address or the like on one line, which ends in dots where it is too long. */
export function Unbroken({ text, className = '' }: { text: string; className?: string }) {
  return (
    <span title={text} className={`unbroken ${className}`}>
      {text}
    </span>
  )
}
