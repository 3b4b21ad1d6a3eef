const ASIDE = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|`[^`]*`/g;
const READS = /^(?:select|explain|values|show|with)\b/;
const WRITES =
  /\b(?:insert|update|delete|replace|merge|upsert|create|alter|drop|truncate|rename|grant|revoke|copy|call|do|execute|analyze|vacuum|reindex|attach|detach|pragma|set|into|lock|nextval|setval)\b/;

/**
 * Whether a statement may change something. It counts as reading only if, without comments and quoted text, it begins
 * with a reading keyword, is the only statement, and contains no writing keyword. The browser asks before such a statement, and the edge
 * wants write mode for it.
 */
export function mayWrite(sql: string): boolean {
  // In some dialects a backslash escapes a quote, and quoted text ends elsewhere.
  if (sql.includes('\\')) return true;
  const bare = sql.replace(ASIDE, ' ').trim().replace(/;\s*$/, '').toLowerCase();
  return bare.includes(';') || !READS.test(bare) || WRITES.test(bare);
}
