import { HELP, type HelpCategory } from './help.text.ts'

/** The questions that contain the query, in any case; categories without any are left out. */
export function searchHelp(query: string, all: readonly HelpCategory[] = HELP): HelpCategory[] {
  const wanted = plain(query)
  return all
    .map(({ name, questions }) => ({
      name,
      questions: questions.filter(({ question, answer }) =>
        plain([question, ...answer].join(' ')).includes(wanted),
      ),
    }))
    .filter(({ questions }) => questions.length > 0)
}

/** As one reads it: only the words of links, all spaces and all quotation marks alike. */
function plain(text: string): string {
  return text
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[‘’]/g, "'")
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()
}
