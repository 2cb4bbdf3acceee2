import { WholeWords } from './whole-words.tsx'

/** An SMS as its reader will see it. */
export function SmsText({ label, text }: { label: string; text: string }) {
  return (
    <figure>
      <figcaption className="text-small text-quiet">{label}</figcaption>
      <blockquote className="mt-1 wrap-anywhere rounded-card rounded-tl-none border border-line bg-ground px-4 py-3 text-small">
        <WholeWords text={text} />
      </blockquote>
    </figure>
  )
}
