/** The field of a plain form that names the number of which something was told. */
export const TOLD_OF = 'toldOf'
