import { type Plugin, runnerImport } from 'vite';
import { type FormsFile, writeForms } from './write-forms.ts';

/** The file whose forms are compiled. */
export const isFormsFile = (id: string): boolean => id.endsWith('/extension/forms/forms.ts');

/**
 * Puts the forms, written as plain readers, in the place of the ones that check by their schemas, so that the checking
 * library is in no script of the extension. Forms and their schemas are run once, here.
 */
export function compiledForms(): Plugin {
  return {
    name: 'compiled-forms',
    enforce: 'pre',
    async load(id) {
      if (!isFormsFile(id)) return null;
      const { module, dependencies } = await runnerImport<FormsFile>(id);
      for (const file of dependencies) this.addWatchFile(file);
      return writeForms(module);
    },
  };
}
