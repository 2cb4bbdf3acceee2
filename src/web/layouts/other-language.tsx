import { useLocation } from 'react-router'
import { LANGUAGE, PREFIX } from '../../ui/language.rules.ts'

const OTHER = LANGUAGE === 'sw' ? 'en' : 'sw'

/**
 * A link to this page in the other language, which is a separate document. With `offer` it appears
 * only if the browser prefers that language (web/early-script.ts), and is hidden if the visitor has
 * chosen.
 */
export function OtherLanguage({ offer = false }: { offer?: boolean }) {
  const { pathname, search } = useLocation()
  // Two slashes would name another host.
  const path = pathname.startsWith('//') ? '/' : pathname
  const words = LANGUAGE === 'sw' ? 'English' : 'Kiswahili'
  return (
    <a
      href={(PREFIX ? '' : '/sw') + path + search}
      lang={OTHER}
      className={`min-h-11 items-center text-small underline ${offer ? 'other-language' : 'inline-flex'}`}
    >
      {words}
    </a>
  )
}
