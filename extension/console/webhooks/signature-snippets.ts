/**
 * How a receiver checks that a delivery is the service's own (service reference, Events, Signature check), in languages that
 * receivers are written in. Each needs nothing but what comes with its language.
 */
export const SIGNATURE_SNIPPETS = {
  'Node.js': `import { createHmac, timingSafeEqual } from 'node:crypto';

// rawBody: the bytes as they arrived, before any parsing
export function isSigned(rawBody, header, secret, now = Date.now() / 1000) {
  const { t, v1 = '' } = Object.fromEntries(header.split(',').map((part) => part.trim().split('=')));
  if (!(Math.abs(now - Number(t)) < 300)) return false;
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'hex');
  const expected = createHmac('sha256', key).update(\`\${t}.\`).update(rawBody).digest();
  const given = Buffer.from(v1, 'hex');
  return given.length === expected.length && timingSafeEqual(given, expected);
}
`,
  Python: `import hashlib, hmac, time

# raw_body: the bytes as they arrived, before any parsing
def is_signed(raw_body: bytes, header: str, secret: str) -> bool:
    parts = dict(part.strip().partition("=")[::2] for part in header.split(","))
    t, v1 = parts.get("t", ""), parts.get("v1", "")
    if not t.isdecimal() or abs(time.time() - int(t)) >= 300:
        return False
    key = bytes.fromhex(secret.removeprefix("whsec_"))
    expected = hmac.new(key, t.encode() + b"." + raw_body, hashlib.sha256).hexdigest()
    return hmac.compare_digest(expected.encode(), v1.encode())
`,
  PHP: `// $rawBody: file_get_contents('php://input')
function is_signed(string $rawBody, string $header, string $secret): bool
{
    parse_str(str_replace(',', '&', str_replace(' ', '', $header)), $parts);
    $t = $parts['t'] ?? '';
    if (!ctype_digit($t) || abs(time() - (int) $t) >= 300) {
        return false;
    }
    $key = hex2bin(preg_replace('/^whsec_/', '', $secret));
    return hash_equals(hash_hmac('sha256', $t . '.' . $rawBody, $key), $parts['v1'] ?? '');
}
`,
} as const;

export type SnippetLanguage = keyof typeof SIGNATURE_SNIPPETS;
export const SNIPPET_LANGUAGES = Object.keys(SIGNATURE_SNIPPETS) as SnippetLanguage[];
