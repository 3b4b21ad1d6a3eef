/** A bundled package, as listed by Vite's `build.license`. */
export interface License {
  readonly name: string;
  readonly version: string;
  /** SPDX expression of its package.json. */
  readonly identifier?: string;
  /** Its licence file, where it has one. */
  readonly text?: string;
}

/**
 * Each package once with its licence, by name, followed by the referenced standard texts.
 * @param standard standard texts by SPDX identifier
 * @throws when a package has a licence whose text is neither its own nor among those
 */
export function licensesText(
  packages: readonly License[],
  standard: Readonly<Record<string, string>>,
): string {
  const byName = new Map(packages.map((entry) => [titleOf(entry), entry]));
  const entries = [...byName.keys()].sort().flatMap((title) => byName.get(title) ?? []);
  const parts = entries.map((entry) => {
    if (!entry.text && !standard[entry.identifier ?? ''])
      throw new Error(
        `${titleOf(entry)} comes without a licence file, under ${entry.identifier ?? 'no licence that it names'}: put the text into e2e/store/license-texts.`,
      );
    return `${titleOf(entry)} (${entry.identifier ?? 'see below'})\n\n${entry.text ?? FALLBACK}\n`;
  });
  const used = Object.keys(standard).filter((id) =>
    entries.some(({ identifier, text }) => identifier === id && (!text || text.includes('obtain a copy'))),
  );
  const texts = used.sort().map((id) => `The text of ${id}\n\n${standard[id]?.trim()}\n`);
  return [HEAD, ...parts, ...texts].join(`\n${'-'.repeat(80)}\n\n`);
}

const titleOf = ({ name, version }: License): string => `${name} ${version}`;

const HEAD = 'Pilot Light contains code of these packages, in the extension or in its server, the edge.\n';
const FALLBACK =
  'Copyright (c) its authors. It comes without a licence file; the standard text stands at the end.';
