/** The longest search text that is sent; matches the field's `maxlength`. */
export const MAX_TEXT = 200;
/** More tags than this in one address are ignored. */
export const MAX_TAGS = 20;
/** The longest author name or id that is sent. */
export const MAX_AUTHOR = 64;
