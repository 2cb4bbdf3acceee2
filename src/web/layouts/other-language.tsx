import { useLocation } from 'react-router'
import { LANGUAGE, PREFIX } from '../../ui/language.rules.ts'

const OTHER = LANGUAGE === 'sw' ? 'en' : 'sw'

/**
 * This page in the other language, which is a document of its own. `offer`: on screen only where the
 * browser asks for that language (web/early-script.ts); else the visitor's choice alone counts.
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
