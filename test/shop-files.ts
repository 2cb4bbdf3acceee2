/** Where the shops of the tests keep their files; the posters in it are drawn once. */
export const SHOP_DATA_DIR = '.data/e2e'

/** A sample event with two types, whose picture is there in all formats. */
export const PICTURED_EVENT = '5a17ca10-0001-4000-8000-000000000001'
