import type { Plugin } from 'vite';
import type { Entrypoint, EntrypointGroup } from 'wxt';
import { defineWxtModule } from 'wxt/modules';

/** What the other pages share. */
const SHARED_BY_PAGES =
  /node_modules.(preact|@preact|@wxt-dev)|extension.(ui|i18n|storage|messaging|connection)/;
const POPUP = /entrypoints.popup/;

/**
 * The popup comes as one page with its styles in it, and one script: between the click and the first rows every further file
 * is a question to the browser, which costs more than all that the script does. What it loads later, when asked for, stays
 * apart. The other pages keep one file of what they share.
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
/** What Vite marks for scripts of other hosts. Here there are none, and the browser takes longer over a script that has it. */
const OF_OTHER_HOSTS = / crossorigin(?= )/g;

/** Puts the style sheets that a page links into the page itself, and leaves its scripts bare. */
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
