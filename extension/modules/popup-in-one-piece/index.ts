import type { Plugin } from 'vite';
import type { Entrypoint, EntrypointGroup } from 'wxt';
import { defineWxtModule } from 'wxt/modules';

/** What the other pages share. */
const SHARED_BY_PAGES =
  /node_modules.(preact|@preact|@wxt-dev)|extension.(ui|i18n|storage|messaging|connection)/;
const POPUP = /entrypoints.popup/;

/**
 * Builds the popup as one page with inline styles and one script: each further file between the click and the first
 * rows costs a request to the browser, which takes longer than the script itself. Files that it loads later stay
 * separate. The other pages share one file.
 */
export default defineWxtModule((wxt) => {
  if (wxt.config.command !== 'build') return;
  wxt.hook('entrypoints:grouped', (_, groups) => takeApart(groups));
  wxt.hook('vite:build:extendConfig', (entrypoints, config) => {
    const popup = entrypoints.some(isPopup);
    if (!popup && entrypoints.length < 2) return;
    const group = popup
      ? { name: 'popup', test: POPUP }
      : { name: 'common', test: SHARED_BY_PAGES, minShareCount: 2 };
    config.build = {
      ...config.build,
      rolldownOptions: {
        ...config.build?.rolldownOptions,
        output: { ...config.build?.rolldownOptions?.output, codeSplitting: { groups: [group] } },
      },
    };
    if (popup) config.plugins = [...(config.plugins ?? []), stylesInPage()];
  });
});

const isPopup = ({ type }: Entrypoint) => type === 'popup';

/** Gives the popup a build of its own. */
function takeApart(groups: EntrypointGroup[]): void {
  const pages = groups.find((group) => Array.isArray(group) && group.some(isPopup));
  if (!Array.isArray(pages)) return;
  groups.push(...pages.splice(pages.findIndex(isPopup), 1).map((popup) => [popup]));
}

const LINK = /<link rel="stylesheet"[^>]* href="\/([^"]+)">/g;
/** Attributes that Vite adds for scripts of other hosts; with them the browser takes longer to load a script. */
const OF_OTHER_HOSTS = / crossorigin(?= )/g;

/** Inlines a page's style sheets. */
export function stylesInPage(): Plugin {
  return {
    name: 'styles-in-page',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {} }) =>
        html
          .replace(LINK, (link, file: string) => {
            const sheet = bundle[file];
            if (sheet?.type !== 'asset') return link;
            delete bundle[file];
            return `<style>${sheet.source}</style>`;
          })
          .replace(OF_OTHER_HOSTS, ''),
    },
  };
}
