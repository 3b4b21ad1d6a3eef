import * as z from 'zod/mini';

const name = z.nullable(z.string());
const address = z.nullable(z.string().check(z.regex(/^https:\/\//, 'must be an https address')));

/** `published` in `package.json`, filled in by the publisher: own names, addresses that lead somewhere. */
const published = z.strictObject({
  /** The edge's package on npm, for `npx`. */
  edgePackage: name,
  /** `docs/deployment.md`, for people. */
  guide: address,
  chromeStore: address,
  firefoxStore: address,
});

/** Where this build is published; null = nowhere yet, and then nothing is made up. */
export type Published = z.infer<typeof published> & {
  version: string;
  /** `repository` of `package.json`, as an address for people. */
  source: string | null;
};

/** @throws for a setting that can't be used */
export function publishedOf(packageJson: {
  version: string;
  published: unknown;
  repository?: string | { url: string };
}): Published {
  const { version, repository } = packageJson;
  const url = typeof repository === 'string' ? repository : (repository?.url ?? null);
  const source = url?.replace(/^git\+/, '').replace(/\.git$/, '') ?? null;
  return { ...published.parse(packageJson.published), version, source: address.parse(source) };
}

/** The command that sets up an edge: its package's, or that of a copy of the source. */
export const edgeCommand = ({ edgePackage }: Pick<Published, 'edgePackage'>): string =>
  edgePackage === null ? 'npm run deploy' : `npx ${edgePackage}`;

/** The same, for an edge that fits this very version; a copy of the source is of one version anyway. */
export const upgradeCommand = ({ edgePackage, version }: Published): string =>
  edgePackage === null ? 'npm run deploy' : `npx ${edgePackage}@${version}`;
