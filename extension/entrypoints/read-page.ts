import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { readPage } from '../import/reading/read-page.ts';

/** Injected when the user reads a page's rows; the returned value is what `scripting.executeScript` gives. */
export default defineUnlistedScript(() => readPage(document, Date.now()));
