import { useLocation } from 'react-router'
import { LANGUAGE, PREFIX } from '../../ui/language.rules.ts'

const OTHER = LANGUAGE === 'sw' ? 'en' : 'sw'

/**
 * A link to this page in the other language, which is a separate document. With `isShort` a phone
 * shows only the language's code.
 */
export function OtherLanguage({ isShort = false }: { isShort?: boolean }) {
  const { pathname, search } = useLocation()
  // A path with two slashes at the start would be read as the address of another host.
  const path = pathname.startsWith('//') ? '/' : pathname
  return (
    <a
      href={(PREFIX ? '' : '/sw') + path + search}
      lang={OTHER}
      className="inline-flex min-h-11 min-w-11 items-center justify-center text-small underline"
    >
      {isShort && <span className="uppercase md:hidden">{OTHER} </span>}
      <span className={isShort ? 'max-md:sr-only' : undefined}>
        {LANGUAGE === 'sw' ? 'English' : 'Kiswahili'}
      </span>
    </a>
  )
}
