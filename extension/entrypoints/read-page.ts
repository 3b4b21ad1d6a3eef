import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { readPage } from '../import/reading/read-page.ts';

/** Injected when the user asks for a page's rows; what it returns is what `scripting.executeScript` answers. */
export default defineUnlistedScript(() => readPage(document, Date.now()));
