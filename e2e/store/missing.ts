/** What package.json says of an owner. */
interface Owned {
  repository?: unknown;
  bugs?: unknown;
  homepage?: unknown;
  published: Record<string, string | null>;
}

const PUBLISHED = {
  edgePackage: 'a name on npm that is yours, so that an edge is set up without a copy of the source',
  guide: 'the address of docs/deployment.md for people',
  chromeStore: 'the address in the Chrome Web Store',
  firefoxStore: 'the address at addons.mozilla.org',
} as const;

/** What an owner has to fill in before a version is published, each with what it is for; empty = nothing. */
export function missingForRelease(packageJson: Owned): string[] {
  const own = {
    repository: 'the address of the source: the first page and the licence lead there',
    bugs: 'where to report what is wrong',
    homepage: 'the page about the extension, which the stores ask for',
  };
  return [
    ...Object.entries(own)
      .filter(([name]) => !packageJson[name as keyof typeof own])
      .map(([name, what]) => `\`${name}\`: ${what}`),
    ...Object.entries(PUBLISHED)
      .filter(([name]) => packageJson.published[name] == null)
      .map(([name, what]) => `\`published.${name}\`: ${what}`),
  ];
}
