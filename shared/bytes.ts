/** Bytes of a text as it is stored and sent; a letter takes up to three, so that its length says little. */
export const bytesIn = (text: string): number => new TextEncoder().encode(text).length;
