/**
 * The folder for files of test shops. Encoded posters are kept in it, so that they are encoded only
 * once.
 */
export const SHOP_DATA_DIR = '.data/e2e'

/** A sample event with two ticket types. Its picture exists in all formats. */
export const PICTURED_EVENT = '5a17ca10-0001-4000-8000-000000000001'
