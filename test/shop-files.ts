/** Where the shops of the tests keep their files; the posters in it are drawn once. */
export const SHOP_DATA_DIR = '.data/e2e'
