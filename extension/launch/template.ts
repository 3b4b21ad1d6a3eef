import type { Draft, Template } from '../storage/drafts.ts';

export const PLACEHOLDERS = ['title', 'address', 'host', 'date'] as const;
export type Placeholder = (typeof PLACEHOLDERS)[number];

/**
 * The template's text with every `{placeholder}` filled from the draft's page; unknown ones stay as typed, so that
 * braces in a prompt are safe.
 * @param today in the user's date format
 */
export function fillTemplate(text: string, reference: Draft['reference'], today: string): string {
  const values: Record<Placeholder, string> = {
    title: reference?.title ?? '',
    address: reference?.url ?? '',
    host: (reference && URL.parse(reference.url)?.hostname) ?? '',
    date: today,
  };
  return text
    .replace(/\{(\w+)\}/g, (whole, name: string) => (isPlaceholder(name) ? values[name] : whole))
    .trim();
}

/** The first template whose pattern matches the page's address. */
export function templateFor(templates: readonly Template[], address: string): Template | null {
  return templates.find((entry) => matchesAddress(entry.addressPattern, address)) ?? null;
}

/**
 * Whether an address matches a pattern: `example.org` is the host and everything below it, `example.org/shop/*` also
 * the path, `*.example.org` any subdomain; `*` stands for anything.
 */
export function matchesAddress(pattern: string, address: string): boolean {
  const url = URL.parse(address);
  const wanted = pattern
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '');
  if (!url || wanted === '') return false;
  const slash = wanted.indexOf('/');
  const host = slash < 0 ? wanted : wanted.slice(0, slash);
  const path = slash < 0 ? '*' : wanted.slice(slash);
  const hosts = [host, `www.${host}`];
  return (
    hosts.some((one) => fits(one, url.host.toLowerCase())) &&
    fits(path, `${url.pathname}${url.search}`.toLowerCase())
  );
}

/** Wildcards without a regular expression, because a user's pattern must not be able to hang the page. */
function fits(pattern: string, text: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  if (rest.length === 0) return text === pattern;
  if (!text.startsWith(first)) return false;
  let at = first.length;
  const last = rest.pop() ?? '';
  for (const part of rest) {
    const found = text.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
}

function isPlaceholder(name: string): name is Placeholder {
  return (PLACEHOLDERS as readonly string[]).includes(name);
}
