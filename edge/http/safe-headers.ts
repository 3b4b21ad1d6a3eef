/**
 * The edge answers data, and one page that brings a policy of its own: nothing else may be taken for a page, run, framed or
 * kept by a referrer. These few lines stand for a library of headers for pages, which weighs more than the ledger.
 */
export const SAFE_HEADERS: readonly (readonly [name: string, value: string])[] = [
  ['content-security-policy', "default-src 'none'; frame-ancestors 'none'"],
  ['referrer-policy', 'no-referrer'],
  ['strict-transport-security', 'max-age=31536000'],
  ['x-content-type-options', 'nosniff'],
];
