/** Letters and digits that are not confused when read aloud or typed. */
const CODE_LETTERS = 'ABCDEFGHJKMNPQRSTVWXYZ23456789';

/** A code of `length` letters, about 4.9 bits each, without bias. */
export function randomCode(length: number): string {
  let code = '';
  while (code.length < length)
    for (const byte of crypto.getRandomValues(new Uint8Array(length))) {
      const letter = byte < CODE_LETTERS.length * 8 ? CODE_LETTERS[byte % CODE_LETTERS.length] : undefined;
      if (letter !== undefined && code.length < length) code += letter;
    }
  return code;
}

const TOKEN_BYTES = 32;

/** A token of a browser: 256 random bits. */
export const newToken = (): string => `pl_${randomToken(TOKEN_BYTES)}`;

/** `bytes` random bytes in base64url. */
function randomToken(bytes: number): string {
  const raw = crypto.getRandomValues(new Uint8Array(bytes));
  return btoa(String.fromCharCode(...raw))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
