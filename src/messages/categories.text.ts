/** Swahili names of categories. Addresses use the English names, which are the stored ones. */
export const CATEGORIES: Readonly<Record<string, string>> = {
  Concerts: 'Muziki',
  Festivals: 'Matamasha',
  Theater: 'Maigizo',
  Sports: 'Michezo',
  Comedy: 'Vichekesho',
}
