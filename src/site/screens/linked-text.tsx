import { Link } from '../../ui/link.tsx'
import { WholeWords } from '../../ui/whole-words.tsx'
import { splitLinks, type TextPiece } from '../linked-text.rules.ts'

const LOOK = 'font-semibold underline decoration-edge underline-offset-4 hover:decoration-accent'

export function LinkedText({ text }: { text: string }) {
  return splitLinks(text).map((piece, index) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: a text never changes its pieces
    if (typeof piece === 'string') return <WholeWords key={index} text={piece} />
    // biome-ignore lint/suspicious/noArrayIndexKey: a text never changes its pieces
    return <PieceLink key={index} {...piece} />
  })
}

function PieceLink({ label, href }: Exclude<TextPiece, string>) {
  if (href.startsWith('/')) {
    return (
      <Link to={href} className={LOOK}>
        {label}
      </Link>
    )
  }
  return (
    <a href={href} className={LOOK}>
      {label}
    </a>
  )
}
