import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { generateChromeMessagesText, generateTypeText } from '@wxt-dev/i18n/build';
import { addAlias, defineWxtModule } from 'wxt/modules';
import { LANGUAGES } from '../../../shared/languages.ts';
import { messageFiles, readMessages } from './read-messages.ts';

/**
 * Builds the messages of every language, and their types as `#i18n`. The module of `@wxt-dev/i18n` takes one
 * file for each language; ours has two, so that words which the edge says too stand once.
 */
export default defineWxtModule((wxt) => {
  const types = join(wxt.config.wxtDir, 'i18n', 'structure.d.ts');
  const typeText = async () => generateTypeText(await readMessages('en'));
  const built = () =>
    Promise.all(
      LANGUAGES.map(async (language) => ({
        relativeDest: join('_locales', language, 'messages.json'),
        contents: generateChromeMessagesText(await readMessages(language)),
      })),
    );
  addAlias(wxt, '#i18n', types);
  wxt.hook('prepare:types', async (_, entries) => {
    entries.push({ path: types, text: await typeText() });
  });
  wxt.hook('build:publicAssets', async (_, files) => {
    files.push(...(await built()));
  });
  wxt.hook('server:started', (_, server) => {
    const sources = LANGUAGES.flatMap(messageFiles);
    server.watcher.add(sources);
    server.watcher.on('change', async (file) => {
      if (!sources.includes(file)) return;
      try {
        await writeFile(types, await typeText());
        for (const { relativeDest, contents } of await built())
          await writeFile(join(wxt.config.outDir, relativeDest), contents);
        server.reloadExtension();
      } catch (failure) {
        wxt.logger.error(failure);
      }
    });
  });
});
