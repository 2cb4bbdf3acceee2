/** Swahili names of categories. Addresses keep the English names, which are stored. */
export const CATEGORIES: Readonly<Record<string, string>> = {
  Concerts: 'Muziki',
  Festivals: 'Matamasha',
  Theater: 'Maigizo',
  Sports: 'Michezo',
  Comedy: 'Vichekesho',
}
