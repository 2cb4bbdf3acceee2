/** Swahili names of categories. URLs use the English names, which are the stored names. */
export const CATEGORIES: Readonly<Record<string, string>> = {
  Concerts: 'Muziki',
  Festivals: 'Matamasha',
  Uncategorized: 'Mengineyo',
  Theater: 'Maigizo',
  Sports: 'Michezo',
  Comedy: 'Vichekesho',
}
