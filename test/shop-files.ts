/** The folder with the files of the test shops, in which posters are encoded only once. */
export const SHOP_DATA_DIR = '.data/e2e'

/** A sample event with two types, whose picture exists in all formats. */
export const PICTURED_EVENT = '5a17ca10-0001-4000-8000-000000000001'
