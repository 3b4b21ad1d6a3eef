import { CANDIDATES_MAX, type Candidate } from './page-capture.ts';

/** Images and links of the captured part, each address once, in the order of the page. */
export function candidatesOf(part: HTMLElement): Candidate[] {
  const images = [...part.querySelectorAll('img')].map((image) =>
    entry('image', image.getAttribute('src'), image.getAttribute('alt')),
  );
  const links = [...part.querySelectorAll('a[href]')].map((link) =>
    entry('link', link.getAttribute('href'), link.textContent),
  );
  return [...distinct(images), ...distinct(links)];
}

function entry(kind: Candidate['kind'], url: string | null, text: string | null): Candidate | null {
  return url ? { kind, url, text: (text ?? '').replace(/\s+/g, ' ').trim().slice(0, 120) } : null;
}

function distinct(entries: (Candidate | null)[]): Candidate[] {
  const byUrl = new Map<string, Candidate>();
  for (const found of entries) if (found && !byUrl.has(found.url)) byUrl.set(found.url, found);
  return [...byUrl.values()].slice(0, CANDIDATES_MAX);
}
