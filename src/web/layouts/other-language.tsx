import { useLocation } from 'react-router'
import { LANGUAGE, PREFIX } from '../../ui/language.rules.ts'

const OTHER = LANGUAGE === 'sw' ? 'en' : 'sw'

/**
 * A link to this page in the other language, which is a separate document. With `offer` the link
 * appears only if the browser prefers that language (web/early-script.ts), and not after the
 * visitor has chosen a language.
 */
export function OtherLanguage({ offer = false }: { offer?: boolean }) {
  const { pathname, search } = useLocation()
  // A path with two slashes at the start would be read as the address of another host.
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
