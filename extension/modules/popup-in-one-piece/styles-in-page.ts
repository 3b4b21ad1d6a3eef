import type { Plugin } from 'vite';

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
