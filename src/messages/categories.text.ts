/** Names of categories as a Swahili page shows them: they are data, and stay English in addresses. */
export const CATEGORIES: Readonly<Record<string, string>> = {
  Concerts: 'Muziki',
  Festivals: 'Matamasha',
  Theater: 'Maigizo',
  Sports: 'Michezo',
  Comedy: 'Vichekesho',
}
