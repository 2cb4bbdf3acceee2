import { Link } from 'react-router'
import { splitLinks, type WordPiece } from '../linked-words.rules.ts'

const LOOK =
  'font-semibold underline decoration-edge underline-offset-4 hover:decoration-accent break-words'

/** A text whose links can be followed. */
export function LinkedWords({ text }: { text: string }) {
  return splitLinks(text).map((piece, index) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: a text never changes its pieces
    if (typeof piece === 'string') return <WholeWords key={index} text={piece} />
    // biome-ignore lint/suspicious/noArrayIndexKey: a text never changes its pieces
    return <PieceLink key={index} {...piece} />
  })
}

function PieceLink({ words, href }: Exclude<WordPiece, string>) {
  if (href.startsWith('/')) {
    return (
      <Link to={href} className={LOOK}>
        {words}
      </Link>
    )
  }
  return (
    <a href={href} className={LOOK}>
      {words}
    </a>
  )
}

/** A line ends neither in M-PESA nor in a range of days. */
function WholeWords({ text }: { text: string }) {
  return text.split(/(M-PESA|\d+-\d+)/).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: a text never changes its parts
      <span key={index} className="whitespace-nowrap">
        {part}
      </span>
    ),
  )
}
