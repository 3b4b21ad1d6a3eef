import type { Plugin, Rolldown } from 'vite';
import type { Entrypoint, EntrypointGroup } from 'wxt';
import { defineWxtModule } from 'wxt/modules';

/** What the other pages share, but for the rows of operations: only views that are loaded later need them. */
const SHARED_BY_PAGES =
  /node_modules.(preact|@preact|@wxt-dev)|extension.(ui|i18n|storage|messaging|connection)|[\\/]shared[\\/](?!catalogues|builder-api.statement|operations.(?!new-project)|data-api.(?!records))|preload-helper|html-plugins/;

/** Each with all it imports, besides what an earlier group has. */
const POPUP = { name: 'popup', test: /entrypoints.popup/ };
const OTHER_PAGES = [
  { name: 'common', test: SHARED_BY_PAGES, minShareCount: 2, priority: 1 },
  { name: 'console', test: /entrypoints.console/ },
];

/**
 * Builds pages of few files: each further one between the click and the first rows costs a request to the
 * browser, which takes longer than the script itself. The popup is one page with inline styles and one
 * script; the console has a script besides what all others share. What is loaded later stays separate.
 */
export default defineWxtModule((wxt) => {
  if (wxt.config.command !== 'build') return;
  wxt.hook('entrypoints:grouped', (_, groups) => takeApart(groups));
  wxt.hook('vite:build:extendConfig', (entrypoints, config) => {
    const popup = entrypoints.some(isPopup);
    if (!popup && entrypoints.length < 2) return;
    const groups = popup ? [POPUP] : OTHER_PAGES;
    config.build = {
      ...config.build,
      rolldownOptions: {
        ...config.build?.rolldownOptions,
        output: { ...config.build?.rolldownOptions?.output, codeSplitting: { groups } },
      },
    };
    config.plugins = [...(config.plugins ?? []), pages(popup)];
  });
});

const isPopup = ({ type }: Entrypoint) => type === 'popup';

/** Gives the popup a build of its own. */
function takeApart(groups: EntrypointGroup[]): void {
  const pages = groups.find((group) => Array.isArray(group) && group.some(isPopup));
  if (!Array.isArray(pages)) return;
  groups.push(...pages.splice(pages.findIndex(isPopup), 1).map((popup) => [popup]));
}

/** The script that starts a page. */
const MAIN = /entrypoints.[^/]+.main\.tsx$/;

const LINK = /<link rel="stylesheet"[^>]* href="\/([^"]+)">/g;
/** Attributes that Vite adds for scripts of other hosts: with them the browser loads a script more slowly. */
const OF_OTHER_HOSTS = / crossorigin(?= )/g;

/** @param isInline whether the page's style sheets become part of it */
const pages = (isInline: boolean): Plugin => ({
  name: 'pages-of-few-files',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle = {}, chunk, path }) => {
      const started = new Set(loadedBy(chunk?.fileName ?? '', bundle).filter((id) => MAIN.test(id)));
      if (started.size > 1)
        throw new Error(
          `${path} would start another page too (${[...started].join(', ')}): name what both use in SHARED_BY_PAGES.`,
        );
      return html
        .replace(LINK, (link, file: string) => {
          const sheet = bundle[file];
          if (!isInline || sheet?.type !== 'asset') return link;
          delete bundle[file];
          return `<style>${sheet.source}</style>`;
        })
        .replace(OF_OTHER_HOSTS, '');
    },
  },
});

/** Ids of the modules of a chunk and of all that it imports before it runs. */
function loadedBy(file: string, bundle: Rolldown.OutputBundle, seen = new Set<string>()): string[] {
  const chunk = bundle[file];
  if (chunk?.type !== 'chunk' || seen.has(file)) return [];
  seen.add(file);
  return [...chunk.moduleIds, ...chunk.imports.flatMap((one) => loadedBy(one, bundle, seen))];
}
